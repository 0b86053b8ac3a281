import type { Sql, Value } from '../../db/db.ts';
import type { FeeSchedule, FeeScheduleKey } from '../../domain/fees/fee-schedule.ts';
import type { Item, ItemKey } from '../../domain/market/item.ts';
import type { Marketplace, MarketplaceKey } from '../../domain/market/marketplace.ts';
import type { Offer, OfferKey } from '../../domain/market/offer.ts';
import type { RecordKind } from '../../domain/market/records/envelope.ts';
import type { MarketRecord } from '../../domain/market/records/market-record.ts';
import type { FieldProblem } from '../../domain/market/records/reading.ts';
import type { Seller, SellerKey } from '../../domain/market/seller.ts';
import type { OfferState } from '../../domain/pricing/offer-state.ts';
import { writeOwnOfferText } from '../../wire/pricing/board.ts';
import { recordSellerChanges } from '../boards/seller-change-propagation.ts';
import type { TransactionNotes } from '../events/transaction-notes.ts';
import { recordScheduleChanges } from '../fees/fee-watch.ts';
import { recordStates } from '../history/price-history.ts';
import { offers, TO_JUDGE } from '../offers/offer.ts';
import { type JudgedOffers, judgeAgain, judgeOffer, judgeSellerAgain } from '../offers/offer-judgement.ts';
import { rankValues } from '../offers/offer-ranking.ts';
import { statesOf } from '../offers/offer-states.ts';
import { feeSchedules } from './fee-schedule.ts';
import { itemColumns, itemHasOffers, items } from './item.ts';
import { allMarketplaces, lockCurrencies, marketplaceIsUsed, marketplaces } from './marketplace.ts';
import { keyText, type RecordTable, type StoredRecord } from './record-table.ts';
import { factsOf, sellerHasOffers, sellers } from './seller.ts';

/**
 * A change that is about to be written: the new record, or the key of a removed one, the stored text that it replaces, and
 * what else is stored of it.
 */
export type Change<Changed> = { value: Changed; old: string | undefined; stored: StoredRecord | undefined };

/** What a change is written with. */
export type PutContext = {
  now: number;
  /** Whether the board of an item is only marked as stale after these changes, by the item's `keyText`. */
  isMarkedStale(itemKey: string): boolean;
  /** A record that one of these changes requires. */
  requiredRecord<Model>(kind: RecordKind, key: readonly string[]): Model;
  /** Collects the offers that are judged with their change. */
  judged: JudgedOffers;
  notes: TransactionNotes;
};

/** A record that must exist before one of this kind can be written, and the problem when it does not. */
export type RequiredRecord<Model> = {
  readonly kind: RecordKind;
  keyOf(model: Model): string[];
  problemOf(model: Model): FieldProblem;
};

type Rejections = readonly (FieldProblem | undefined)[];

/** The rules of the market for changes of one kind of record. */
type RecordRules<Model extends Key, Key> = {
  readonly table: RecordTable<Key>;
  readonly requires?: readonly RequiredRecord<Model>[];
  /** Why a record cannot be written: one entry for each change, undefined where it can. */
  rejectPut?(tx: Sql, changes: readonly Change<Model>[]): Promise<Rejections>;
  rejectRemoval?(tx: Sql, changes: readonly Change<Key>[]): Promise<Rejections>;
  /** The values of the table's `otherColumns`. */
  columnsOf?(change: Change<Model>, context: PutContext): Value[];
  /** Calls `touch` with the items whose boards the change invalidates. */
  touches?(change: Change<Model | Key>, touch: (key: ItemKey) => void): void;
  beforeRemoval?(tx: Sql, changes: readonly Change<Key>[], now: number): Promise<void>;
  afterwards?(tx: Sql, changes: readonly Change<Model | Key>[], now: number, notes: TransactionNotes): Promise<void>;
};

const marketplaceRules: RecordRules<Marketplace, MarketplaceKey> = {
  table: marketplaces,
  columnsOf: ({ value: { isDefault } }) => [isDefault ? 'default' : null],
  async rejectPut(tx, changes) {
    const others = await allMarketplaces(tx);
    let defaultId = others.find(({ isDefault }) => isDefault)?.marketplaceId;
    return checkEach(changes, async ({ value, old }) => {
      const { marketplaceId, currency, isDefault } = value;
      if (old !== undefined && (JSON.parse(old) as Marketplace).currency !== currency) {
        if (await marketplaceIsUsed(tx, marketplaceId)) {
          return {
            field: 'currency',
            reason: `cannot change: ${marketplaceId} has amounts in the currency it has now`,
          };
        }
      }
      if (isDefault && defaultId !== undefined && defaultId !== marketplaceId) {
        return { field: 'isDefault', reason: `must be false: ${defaultId} is the default; make that one false first` };
      }
      if (isDefault) defaultId = marketplaceId;
      else if (defaultId === marketplaceId) defaultId = undefined;
      return undefined;
    });
  },
  rejectRemoval: (tx, changes) =>
    checkEach(changes, async ({ value: { marketplaceId } }) =>
      (await marketplaceIsUsed(tx, marketplaceId))
        ? { field: 'marketplaceId', reason: `${marketplaceId} has items or fee schedules; remove those first` }
        : undefined,
    ),
};

const sellerRules: RecordRules<Seller, SellerKey> = {
  table: sellers,
  columnsOf: ({ value: { plan } }) => [plan],
  rejectRemoval: (tx, changes) =>
    checkEach(changes, async ({ value: { sellerId } }) =>
      (await sellerHasOffers(tx, sellerId))
        ? { field: 'sellerId', reason: `${sellerId} has offers; remove those first` }
        : undefined,
    ),
  /** A seller can have offers on many boards: they are rebuilt in the background, never in this transaction. */
  async afterwards(tx, changes, now, notes) {
    const changed = changes.filter(
      ({ value, old }) => old !== undefined && 'plan' in value && !sameFacts(value, JSON.parse(old)),
    );
    await recordSellerChanges(
      tx,
      changed.map(({ value }) => value.sellerId),
      now,
      notes,
    );
  },
};

const itemRules: RecordRules<Item, ItemKey> = {
  table: items,
  columnsOf: ({ value }) => itemColumns(value),
  rejectPut: rejectOtherCurrency,
  rejectRemoval: (tx, changes) =>
    checkEach(changes, async ({ value }) =>
      (await itemHasOffers(tx, value))
        ? { field: 'itemId', reason: `${value.itemId} has offers; remove those first` }
        : undefined,
    ),
  touches: ({ value: { marketplaceId, itemId } }, touch) => touch({ marketplaceId, itemId }),
  async afterwards(tx, changes, _now, notes) {
    const changed: ItemKey[] = [];
    for (const { value, old } of changes) {
      if (old === undefined) continue;
      const before: Item = JSON.parse(old);
      if (!('category' in value)) notes.removeItem(before);
      else if (value.competitivePriceThresholdMinor !== before.competitivePriceThresholdMinor) {
        notes.of(keyText(items.keyOf(value))).hasNewThreshold = true;
        changed.push(value);
      }
    }
    await judgeAgain(tx, changed);
  },
};

const offerRules: RecordRules<Offer, OfferKey> = {
  table: offers,
  columnsOf({ value, stored }, { now, isMarkedStale, requiredRecord, judged, notes }) {
    const itemKey = items.keyOf(value);
    const item = requiredRecord<Item>('item', itemKey);
    const seller = factsOf(requiredRecord<Seller>('seller', sellers.keyOf(value)));
    const before = (stored?.state ?? null) as OfferState | null;
    const one = judgeOffer({ offer: value, seller }, item, before, now);
    const columns = isMarkedStale(keyText(itemKey)) ? { ...one.columns, turns_ms: TO_JUDGE } : one.columns;
    judged.put({ ...one, columns, isAlone: stored?.item_id === value.itemId && stored.siblings === 0 });
    notes.putOffer(one, item, stored, now);
    // The own-offer text is that of a seller without another offer on the item, as most have none. The rebuild corrects others.
    return [value.itemId, writeOwnOfferText([value]), now, ...rankValues(columns)];
  },
  requires: [
    {
      kind: 'item',
      keyOf: items.keyOf,
      problemOf: ({ marketplaceId, itemId }) => ({
        field: 'itemId',
        reason: `there is no item ${itemId} in ${marketplaceId}; its record must come first`,
      }),
    },
    {
      kind: 'seller',
      keyOf: sellers.keyOf,
      problemOf: ({ sellerId }) => ({
        field: 'sellerId',
        reason: `there is no seller ${sellerId}; its record must come first`,
      }),
    },
  ],
  touches({ value, stored }, touch) {
    if ('itemId' in value) touch(value as Offer);
    if (stored) touch({ marketplaceId: value.marketplaceId, itemId: stored.item_id as string });
  },
  async beforeRemoval(tx, changes, now) {
    const states = await statesOf(
      tx,
      changes.map(({ value }) => value),
    );
    await recordStates(
      tx,
      states.map(({ key, state }) => ({ key, before: state, after: null })),
      now,
    );
  },
  /** The other offers of the seller on the item that an offer left: their own-offer texts name it. */
  async afterwards(tx, changes) {
    const left = changes.filter(({ value, stored }) => stored && (value as Partial<Offer>).itemId !== stored.item_id);
    await judgeSellerAgain(
      tx,
      left.map(({ value, stored }) => ({ ...value, itemId: stored?.item_id as string })),
    );
  },
};

const feeScheduleRules: RecordRules<FeeSchedule, FeeScheduleKey> = {
  table: feeSchedules,
  rejectPut: rejectOtherCurrency,
  async afterwards(tx, changes, now, { isQuiet }) {
    const changed = changes.map(({ value: { marketplaceId, effectiveFromMs }, old }) => ({
      ...{ marketplaceId, effectiveFromMs, before: old === undefined ? undefined : (JSON.parse(old) as FeeSchedule) },
    }));
    await recordScheduleChanges(tx, changed, now, isQuiet);
  },
};

// The models of the kinds differ. A run of changes has one kind, so its rules fit its values.
export const recordRules = {
  marketplace: marketplaceRules,
  seller: sellerRules,
  item: itemRules,
  offer: offerRules,
  feeSchedule: feeScheduleRules,
} as unknown as Readonly<Record<RecordKind, RecordRules<never, never>>>;

/** A record's amounts were read before the transaction: the currency of its marketplace may have changed since. */
async function rejectOtherCurrency(
  tx: Sql,
  changes: readonly Change<{ marketplaceId: string; currency: string }>[],
): Promise<Rejections> {
  const currencies = await lockCurrencies(tx);
  return changes.map(({ value: { marketplaceId, currency } }) => {
    const currencyNow = currencies.get(marketplaceId);
    if (currencyNow === currency) return undefined;
    if (currencyNow === undefined)
      return { field: 'marketplaceId', reason: `there is no marketplace ${marketplaceId}` };
    return { field: 'currency', reason: `must be ${currencyNow}, the currency of ${marketplaceId}` };
  });
}

/** The key of a record as one text, unique within its kind. */
export function keyOfRecord(record: MarketRecord): string {
  return keyText(recordRules[record.kind].table.keyOf((record.op === 'upsert' ? record.value : record.key) as never));
}

/** Checks changes one after the other. For kinds of which few change at a time. */
async function checkEach<T>(
  changes: readonly T[],
  check: (change: T) => Promise<FieldProblem | undefined>,
): Promise<Rejections> {
  const rejections: (FieldProblem | undefined)[] = [];
  for (const change of changes) rejections.push(await check(change));
  return rejections;
}

function sameFacts(a: Seller, b: Seller): boolean {
  return JSON.stringify(factsOf(a)) === JSON.stringify(factsOf(b));
}
