import { type Db, type Sql, violatedConstraint } from '../db/db.ts';
import { factOf, setFact } from '../db/service-fact.ts';
import type { ItemKey } from '../domain/market/item.ts';
import type { OfferKey } from '../domain/market/offer.ts';
import type { MarketRecord } from '../domain/market/records.ts';
import { andThen, type MaybePromise } from '../domain/maybe-promise.ts';
import { holdsAt } from '../domain/pricing/board.ts';
import type { Condition, CustomerType } from '../domain/vocabulary.ts';
import { BOARD_VERSION } from '../wire/pricing/board.ts';
import { dueBoards, markStale, outdatedBoards, refreshBoards, withinReach } from './board.ts';
import { applyChanges, type Outcome } from './changes.ts';
import { items } from './item.ts';
import {
  type OfferBoard,
  type ProductBoard,
  readItemBoard,
  readKnownSkus,
  readListing,
  readProductsByItem,
  readProductsBySku,
  readWrittenProducts,
  type Validity,
} from './listing.ts';
import { MarketFacts } from './market-facts.ts';
import { keyText } from './record-table.ts';
import { nextAffectedItems } from './seller-change-propagation.ts';

/** Boards made in one transaction of background work; fewer when they have many offers (`withinReach`). */
const BOARDS_A_PIECE = 100;

/**
 * When the boards that a change touches are rewritten: `now`, in the same transaction; `later`, when they are only
 * marked, by `refreshDue` or by their first reader; `bulk` is now for a batch whose changes gather on few boards (a file
 * with each item's offers together), and later for one that touches a board a change, and will touch it again.
 */
export type BoardTime = 'now' | 'later' | 'bulk';

const CHANGES_WORTH_A_BOARD = 4;

/**
 * The market as the rest of the service sees it: changes go in, finished boards come out. A board is never read past its
 * time: a reader that meets one makes it anew first.
 */
export class Market {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #version: number;
  /** What the operator said, record by record. */
  readonly facts: MarketFacts;
  /** Told which boards were made anew or no longer hold, as soon as that is so for everybody. */
  readonly #listeners: ((keys: readonly ItemKey[]) => void)[] = [];

  /** Tests of rolling upgrades pass another version of the boards. */
  constructor(db: Db, now: () => number, { version = BOARD_VERSION }: { version?: number } = {}) {
    this.#db = db;
    this.#now = now;
    this.#version = version;
    this.facts = new MarketFacts(db, now);
  }

  onBoards(listener: (keys: readonly ItemKey[]) => void): void {
    this.#listeners.push(listener);
  }

  /** See `Db.foreignChanges`. */
  foreignChanges(): number | undefined {
    return this.#db.foreignChanges();
  }

  #tell(keys: readonly ItemKey[]): void {
    for (const listener of this.#listeners) listener(keys);
  }

  /** Applies records in order, all or none of them durably, and tells what became of each. */
  async apply(records: readonly MarketRecord[], options: { boards: BoardTime }): Promise<Outcome[]> {
    try {
      return await this.#applyOnce(records, options);
    } catch (error) {
      // Somebody else made another marketplace the default at this moment. Now it can be seen, and refused with its reason.
      if (violatedConstraint(error) !== 'unique') throw error;
      return this.#applyOnce(records, options);
    }
  }

  async #applyOnce(records: readonly MarketRecord[], options: { boards: BoardTime }): Promise<Outcome[]> {
    const { outcomes, touched } = await this.#db.transaction((tx) => this.#applyIn(tx, records, options));
    this.facts.forget();
    this.#tell(touched);
    return outcomes;
  }

  async #applyIn(
    tx: Sql,
    records: readonly MarketRecord[],
    options: { boards: BoardTime },
  ): Promise<{ outcomes: Outcome[]; touched: ItemKey[] }> {
    const { outcomes, touched, arrived } = await applyChanges(tx, records, this.#now());
    // In one order everywhere: two transactions that touch the same boards then wait for each other, not in a circle.
    touched.sort(byKey);
    const { boards } = options;
    if (boards === 'now' || (boards === 'bulk' && touched.length * CHANGES_WORTH_A_BOARD <= records.length)) {
      await refreshBoards(tx, this.#version, touched, this.#now(), arrived);
    } else {
      await markStale(tx, touched);
    }
    return { outcomes, touched };
  }

  /** The board that a seller's SKU leads to; undefined when the seller has no such SKU. */
  listing(key: OfferKey, customer: CustomerType, condition: Condition): MaybePromise<OfferBoard | undefined> {
    const { marketplaceId } = key;
    return this.#holding(marketplaceId, () => readListing(this.#db, key, customer, condition));
  }

  /** The board of an item; undefined when there is no such item. */
  itemBoard(key: ItemKey, customer: CustomerType, condition: Condition): MaybePromise<OfferBoard | undefined> {
    const { marketplaceId } = key;
    return this.#holding(marketplaceId, () => readItemBoard(this.#db, key, customer, condition));
  }

  #holding(marketplaceId: string, read: () => MaybePromise<OfferBoard | undefined>) {
    return andThen(read(), (board) => {
      if (board === undefined || this.holds(board)) return board;
      return this.refresh([{ marketplaceId, itemId: board.item_id }]).then(read);
    });
  }

  /** Those of these that are SKUs of the seller. */
  knownSkus(keys: readonly OfferKey[]): MaybePromise<Set<string>> {
    return readKnownSkus(this.#db, keys);
  }

  /** The products of a seller's SKUs, in no promised order; unknown SKUs are missing. */
  productsBySku(keys: readonly OfferKey[], customer: CustomerType): MaybePromise<ProductBoard[]> {
    return this.#products(keys[0]?.marketplaceId ?? '', () => readProductsBySku(this.#db, keys, customer));
  }

  /** The same as consumers see them, with what is written of the seller's own offers. */
  writtenProducts(keys: readonly OfferKey[]): MaybePromise<ProductBoard[]> {
    const byRecords = () => readProductsBySku(this.#db, keys, 'Consumer');
    return this.#products(keys[0]?.marketplaceId ?? '', () => readWrittenProducts(this.#db, keys), byRecords);
  }

  /** The same by item, with what this seller offers on each. */
  productsByItem(sellerId: string, keys: readonly ItemKey[], customer: CustomerType): MaybePromise<ProductBoard[]> {
    return this.#products(keys[0]?.marketplaceId ?? '', () => readProductsByItem(this.#db, sellerId, keys, customer));
  }

  /** `readAgain` after boards were made anew: another change may follow at once, so it must not rely on what holds. */
  #products(
    marketplaceId: string,
    read: () => MaybePromise<ProductBoard[]>,
    readAgain: () => MaybePromise<ProductBoard[]> = read,
  ): MaybePromise<ProductBoard[]> {
    return andThen(read(), (boards) => {
      const outdated = boards.filter((board) => !this.holds(board));
      if (outdated.length === 0) return boards;
      return this.refresh(outdated.map(({ item_id }) => ({ marketplaceId, itemId: item_id }))).then(readAgain);
    });
  }

  /** Makes these boards anew, in one transaction. */
  async refresh(keys: readonly ItemKey[]): Promise<void> {
    // Two SKUs may lead to one item, whose offers must not be counted twice.
    const inOrder = [...new Map(keys.map((key) => [keyText(items.keyOf(key)), key])).values()].sort(byKey);
    await this.#db.transaction((tx) => refreshBoards(tx, this.#version, inOrder, this.#now()));
    this.#tell(inOrder);
  }

  /** Makes a piece of the boards whose time is up; how many. Zero when there is nothing to do. */
  async refreshDue(limit: number = BOARDS_A_PIECE): Promise<number> {
    const made = await this.#db.transaction(async (tx) => {
      const due = await withinReach(tx, await dueBoards(tx, this.#now(), limit));
      await refreshBoards(tx, this.#version, due.sort(byKey), this.#now());
      return due;
    });
    this.#tell(made);
    return made.length;
  }

  /** Carries a piece of the sellers' changes to the boards they stand on; false when none is left. */
  async propagateSellerChanges(limit: number = BOARDS_A_PIECE): Promise<boolean> {
    const reached = await this.#db.transaction(async (tx) => {
      const items = await nextAffectedItems(tx, limit, this.#now());
      if (items) await refreshBoards(tx, this.#version, items.sort(byKey), this.#now());
      return items;
    });
    if (reached) this.#tell(reached);
    return reached !== undefined;
  }

  /** Makes the boards that other rules made, a piece at a time; where to go on from, undefined at the end. */
  async refreshOutdated(after: ItemKey, limit: number = BOARDS_A_PIECE): Promise<ItemKey | undefined> {
    const { outdated, last } = await outdatedBoards(this.#db, this.#version, after, limit);
    if (outdated.length === 0) return last;
    const now = await withinReach(this.#db, outdated);
    await this.refresh(now);
    return now.length < outdated.length ? now.at(-1) : last;
  }

  /** Whether `refreshOutdated` has been through all boards since the rules last changed. */
  async isUpToDate(): Promise<boolean> {
    return (await factOf(this.#db, 'boards version')) === String(this.#version);
  }

  /**
   * From now on no start looks through all boards again. A process with older rules that still runs may make one more:
   * its reader makes it anew, as everybody who finds one does.
   */
  async recordUpToDate(): Promise<void> {
    await setFact(this.#db, 'boards version', String(this.#version));
  }

  /** Whether what was read still is how things stand, as far as time and rules go. */
  holds({ version, valid_from, valid_until }: Validity): boolean {
    return version === this.#version && holdsAt(valid_from, valid_until, this.#now);
  }
}

function byKey(a: ItemKey, b: ItemKey): number {
  if (a.marketplaceId !== b.marketplaceId) return a.marketplaceId < b.marketplaceId ? -1 : 1;
  if (a.itemId === b.itemId) return 0;
  return a.itemId < b.itemId ? -1 : 1;
}
