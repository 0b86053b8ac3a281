import type { FeeSchedule, FeeScheduleKey } from '../fees/fee-schedule.ts';
import type { Item, ItemKey } from './item.ts';
import type { Marketplace, MarketplaceKey } from './marketplace.ts';
import type { Offer, OfferKey } from './offer.ts';
import { ENVELOPE, type RecordKind } from './records/envelope.ts';
import { readFeeSchedule, readFeeScheduleKey } from './records/fee-schedule.ts';
import { feeScheduleFields } from './records/fee-schedule-fields.ts';
import { writeFeeSchedule, writeFeeScheduleKey } from './records/fee-schedule-writing.ts';
import type { Field } from './records/field.ts';
import { itemFields, readItem, readItemKey, writeItem, writeItemKey } from './records/item.ts';
import {
  marketplaceFields,
  readMarketplace,
  readMarketplaceKey,
  writeMarketplace,
  writeMarketplaceKey,
} from './records/marketplace.ts';
import { readOffer, readOfferKey, writeOffer, writeOfferKey } from './records/offer.ts';
import { offerFields } from './records/offer-fields.ts';
import { type FieldProblem, getWord, type Input, isObject, Reading, type RecordContext } from './records/reading.ts';
import { readSeller, readSellerKey, sellerFields, writeSeller, writeSellerKey } from './records/seller.ts';

import type { Seller, SellerKey } from './seller.ts';

/** What each kind of record holds, and what names it. */
type Kinds = {
  marketplace: { model: Marketplace; key: MarketplaceKey };
  seller: { model: Seller; key: SellerKey };
  item: { model: Item; key: ItemKey };
  offer: { model: Offer; key: OfferKey };
  feeSchedule: { model: FeeSchedule; key: FeeScheduleKey };
};

/** A change of the market: one line of an import, of the operator endpoint, of an export. */
export type MarketRecord = {
  [K in RecordKind]:
    | { kind: K; op: 'upsert'; value: Kinds[K]['model'] }
    | { kind: K; op: 'delete'; key: Kinds[K]['key'] };
}[RecordKind];

export type RecordResult = { ok: true; record: MarketRecord } | { ok: false; problems: FieldProblem[] };

type Room<K extends RecordKind> = {
  fields: readonly Field[];
  read(r: Reading, input: Input): Kinds[K]['model'] | undefined;
  readKey(r: Reading, input: Input): Kinds[K]['key'];
  write(model: Kinds[K]['model']): Record<string, unknown>;
  writeKey(key: Kinds[K]['key']): Record<string, unknown>;
};

const ROOMS: { readonly [K in RecordKind]: Room<K> } = {
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
};

/** The fields of a kind of record, from which docs, JSON Schema and CSV columns are made. */
export function fieldsOf(kind: RecordKind): readonly Field[] {
  return [ENVELOPE.kind, ENVELOPE.op, ...ROOMS[kind].fields];
}

/**
 * Checks one record as an operator writes it. All its problems come back at once, each with the field and what would
 * be right. Unknown fields are ignored, words match in any case, null is absent; nothing else is coerced (decisions 2
 * to 4).
 */
export function readRecord(value: unknown, context: RecordContext): RecordResult {
  const r = new Reading(context);
  if (!isObject(value)) {
    r.say('', 'must be a JSON object');
    return { ok: false, problems: r.problems as unknown as FieldProblem[] };
  }
  const kind = getWord(r, ENVELOPE.kind, value.kind);
  const op = getWord(r, ENVELOPE.op, value.op) ?? 'upsert';
  if (kind === undefined) return { ok: false, problems: r.problems as unknown as FieldProblem[] };
  const room = ROOMS[kind] as Room<RecordKind>;
  const read = op === 'delete' ? room.readKey(r, value) : room.read(r, value);
  if (r.problems !== undefined) return { ok: false, problems: r.problems };
  const record = op === 'delete' ? { kind, op, key: read } : { kind, op, value: read };
  return { ok: true, record: record as MarketRecord };
}

/** The record as an operator would write it: reading it again gives the same. */
export function writeRecord(record: MarketRecord): Record<string, unknown> {
  const { kind } = record;
  const room = ROOMS[kind] as Room<RecordKind>;
  if (record.op === 'delete') return { kind, op: 'delete', ...room.writeKey(record.key as never) };
  return { kind, ...room.write(record.value as never) };
}
