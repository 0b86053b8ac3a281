import type { Db, Sql } from '../../db/db.ts';
import { RangeLeases } from '../../db/range-leases.ts';
import { factOf, setFact } from '../../db/service-fact.ts';
import { ALL_RANGES } from '../../domain/groups.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { MarketWriter } from '../market-writer.ts';
import { firstBatch } from '../offers/stored-offers.ts';
import { outdatedBoards, validityOf } from '../projections/boards/board-table.ts';
import { type DueBoards, dueBoards, nextDueMs } from '../projections/boards/due-boards.ts';
import { hasGapWalks, OFFERS_PER_WALK, walkGaps } from '../projections/listings/gap-walks.ts';
import { hasSellerChanges, nextAffectedItems } from '../projections/seller-changes/seller-walks.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';

/** Boards rebuilt in one transaction; fewer when they have many offers (`firstBatch`). */
const BATCH_SIZE = 100;

/**
 * Background work on boards, a batch at a time: each batch is one small transaction. Readers never depend on it: they
 * rebuild boards that are not current. Workers divide it by ranges of groups. Two that work on one board nevertheless collide, and one of
 * them finds nothing left: so no transaction needs the leases of its ranges.
 */
export class BoardMaintenance {
  readonly #db: Db;
  readonly #writer: MarketWriter;
  readonly #now: () => number;
  /** Who shares the work. */
  readonly leases: RangeLeases;

  constructor(db: Db, writer: MarketWriter, now: () => number) {
    this.#db = db;
    this.#writer = writer;
    this.#now = now;
    this.leases = new RangeLeases(db, { name: 'boards', isShared: false }, now);
  }

  /** Whether there is work in any range but boards of an older version. */
  async hasWork(): Promise<boolean> {
    const due = await dueBoards(this.#db, { now: this.#now() }, 1);
    return due.length > 0 || (await hasSellerChanges(this.#db)) || hasGapWalks(this.#db);
  }

  /** Milliseconds until the next date at which a board is due, zero or less when it has passed; undefined when there is none. */
  async nextDueInMs(ranges: readonly number[] = ALL_RANGES): Promise<number | undefined> {
    const dueMs = await nextDueMs(this.#db, ranges);
    return dueMs === undefined ? undefined : dueMs - this.#now();
  }

  /** Rebuilds a batch of the boards whose validity has ended. Returns how many; zero when none is left. */
  async refreshDue(limit: number = BATCH_SIZE, which: DueBoards = 'all', ranges = ALL_RANGES): Promise<number> {
    // Mostly there is none: then no transaction has to wait for other writers.
    if ((await dueBoards(this.#db, { now: this.#now(), which }, 1, ranges)).length === 0) return 0;
    const rebuilt = await this.#db.transaction(async (tx) => {
      const due = await firstBatch(tx, await dueBoards(tx, { now: this.#now(), which }, limit, ranges));
      await this.#writer.rebuildIn(tx, due);
      return due;
    });
    this.#writer.rebuilds.due += rebuilt.length;
    this.#writer.announce(rebuilt);
    return rebuilt.length;
  }

  /** Rebuilds a batch of the boards that recorded seller changes affect. Returns false when no change is left. */
  async propagateSellerChanges(limit: number = BATCH_SIZE, ranges = ALL_RANGES): Promise<boolean> {
    if (!(await hasSellerChanges(this.#db))) return false;
    const affected = await this.#db.transaction(async (tx) => {
      const now = this.#now();
      const next = await nextAffectedItems(tx, { limit, ranges }, now, (keys) => this.#writer.lockIn(tx, keys));
      if (next) await this.#writer.rebuildIn(tx, next.items, next.context);
      return next?.items;
    });
    if (affected) {
      this.#writer.rebuilds.seller_change += affected.length;
      this.#writer.announce(affected);
    }
    return affected !== undefined;
  }

  /** Writes the gaps of the offers on a batch of items whose boards were rebuilt. Returns how many items; zero when none is left. */
  async refreshGaps(limit?: number, ranges = ALL_RANGES): Promise<number> {
    if (!(await hasGapWalks(this.#db))) return 0;
    const offers = OFFERS_PER_WALK[this.#db.engine];
    // The offers of so many items are counted: of most, more than a walk has.
    const share = { limit: limit ?? Math.ceil(offers / 2), ranges, offers };
    const lock = (tx: Sql) => (keys: readonly ItemKey[]) => this.#writer.lockIn(tx, keys);
    return this.#db.transaction((tx) => walkGaps(tx, share, this.#now(), lock(tx)), { isGentle: true });
  }

  /** Rebuilds a batch of the boards of an older version. Returns the key to go on after; undefined at the end. */
  async refreshOutdated(after: ItemKey, limit: number = BATCH_SIZE): Promise<ItemKey | undefined> {
    const { outdated, last } = await outdatedBoards(this.#db, this.#writer.format.version, after, limit);
    if (outdated.length === 0) return last;
    const batch = await firstBatch(this.#db, outdated);
    this.#writer.rebuilds.version += await this.#rebuildOlder(batch);
    return batch.length < outdated.length ? batch.at(-1) : last;
  }

  /**
   * Rebuilds those of these boards that an older version wrote, in one transaction. Returns how many: a reader, or the background
   * work of another process, may have been faster.
   */
  async #rebuildOlder(keys: readonly ItemKey[]): Promise<number> {
    const { version } = this.#writer.format;
    const older = await this.#db.transaction(async (tx) => {
      await this.#writer.lockIn(tx, keys);
      const validity = await validityOf(tx, keys);
      const found = keys.filter((key) => (validity.get(keyText(items.keyOf(key)))?.version ?? version) < version);
      await this.#writer.rebuildIn(tx, found);
      return found;
    });
    this.#writer.announce(older);
    return older.length;
  }

  /** Rebuilds these boards, current or not. */
  async rebuild(keys: readonly ItemKey[]): Promise<void> {
    const distinct = [...new Map(keys.map((key) => [keyText(items.keyOf(key)), key])).values()];
    await this.#db.transaction((tx) => this.#writer.rebuildIn(tx, distinct));
    this.#writer.announce(distinct);
  }

  /**
   * Whether `refreshOutdated` of this version, or of a newer one, has gone through all boards. An older process that
   * still runs leaves the boards of a newer version alone, and rebuilds one only when it reads it and cannot use it.
   */
  async isUpToDate(): Promise<boolean> {
    return (await recordedVersion(this.#db)) >= this.#writer.format.version;
  }

  /**
   * Records that `refreshOutdated` has gone through all boards: later starts skip it. An older process that still runs may
   * write a few more boards; newer readers rebuild those. Never records an older version than the store has.
   */
  async recordUpToDate(): Promise<void> {
    const { version } = this.#writer.format;
    await this.#db.transaction(async (tx) => {
      if ((await recordedVersion(tx)) < version) await setFact(tx, 'boards version', String(version));
    });
  }
}

async function recordedVersion(sql: Sql): Promise<number> {
  return Number((await factOf(sql, 'boards version')) ?? 0);
}
