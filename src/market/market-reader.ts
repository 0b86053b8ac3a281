import type { Db } from '../db/db.ts';
import type { ItemKey } from '../domain/market/item.ts';
import type { OfferKey } from '../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../domain/maybe-promise.ts';
import type { OwnOfferFilter } from '../domain/pricing/own-offers.ts';
import type { Condition, CustomerType } from '../domain/vocabulary.ts';
import { CurrentBoards } from './current-boards.ts';
import type { BoardListener, MarketWriter } from './market-writer.ts';
import type { Validity } from './projections/boards/board-table.ts';
import {
  type BoardRequest,
  type CompetitiveBoard,
  readCompetitiveBoards,
} from './projections/boards/competitive-board.ts';
import { type ListingPosition, readListingPositions } from './projections/boards/listing-position.ts';
import { type OfferBoard, readItemBoard, readListing } from './projections/boards/offer-board.ts';
import { type ProductBoard, readProductsByItem, readProductsBySku } from './projections/boards/product-board.ts';
import { ProductCache } from './projections/boards/product-cache.ts';

/** Reads boards. A reader never gets one that is not current: it is rebuilt first. */
export class MarketReader {
  readonly #db: Db;
  readonly #writer: MarketWriter;
  readonly #boards: CurrentBoards;
  readonly #productCache: ProductCache;

  constructor(db: Db, now: () => number, writer: MarketWriter) {
    this.#db = db;
    this.#boards = new CurrentBoards(db, now, writer);
    this.#writer = writer;
    this.#productCache = new ProductCache(this);
  }

  /** Whether a board that was read can be used: this version can read it, and it is valid now. */
  isCurrent(validity: Validity): boolean {
    return this.#boards.isCurrent(validity);
  }

  /** Calls the listener with items whose boards changed: what was read of them must not be used again. */
  onBoards(listener: BoardListener): void {
    this.#writer.onBoards(listener);
  }

  /** See `Db.foreignChanges`. */
  foreignChanges(): number | undefined {
    return this.#db.foreignChanges();
  }

  /** The board of the item that a seller's SKU lists. Undefined when the seller has no such SKU. */
  listing(key: OfferKey, customer: CustomerType, condition: Condition): MaybePromise<OfferBoard | undefined> {
    return this.#one(key.marketplaceId, () => readListing(this.#db, key, customer, condition));
  }

  /** The board of an item. Undefined when there is no such item. */
  itemBoard(key: ItemKey, customer: CustomerType, condition: Condition): MaybePromise<OfferBoard | undefined> {
    return this.#one(key.marketplaceId, () => readItemBoard(this.#db, key, customer, condition));
  }

  /** Where a seller's listings stand, in any order. Unknown SKUs are missing. */
  listingPositions(keys: readonly OfferKey[]): MaybePromise<ListingPosition[]> {
    return this.#many(marketplaceOf(keys), () => readListingPositions(this.#db, keys));
  }

  /** The decisions about items of one marketplace, in any order, with the requested shelves. Unknown items are missing. */
  competitiveBoards(marketplaceId: string, requests: readonly BoardRequest[]): MaybePromise<CompetitiveBoard[]> {
    return this.#many(marketplaceId, () => readCompetitiveBoards(this.#db, marketplaceId, requests));
  }

  /** The products of a seller's SKUs, in any order, with the best of its own offers as records. Unknown SKUs are missing. */
  productsBySku(keys: readonly OfferKey[], filter: OwnOfferFilter): MaybePromise<ProductBoard[]> {
    return this.#many(marketplaceOf(keys), () => readProductsBySku(this.#db, keys, filter));
  }

  /** The same for consumers, with own-offer texts where they are stored. */
  productsWithOwnOfferTexts(keys: readonly OfferKey[]): MaybePromise<ProductBoard[]> {
    const readTexts = () => this.#productCache.read(this.#db, keys);
    // Own-offer texts are right only while the board is current. After a rebuild another change may follow at once.
    const readRecords = () => readProductsBySku(this.#db, keys, { customer: 'Consumer' });
    return this.#many(marketplaceOf(keys), readTexts, readRecords);
  }

  /** The same by item, with one seller's own offers as records. */
  productsByItem(sellerId: string, keys: readonly ItemKey[], filter: OwnOfferFilter): MaybePromise<ProductBoard[]> {
    return this.#many(marketplaceOf(keys), () => readProductsByItem(this.#db, sellerId, keys, filter));
  }

  #one(marketplaceId: string, read: () => MaybePromise<OfferBoard | undefined>): MaybePromise<OfferBoard | undefined> {
    return andThen(read(), (board) => {
      if (board === undefined || this.isCurrent(board)) return board;
      const notCurrent = (found: OfferBoard | undefined) => this.#notCurrent(marketplaceId, found ? [found] : []);
      return this.#boards.readRebuilt(notCurrent(board), read, notCurrent);
    });
  }

  #many<Board extends Validity & { item_id: string }>(
    marketplaceId: string,
    read: () => MaybePromise<Board[]>,
    readRebuilt: () => MaybePromise<Board[]> = read,
  ): MaybePromise<Board[]> {
    return andThen(read(), (boards) => {
      const outdated = this.#notCurrent(marketplaceId, boards);
      if (outdated.length === 0) return boards;
      return this.#boards.readRebuilt(outdated, readRebuilt, (found) => this.#notCurrent(marketplaceId, found));
    });
  }

  #notCurrent(marketplaceId: string, boards: readonly (Validity & { item_id: string })[]): ItemKey[] {
    const outdated = boards.filter((board) => !this.isCurrent(board));
    return outdated.map(({ item_id: itemId }) => ({ marketplaceId, itemId }));
  }
}

const marketplaceOf = (keys: readonly { marketplaceId: string }[]): string => keys[0]?.marketplaceId ?? '';
