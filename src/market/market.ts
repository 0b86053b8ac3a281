import { type Db, type Sql, violatedConstraint } from '../db/db.ts';
import type { ItemKey } from '../domain/market/item.ts';
import type { Offer, OfferKey } from '../domain/market/offer.ts';
import type { MarketRecord } from '../domain/market/records/market-record.ts';
import { andThen, type MaybePromise } from '../domain/maybe-promise.ts';
import type { BoxName } from '../domain/pricing/decision.ts';
import type { SeenOffer } from '../domain/pricing/offers.ts';
import type { OwnOfferFilter } from '../domain/pricing/own-offers.ts';
import type { TraceContext } from '../domain/trace-context.ts';
import type { Condition, CustomerType } from '../domain/vocabulary.ts';
import { BOARD_VERSION, OLDEST_READER_VERSION } from '../wire/pricing/board.ts';
import { BoardMaintenance } from './boards/board-maintenance.ts';
import type { BoardFormat } from './boards/board-rebuild.ts';
import { markStale, type Validity } from './boards/board-table.ts';
import { type BoardRequest, type CompetitiveBoard, readCompetitiveBoards } from './boards/competitive-board.ts';
import { type OfferBoard, readItemBoard, readListing } from './boards/offer-board.ts';
import { type ProductBoard, readKnownSkus, readProductsByItem, readProductsBySku } from './boards/product-board.ts';
import { ProductCache } from './boards/product-cache.ts';
import { type BoardListener, ReadModel, type Rebuilds } from './boards/read-model.ts';
import { type BoardTime, staleItems } from './boards/stale-items.ts';
import { addEvents } from './events/board-events.ts';
import { LANES } from './events/market-event.ts';
import { MarketEvents } from './events/market-events.ts';
import type { Occasion } from './events/occasion.ts';
import { pendingLines } from './events/pending-changes.ts';
import { FeeEvents } from './fees/fee-events.ts';
import { MarketHistory } from './history/market-history.ts';
import { countMatches, type ListingCount, readListingCounts } from './listings/listing-counts.ts';
import { type ListingPage, type ListingPageRequest, readListingPage } from './listings/listing-page.ts';
import { type ListingPosition, readListingPositions } from './listings/listing-position.ts';
import { MarketFacts } from './market-facts.ts';
import { countEligibleBefore } from './offers/offer-rank.ts';
import { applyRecords, type ChangeOutcome } from './records/changes.ts';
import { compareItemKeys, items } from './records/item.ts';
import { keyOfRecord } from './records/record-rules.ts';
import { keyText } from './records/record-table.ts';

/** How records are applied. */
export type ApplyOptions = {
  boards: BoardTime;
  /** Tells nobody what changes: all of it, or that of these marketplaces. */
  quiet?: boolean | ReadonlySet<string>;
  /** The operator's request: events name it. */
  requestId?: string;
  /** Its trace: deliveries of the events belong to it. */
  trace?: TraceContext | undefined;
  /** Records the change, in its transaction: what it writes takes effect with the change, or not at all. */
  onApplied?: OnApplied;
};

export type OnApplied = (
  tx: Sql,
  records: readonly MarketRecord[],
  outcomes: readonly ChangeOutcome[],
) => MaybePromise<void>;

/**
 * The market for the rest of the service: changes go in, finished boards come out. A reader never gets a board that does
 * not hold: the board is rebuilt first.
 */
export class Market {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #readModel: ReadModel;
  readonly #productCache: ProductCache;
  /** The operator's records. */
  readonly facts: MarketFacts;
  /** Background work on boards. */
  readonly maintenance: BoardMaintenance;
  /** Who held the buy boxes at which prices. */
  readonly history: MarketHistory;
  /** What changed, until it is addressed to sellers. */
  readonly events: MarketEvents;
  /** What changes about fees, until sellers are told. */
  readonly feeEvents = new FeeEvents();

  /** Tests of rolling upgrades pass another format of the boards. */
  constructor(db: Db, now: () => number, format: Partial<BoardFormat> = {}) {
    const { version = BOARD_VERSION, oldestReader = OLDEST_READER_VERSION } = format;
    this.#db = db;
    this.#now = now;
    this.#readModel = new ReadModel(db, now, { version, oldestReader });
    this.#productCache = new ProductCache(this);
    this.facts = new MarketFacts(db, undefined, this);
    this.maintenance = new BoardMaintenance(db, this.#readModel, now);
    this.history = new MarketHistory(db, now);
    this.events = new MarketEvents(db, now);
  }

  /** Boards rebuilt since the start, by cause. */
  get rebuilds(): Readonly<Rebuilds> {
    return this.#readModel.rebuilds;
  }

  onBoards(listener: BoardListener): void {
    this.#readModel.onBoards(listener);
  }

  /** The clock that boards are judged by. What judges a listing beside its board must use it with `boardTime`, too. */
  now(): number {
    return this.#now();
  }

  /** See `Db.foreignChanges`. */
  foreignChanges(): number | undefined {
    return this.#db.foreignChanges();
  }

  /** Whether a board that was read can be used: this version can read it, and it is valid now. */
  holds(validity: Validity): boolean {
    return this.#readModel.holds(validity);
  }

  /** Rebuilds these boards, whether they hold or not. */
  rebuild(keys: readonly ItemKey[]): Promise<void> {
    return this.#readModel.rebuild(keys);
  }

  /** Applies records in order, in one transaction, and returns the outcome of each. */
  async apply(records: readonly MarketRecord[], options: ApplyOptions): Promise<ChangeOutcome[]> {
    try {
      return await this.#applyOnce(records, options);
    } catch (error) {
      // Another process has made another marketplace the default. A second try sees that, and rejects with the reason.
      if (violatedConstraint(error) !== 'unique') throw error;
      return this.#applyOnce(records, options);
    }
  }

  async #applyOnce(records: readonly MarketRecord[], options: ApplyOptions): Promise<ChangeOutcome[]> {
    const { outcomes, touched, rebuilt } = await this.#db.transaction((tx) => this.#applyIn(tx, records, options));
    this.facts.invalidate();
    this.#readModel.rebuilds.change += rebuilt;
    this.#readModel.announce(touched);
    return outcomes;
  }

  async #applyIn(
    tx: Sql,
    records: readonly MarketRecord[],
    { boards, quiet = false, requestId, onApplied, trace }: ApplyOptions,
  ): Promise<{ outcomes: ChangeOutcome[]; touched: ItemKey[]; rebuilt: number }> {
    const now = this.#now();
    const isMarkedStale = staleItems(records, boards);
    const isQuiet = (id: string) => (typeof quiet === 'boolean' ? quiet : quiet.has(id));
    const lane = boards === 'now' ? LANES.live : LANES.background;
    const occasion: Occasion = { lane, isChange: true, isQuiet, requestId, trace };
    await this.#readModel.lockChangedIn(tx, records);
    const { outcomes, touched, ...written } = await applyRecords(tx, records, now, isMarkedStale, occasion);
    const removed = removedItems(records, outcomes);
    const isStale = (key: ItemKey) =>
      isMarkedStale(keyText(items.keyOf(key))) && !removed.has(keyText(items.keyOf(key)));
    const { stale = [], fresh = [] } = Object.groupBy(touched, (key) => (isStale(key) ? 'stale' : 'fresh'));
    if (fresh.length > 0) await this.#readModel.rebuildIn(tx, fresh, now, occasion, written);
    else await addEvents(tx, [], written.notes, occasion);
    const pendingOf = (key: ItemKey) =>
      isQuiet(key.marketplaceId) ? null : pendingLines(written.notes.items.get(keyText(items.keyOf(key))), requestId);
    // PostgreSQL gets both at once.
    await Promise.all([markStale(tx, stale.sort(compareItemKeys), pendingOf), onApplied?.(tx, records, outcomes)]);
    return { outcomes, touched, rebuilt: fresh.length };
  }

  /** The board of the item that a seller's SKU lists. Undefined when the seller has no such SKU. */
  listing(key: OfferKey, customer: CustomerType, condition: Condition): MaybePromise<OfferBoard | undefined> {
    return this.#offerBoard(key.marketplaceId, () => readListing(this.#db, key, customer, condition));
  }

  /** The board of an item. Undefined when there is no such item. */
  itemBoard(key: ItemKey, customer: CustomerType, condition: Condition): MaybePromise<OfferBoard | undefined> {
    return this.#offerBoard(key.marketplaceId, () => readItemBoard(this.#db, key, customer, condition));
  }

  #offerBoard(
    marketplaceId: string,
    read: () => MaybePromise<OfferBoard | undefined>,
  ): MaybePromise<OfferBoard | undefined> {
    return andThen(read(), (board) => {
      if (board === undefined || this.holds(board)) return board;
      const invalidIn = (found: OfferBoard | undefined) => this.#invalidIn(marketplaceId, found ? [found] : []);
      return this.#readModel.readRebuilt(invalidIn(board), read, invalidIn);
    });
  }

  /** Where a seller's listings stand, in any order. Unknown SKUs are missing. */
  listingPositions(keys: readonly OfferKey[]): MaybePromise<ListingPosition[]> {
    return this.#products(keys[0]?.marketplaceId ?? '', () => readListingPositions(this.#db, keys));
  }

  /** The decisions about items of one marketplace, in any order, with the requested shelves. Unknown items are missing. */
  competitiveBoards(marketplaceId: string, requests: readonly BoardRequest[]): MaybePromise<CompetitiveBoard[]> {
    return this.#products(marketplaceId, () => readCompetitiveBoards(this.#db, marketplaceId, requests));
  }

  /** A page of a seller's listings: the keys for `listingPositions`, in their order. */
  listingPage(request: ListingPageRequest): MaybePromise<ListingPage> {
    return readListingPage(this.#db, request);
  }

  /** How many of a seller's listings are in each state; with a query, of those that match it. */
  listingCounts(marketplaceId: string, sellerId: string, query?: string): MaybePromise<ListingCount[]> {
    if (query !== undefined) return countMatches(this.#db, marketplaceId, sellerId, query);
    return readListingCounts(this.#db, marketplaceId, sellerId);
  }

  /**
   * The number of eligible offers in a buy box that come before an offer, on its terms or on others. Right while the board of
   * its item holds: read it right after `listingPositions`.
   */
  eligibleBefore(box: BoxName, seen: SeenOffer<Offer>): MaybePromise<number> {
    return countEligibleBefore(this.#db, box, seen);
  }

  /** Returns the SKUs that the seller has. */
  knownSkus(keys: readonly OfferKey[]): MaybePromise<Set<string>> {
    return readKnownSkus(this.#db, keys);
  }

  /** The products of a seller's SKUs, in any order, with the best of its own offers as records. Unknown SKUs are missing. */
  productsBySku(keys: readonly OfferKey[], filter: OwnOfferFilter): MaybePromise<ProductBoard[]> {
    return this.#products(keys[0]?.marketplaceId ?? '', () => readProductsBySku(this.#db, keys, filter));
  }

  /** The same for consumers, with own-offer texts where they are stored. */
  productsWithOwnOfferTexts(keys: readonly OfferKey[]): MaybePromise<ProductBoard[]> {
    const readTexts = () => this.#productCache.read(this.#db, keys);
    // Own-offer texts are right only while the board holds. After a rebuild another change may follow at once.
    const readRecords = () => readProductsBySku(this.#db, keys, { customer: 'Consumer' });
    return this.#products(keys[0]?.marketplaceId ?? '', readTexts, readRecords);
  }

  /** The same by item, with one seller's own offers as records. */
  productsByItem(sellerId: string, keys: readonly ItemKey[], filter: OwnOfferFilter): MaybePromise<ProductBoard[]> {
    return this.#products(keys[0]?.marketplaceId ?? '', () => readProductsByItem(this.#db, sellerId, keys, filter));
  }

  #products<Board extends Validity & { item_id: string }>(
    marketplaceId: string,
    read: () => MaybePromise<Board[]>,
    readRebuilt: () => MaybePromise<Board[]> = read,
  ): MaybePromise<Board[]> {
    return andThen(read(), (boards) => {
      const invalid = this.#invalidIn(marketplaceId, boards);
      if (invalid.length === 0) return boards;
      return this.#readModel.readRebuilt(invalid, readRebuilt, (found) => this.#invalidIn(marketplaceId, found));
    });
  }

  /** The items whose boards do not hold. */
  #invalidIn(marketplaceId: string, boards: readonly (Validity & { item_id: string })[]): ItemKey[] {
    const invalid = boards.filter((board) => !this.holds(board));
    return invalid.map(({ item_id: itemId }) => ({ marketplaceId, itemId }));
  }
}

/**
 * The items that these changes removed, by `keyText`. Their boards are never only marked as stale: an item that is added again
 * has no decision before, so nobody would end the buy boxes of the removed one in the history.
 */
function removedItems(records: readonly MarketRecord[], outcomes: readonly ChangeOutcome[]): Set<string> {
  const removed = new Set<string>();
  records.forEach((record, n) => {
    if (record.kind === 'item' && outcomes[n] === 'removed') removed.add(keyOfRecord(record));
  });
  return removed;
}
