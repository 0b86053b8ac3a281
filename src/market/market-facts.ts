import { TtlValue } from '../async/ttl-value.ts';
import type { Db } from '../db/db.ts';
import type { FeeSchedule } from '../domain/fees/fee-schedule.ts';
import type { Item, ItemKey } from '../domain/market/item.ts';
import type { Marketplace } from '../domain/market/marketplace.ts';
import type { Offer, OfferKey } from '../domain/market/offer.ts';
import { homeMarketplaceOf } from '../domain/market/participation.ts';
import type { Seller } from '../domain/market/seller.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { EventNames, WantedNames } from '../domain/notifications/texts/event-names.ts';
import { offersOfSellerOnItem } from './offers/stored-offers.ts';
import { allFeeSchedules } from './records/fee-schedule.ts';
import { type FeeSubject, feeSubjectOfItem, feeSubjectOfListing, feeSubjectsOfItems } from './records/fee-subject.ts';
import { type FeeItem, findItem } from './records/item.ts';
import { type ChangeSource, ItemCache } from './records/item-cache.ts';
import { allMarketplaces, marketplaceHasItems, marketplacesWithItems } from './records/marketplace.ts';
import { readNames } from './records/names.ts';
import type { RecordChange } from './records/record-change.ts';
import { findSeller } from './records/seller.ts';

/** How long this process may not see a marketplace or fee schedule that another process changed. */
const TTL_MS = 5_000;

/** 15 MB. */
const MAX_FEE_ITEMS = 30_000;

/**
 * The records of the market, one keyed read each. Marketplaces and fee schedules, which every request needs, are cached for
 * a few seconds.
 */
export class MarketFacts {
  readonly #db: Db;
  readonly #feeItems: ItemCache<FeeItem> | undefined;
  readonly #marketplaces: TtlValue<Marketplace[]>;
  readonly #schedules: TtlValue<FeeSchedule[]>;
  readonly #stocked: TtlValue<string[]>;

  /** Without `changes`, what fees depend on is read each time. */
  constructor(db: Db, now = () => performance.now(), changes?: ChangeSource) {
    this.#db = db;
    this.#feeItems = changes && new ItemCache(changes, MAX_FEE_ITEMS);
    this.#marketplaces = new TtlValue(() => allMarketplaces(db), TTL_MS, now);
    this.#schedules = new TtlValue(() => allFeeSchedules(db), TTL_MS, now);
    this.#stocked = new TtlValue(() => marketplacesWithItems(db), TTL_MS, now);
  }

  marketplaces(): MaybePromise<Marketplace[]> {
    return this.#marketplaces.get();
  }

  /** The fee schedules of all marketplaces. */
  feeSchedules(): MaybePromise<FeeSchedule[]> {
    return this.#schedules.get();
  }

  /** What one seller's fees for an item depend on. Undefined when there is no such item. */
  itemForFees(key: ItemKey, sellerId: string): MaybePromise<FeeSubject | undefined> {
    return feeSubjectOfItem(this.#db, key, sellerId, this.#feeItems);
  }

  /** The same for many items, in their order. */
  itemsForFees(keys: readonly ItemKey[], sellerId: string): MaybePromise<(FeeSubject | undefined)[]> {
    return feeSubjectsOfItems(this.#db, keys, sellerId, this.#feeItems);
  }

  /** The same by the seller's own listing, which is returned, too. */
  listingForFees(key: OfferKey): MaybePromise<FeeSubject | undefined> {
    return feeSubjectOfListing(this.#db, key);
  }

  /** A seller's offers on an item, on sale or not. */
  ownOffers(sellerId: string, key: ItemKey): MaybePromise<Offer[]> {
    return offersOfSellerOnItem(this.#db, sellerId, key);
  }

  /** Undefined when the operator has no record of the item. */
  item(key: ItemKey): Promise<Item | undefined> {
    return findItem(this.#db, key);
  }

  /** Whether the marketplace has an item. */
  hasItems(marketplaceId: string): Promise<boolean> {
    return marketplaceHasItems(this.#db, marketplaceId);
  }

  /** The marketplaces that have items. That one has none is not cached: its first load would stay quiet for too long. */
  async marketplacesWithItems(): Promise<string[]> {
    const stocked = await this.#stocked.get();
    const all = await this.marketplaces();
    if (all.every(({ marketplaceId }) => stocked.includes(marketplaceId))) return stocked;
    this.#stocked.invalidate();
    return this.#stocked.get();
  }

  /** Undefined when the operator has no record of the seller. */
  seller(sellerId: string): Promise<Seller | undefined> {
    return findSeller(this.#db, sellerId);
  }

  /** Where a seller sees in the console what belongs to no marketplace. Undefined when the seller takes part in none. */
  async homeMarketplace(sellerId: string): Promise<string | undefined> {
    return homeMarketplaceOf(await this.marketplaces(), await this.seller(sellerId));
  }

  /** The names of what events mention by id, for messages to people. */
  async names(wanted: WantedNames): Promise<EventNames> {
    const marketplaces = await this.marketplaces();
    return {
      ...(await readNames(this.#db, wanted)),
      marketplaces: new Map(marketplaces.map(({ marketplaceId, name }) => [marketplaceId, name])),
    };
  }

  /** Drops all cached records: another process has changed them. */
  invalidate(): void {
    for (const cached of [this.#marketplaces, this.#schedules, this.#stocked]) cached.invalidate();
  }

  /** Drops the cached records that these changes are about. Most changes are about offers, and drop none. */
  invalidateChanged(changes: readonly RecordChange[]): void {
    if (changes.some(({ kind }) => kind === 'marketplace')) this.#marketplaces.invalidate();
    if (changes.some(({ kind }) => kind === 'feeSchedule')) this.#schedules.invalidate();
    if (changes.some(({ kind, after }) => kind === 'item' && after === undefined)) this.#stocked.invalidate();
  }
}
