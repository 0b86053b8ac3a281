import type { FeeSchedule, FeeScheduleKey } from '../../fees/fee-schedule.ts';
import { isObject } from '../../is-object.ts';
import type { Item, ItemKey } from '../item.ts';
import type { Marketplace, MarketplaceKey } from '../marketplace.ts';
import type { Offer, OfferKey } from '../offer.ts';
import type { PriceGuard, PriceGuardKey } from '../price-guard.ts';
import type { Seller, SellerKey } from '../seller.ts';
import type { TermsPolicy } from '../terms-policy.ts';
import { ENVELOPE, type RecordKind } from './envelope.ts';
import { readFeeSchedule, readFeeScheduleKey } from './fee-schedule.ts';
import { feeScheduleFields } from './fee-schedule-fields.ts';
import { writeFeeSchedule, writeFeeScheduleKey } from './fee-schedule-writing.ts';
import type { Field } from './field.ts';
import { itemFields, readItem, readItemKey, writeItem, writeItemKey } from './item.ts';
import {
  marketplaceFields,
  readMarketplace,
  readMarketplaceKey,
  writeMarketplace,
  writeMarketplaceKey,
} from './marketplace.ts';
import { readOffer, readOfferKey, readTermsPolicy, writeOffer, writeOfferKey, writeTermsPolicy } from './offer.ts';
import { offerFields } from './offer-fields.ts';
import {
  priceGuardFields,
  readPriceGuard,
  readPriceGuardKey,
  writePriceGuard,
  writePriceGuardKey,
} from './price-guard.ts';
import { type FieldProblem, type RecordContext, type RecordInput, RecordReading } from './reading.ts';
import { readSeller, readSellerKey, sellerFields, writeSeller, writeSellerKey } from './seller.ts';

/** The model of each kind of record, and its key. */
type Kinds = {
  marketplace: { model: Marketplace; key: MarketplaceKey };
  seller: { model: Seller; key: SellerKey };
  item: { model: Item; key: ItemKey };
  offer: { model: Offer; key: OfferKey };
  feeSchedule: { model: FeeSchedule; key: FeeScheduleKey };
  priceGuard: { model: PriceGuard; key: PriceGuardKey };
};

/** One change of the market: a line of an import, of an export or of a request to the operator endpoint. */
export type MarketRecord = {
  [K in RecordKind]:
    | ({ kind: K; op: 'upsert'; value: Kinds[K]['model'] } & (K extends 'offer' ? { terms?: TermsPolicy } : object))
    | { kind: K; op: 'delete'; key: Kinds[K]['key'] };
}[RecordKind];

export type RecordResult = { ok: true; record: MarketRecord } | { ok: false; problems: FieldProblem[] };

type RecordFormat<K extends RecordKind> = {
  fields: readonly Field[];
  read(r: RecordReading, input: RecordInput): Kinds[K]['model'] | undefined;
  readKey(r: RecordReading, input: RecordInput): Kinds[K]['key'];
  write(model: Kinds[K]['model']): Record<string, unknown>;
  writeKey(key: Kinds[K]['key']): Record<string, unknown>;
};

const FORMATS: { readonly [K in RecordKind]: RecordFormat<K> } = {
  marketplace: {
    fields: marketplaceFields,
    read: readMarketplace,
    readKey: readMarketplaceKey,
    write: writeMarketplace,
    writeKey: writeMarketplaceKey,
  },
  seller: {
    fields: sellerFields,
    read: readSeller,
    readKey: readSellerKey,
    write: writeSeller,
    writeKey: writeSellerKey,
  },
  item: { fields: itemFields, read: readItem, readKey: readItemKey, write: writeItem, writeKey: writeItemKey },
  offer: { fields: offerFields, read: readOffer, readKey: readOfferKey, write: writeOffer, writeKey: writeOfferKey },
  feeSchedule: {
    fields: feeScheduleFields,
    read: readFeeSchedule,
    readKey: readFeeScheduleKey,
    write: writeFeeSchedule,
    writeKey: writeFeeScheduleKey,
  },
  priceGuard: {
    fields: priceGuardFields,
    read: readPriceGuard,
    readKey: readPriceGuardKey,
    write: writePriceGuard,
    writeKey: writePriceGuardKey,
  },
};

/** The fields of a kind of record: the source of the guide, the JSON Schema and the CSV columns. */
export function fieldsOf(kind: RecordKind): readonly Field[] {
  return [ENVELOPE.kind, ENVELOPE.op, ...FORMATS[kind].fields];
}

/**
 * Checks one record of an operator. The result has all its problems at once, each with the field and its rule. Unknown
 * fields are ignored, words match in any case, and null means absent; nothing else is coerced (decisions 2 to 4).
 */
export function readRecord(value: unknown, context: RecordContext): RecordResult {
  const r = new RecordReading(context);
  if (!isObject(value)) {
    r.report('', 'must be a JSON object');
    return { ok: false, problems: r.problems as unknown as FieldProblem[] };
  }
  const kind = r.word(ENVELOPE.kind, value.kind);
  const op = r.word(ENVELOPE.op, value.op) ?? 'upsert';
  if (kind === undefined) return { ok: false, problems: r.problems as unknown as FieldProblem[] };
  const format = FORMATS[kind] as RecordFormat<RecordKind>;
  const read = op === 'delete' ? format.readKey(r, value) : format.read(r, value);
  const terms = kind === 'offer' && op === 'upsert' ? readTermsPolicy(r, value) : undefined;
  if (r.problems !== undefined) return { ok: false, problems: r.problems };
  const record = op === 'delete' ? { kind, op, key: read } : { kind, op, value: read, ...(terms && { terms }) };
  return { ok: true, record: record as MarketRecord };
}

/** The record in the operator's format. `readRecord` reads it back unchanged. */
export function writeRecord(record: MarketRecord): Record<string, unknown> {
  const { kind } = record;
  const format = FORMATS[kind] as RecordFormat<RecordKind>;
  if (record.op === 'delete') return { kind, op: 'delete', ...format.writeKey(record.key as never) };
  const terms = record.kind === 'offer' ? writeTermsPolicy(record.terms) : {};
  return { kind, ...format.write(record.value as never), ...terms };
}
