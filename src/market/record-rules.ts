import type { Sql } from '../db/db.ts';
import type { FeeSchedule, FeeScheduleKey } from '../domain/fees/fee-schedule.ts';
import type { Item, ItemKey } from '../domain/market/item.ts';
import type { Marketplace, MarketplaceKey } from '../domain/market/marketplace.ts';
import type { Offer, OfferKey } from '../domain/market/offer.ts';
import type { RecordKind } from '../domain/market/records/envelope.ts';
import type { FieldProblem } from '../domain/market/records/reading.ts';
import type { MarketRecord } from '../domain/market/records.ts';
import type { Seller, SellerKey } from '../domain/market/seller.ts';
import { feeSchedules } from './fee-schedule.ts';
import { itemHasOffers, items } from './item.ts';
import { allMarketplaces, currenciesHeld, marketplaceIsUsed, marketplaces } from './marketplace.ts';
import { offers } from './offer.ts';
import { keyText, type RecordTable } from './record-table.ts';
import { factsOf, sellerHasOffers, sellers } from './seller.ts';
import { recordSellerChanges } from './seller-change-propagation.ts';

/** A change that is about to be written: the new record (or the key of what goes), and the stored text it replaces. */
export type Change<Value> = { value: Value; old: string | undefined };

/** A record that must be there before one of this kind can be written, and what to say when it is not. */
export type Need<Model> = {
  readonly kind: RecordKind;
  keyOf(model: Model): string[];
  problemOf(model: Model): FieldProblem;
};

type Refusals = readonly (FieldProblem | undefined)[];

/** What the rest of the market has to say about a change of one kind of record. */
type RecordRules<Model extends Key, Key> = {
  readonly table: RecordTable<Model, Key>;
  readonly needs?: readonly Need<Model>[];
  /** Why a record cannot be written; one for each change, undefined where nothing is in the way. */
  refusePut?(tx: Sql, changes: readonly Change<Model>[]): Promise<Refusals>;
  refuseRemoval?(tx: Sql, changes: readonly Change<Key>[]): Promise<Refusals>;
  /** Tells the items whose boards no longer hold after the change. */
  touches?(value: Model | Key, old: string | undefined, touch: (key: ItemKey) => void): void;
  afterwards?(tx: Sql, changes: readonly Change<Model | Key>[], now: number): Promise<void>;
};

const marketplaceRules: RecordRules<Marketplace, MarketplaceKey> = {
  table: marketplaces,
  async refusePut(tx, changes) {
    const others = await allMarketplaces(tx);
    let standing = others.find(({ isDefault }) => isDefault)?.marketplaceId;
    return inTurn(changes, async ({ value, old }) => {
      const { marketplaceId, currency, isDefault } = value;
      if (old !== undefined && (JSON.parse(old) as Marketplace).currency !== currency) {
        if (await marketplaceIsUsed(tx, marketplaceId)) {
          return {
            field: 'currency',
            reason: `cannot change: ${marketplaceId} has amounts in the currency it has now`,
          };
        }
      }
      if (isDefault && standing !== undefined && standing !== marketplaceId) {
        return { field: 'isDefault', reason: `must be false: ${standing} is the default; make that one false first` };
      }
      if (isDefault) standing = marketplaceId;
      else if (standing === marketplaceId) standing = undefined;
      return undefined;
    });
  },
  refuseRemoval: (tx, changes) =>
    inTurn(changes, async ({ value: { marketplaceId } }) =>
      (await marketplaceIsUsed(tx, marketplaceId))
        ? { field: 'marketplaceId', reason: `${marketplaceId} has items or fee schedules; remove those first` }
        : undefined,
    ),
};

const sellerRules: RecordRules<Seller, SellerKey> = {
  table: sellers,
  refuseRemoval: (tx, changes) =>
    inTurn(changes, async ({ value: { sellerId } }) =>
      (await sellerHasOffers(tx, sellerId))
        ? { field: 'sellerId', reason: `${sellerId} has offers; remove those first` }
        : undefined,
    ),
  /** A seller can stand on many boards: they follow in the background (`ripple.ts`), never in this transaction. */
  async afterwards(tx, changes, now) {
    const moved = changes.filter(
      ({ value, old }) => old !== undefined && 'plan' in value && !sameFacts(value, JSON.parse(old)),
    );
    await recordSellerChanges(
      tx,
      moved.map(({ value }) => value.sellerId),
      now,
    );
  },
};

const itemRules: RecordRules<Item, ItemKey> = {
  table: items,
  refusePut: inAnotherCurrency,
  refuseRemoval: (tx, changes) =>
    inTurn(changes, async ({ value }) =>
      (await itemHasOffers(tx, value))
        ? { field: 'itemId', reason: `${value.itemId} has offers; remove those first` }
        : undefined,
    ),
  touches: ({ marketplaceId, itemId }, _old, touch) => touch({ marketplaceId, itemId }),
};

const offerRules: RecordRules<Offer, OfferKey> = {
  table: offers,
  needs: [
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
  touches(value, old, touch) {
    if ('itemId' in value) touch(value as Offer);
    const before: Offer | undefined = old === undefined ? undefined : JSON.parse(old);
    if (before) touch({ marketplaceId: before.marketplaceId, itemId: before.itemId });
  },
};

const feeScheduleRules: RecordRules<FeeSchedule, FeeScheduleKey> = {
  table: feeSchedules,
  refusePut: inAnotherCurrency,
};

// The kinds' models differ; a run of changes is of one kind, so its rules fit its values.
export const recordRules = {
  marketplace: marketplaceRules,
  seller: sellerRules,
  item: itemRules,
  offer: offerRules,
  feeSchedule: feeScheduleRules,
} as unknown as Readonly<Record<RecordKind, RecordRules<never, never>>>;

/** A record's amounts were read before the transaction: its marketplace may have another currency by now. */
async function inAnotherCurrency(
  tx: Sql,
  changes: readonly Change<{ marketplaceId: string; currency: string }>[],
): Promise<Refusals> {
  const currencies = await currenciesHeld(tx);
  return changes.map(({ value: { marketplaceId, currency } }) => {
    const right = currencies.get(marketplaceId);
    if (right === currency) return undefined;
    if (right === undefined) return { field: 'marketplaceId', reason: `there is no marketplace ${marketplaceId}` };
    return { field: 'currency', reason: `must be ${right}, the currency of ${marketplaceId}` };
  });
}

/** One text that names what a record is about, within its kind. */
export function keyOfRecord(record: MarketRecord): string {
  return keyText(recordRules[record.kind].table.keyOf((record.op === 'upsert' ? record.value : record.key) as never));
}

/** One after the other: rules for kinds of which few change at a time. */
async function inTurn<T>(
  changes: readonly T[],
  refuse: (change: T) => Promise<FieldProblem | undefined>,
): Promise<Refusals> {
  const refusals: (FieldProblem | undefined)[] = [];
  for (const change of changes) refusals.push(await refuse(change));
  return refusals;
}

function sameFacts(a: Seller, b: Seller): boolean {
  return JSON.stringify(factsOf(a)) === JSON.stringify(factsOf(b));
}
