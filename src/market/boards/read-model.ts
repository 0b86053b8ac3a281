import type { Db, Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { MarketRecord } from '../../domain/market/records/market-record.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import { holdsAt } from '../../domain/pricing/board-time.ts';
import { type Occasion, UPKEEP } from '../events/occasion.ts';
import { compareItemKeys, items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { type BoardFormat, rebuildBoards } from './board-rebuild.ts';
import { lockBoards, lockChangedBoards, type Validity, validityOf } from './board-table.ts';
import { placesIn } from './stale-items.ts';
import type { Written } from './stored-items.ts';

/** Told which boards were rebuilt or became stale, right after the commit. */
export type BoardListener = (keys: readonly ItemKey[]) => void;

/**
 * Boards rebuilt since the start, by cause: with the `change` of a record, because a `read` met one that did not hold, in the
 * background because it was stale or its date passed (`due`), because of a `seller_change`, or of a new board `version`.
 */
export type Rebuilds = Record<'change' | 'read' | 'due' | 'seller_change' | 'version', number>;

/** How often a reader joins the rebuild of another reader before it starts its own. It joins failed ones too. */
const MAX_JOINS = 2;

/**
 * The boards as one version of the service sees them: which of them hold, and how those that do not are rebuilt. See
 * `src/market/README.md`.
 */
export class ReadModel {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #format: BoardFormat;
  readonly #listeners: BoardListener[] = [];
  /** Rebuilds in flight that readers started, by the item's `keyText`. */
  readonly #inFlight = new Map<string, Promise<void>>();
  /** Counted after the commit: a transaction may run twice. */
  readonly rebuilds: Rebuilds = { change: 0, read: 0, due: 0, seller_change: 0, version: 0 };

  constructor(db: Db, now: () => number, format: BoardFormat) {
    this.#db = db;
    this.#now = now;
    this.#format = format;
  }

  get version(): number {
    return this.#format.version;
  }

  onBoards(listener: BoardListener): void {
    this.#listeners.push(listener);
  }

  announce(keys: readonly ItemKey[]): void {
    for (const listener of this.#listeners) listener(keys);
  }

  /** Whether a board that was read can be used: this version can read it, and it is valid now. */
  holds({ version, oldest_reader, valid_from, valid_until }: Validity): boolean {
    return this.#canRead(version, oldest_reader) && holdsAt(valid_from, valid_until, this.#now);
  }

  /**
   * During a rolling upgrade an older process reads newer boards if it can. If it rebuilt them, the newer processes would
   * rebuild them again, at every read. A newer process rebuilds older boards: they lack what its version changed.
   */
  #canRead(version: number, oldestReader: number | null): boolean {
    const own = this.#format.version;
    return version === own || (version > own && oldestReader !== null && oldestReader <= own);
  }

  /**
   * Locks these boards in a transaction that is going to write their offers. All transactions lock boards first, in one
   * order: they wait for each other, and never in a circle.
   */
  async lockIn(tx: Sql, keys: readonly ItemKey[]): Promise<void> {
    if (this.#db.engine === 'postgres') await lockBoards(tx, keys.toSorted(compareItemKeys));
  }

  /** The same for the boards that these changes touch. */
  async lockChangedIn(tx: Sql, records: readonly MarketRecord[]): Promise<void> {
    if (this.#db.engine === 'postgres') await lockChangedBoards(tx, placesIn(records));
  }

  /** Rebuilds these boards in a transaction of the caller, who announces them after the commit. */
  async rebuildIn(
    tx: Sql,
    keys: readonly ItemKey[],
    now: number = this.#now(),
    occasion: Occasion = UPKEEP,
    written?: Written,
  ): Promise<void> {
    if (written === undefined) await this.lockIn(tx, keys);
    await rebuildBoards(tx, this.#format, keys.toSorted(compareItemKeys), now, occasion, written);
  }

  /** Rebuilds these boards, whether they hold or not, in one transaction. */
  async rebuild(keys: readonly ItemKey[]): Promise<void> {
    const distinct = [...byText(keys).values()];
    await this.#db.transaction((tx) => this.rebuildIn(tx, distinct));
    this.announce(distinct);
  }

  /**
   * Rebuilds those of these boards that an older version wrote, in one transaction. Returns how many: a reader, or the background
   * work of another process, may have been faster.
   */
  async rebuildOlder(keys: readonly ItemKey[]): Promise<number> {
    const older = await this.#db.transaction(async (tx) => {
      await this.lockIn(tx, keys);
      const validity = await validityOf(tx, keys);
      const found = keys.filter(
        (key) => (validity.get(keyText(items.keyOf(key)))?.version ?? this.version) < this.version,
      );
      await this.rebuildIn(tx, found);
      return found;
    });
    this.announce(older);
    return older.length;
  }

  /**
   * For a reader that found boards that do not hold: has them rebuilt, then reads again. `invalidIn` finds the boards that
   * do not hold in what was read.
   *
   * Readers of the same board share one rebuild. Its transaction may have begun before a change that was committed
   * before this request arrived. A reader that joined therefore checks what it reads, and has the board rebuilt again when
   * it does not hold. A rebuild that the reader started itself is new enough, even when another change follows at once.
   */
  async readRebuilt<T>(
    invalid: readonly ItemKey[],
    read: () => MaybePromise<T>,
    invalidIn: (result: T) => readonly ItemKey[],
  ): Promise<T> {
    let keys = invalid;
    for (let joins = 0; joins < MAX_JOINS; joins += 1) {
      const hasJoined = await this.#rebuildShared(keys);
      const result = await read();
      keys = invalidIn(result);
      if (!hasJoined || keys.length === 0) return result;
    }
    await this.#rebuildInvalid(keys);
    return read();
  }

  /** Waits for the rebuilds in flight of these boards, and starts one for the others. Tells whether there were any in flight. */
  async #rebuildShared(keys: readonly ItemKey[]): Promise<boolean> {
    const free = byText(keys);
    const rebuilds: Promise<void>[] = [];
    let own: Promise<void> | undefined;
    for (const text of [...free.keys()]) {
      const running = this.#inFlight.get(text);
      if (!running) continue;
      rebuilds.push(running);
      free.delete(text);
    }
    const hasJoined = rebuilds.length > 0;
    if (free.size > 0) {
      own = this.#rebuildInvalid([...free.values()]).finally(() => {
        for (const text of free.keys()) this.#inFlight.delete(text);
      });
      for (const text of free.keys()) this.#inFlight.set(text, own);
      rebuilds.push(own);
    }
    // A joined rebuild may fail because of an item that this reader did not ask for. The reader then finds its boards
    // as they were, and starts a rebuild of its own.
    await Promise.all(rebuilds.map((rebuild) => (rebuild === own ? rebuild : rebuild.catch(() => undefined))));
    return hasJoined;
  }

  /** Rebuilds those of these boards that still do not hold: another process, or background work, may have been faster. */
  async #rebuildInvalid(keys: readonly ItemKey[]): Promise<void> {
    const rebuilt = await this.#db.transaction(async (tx) => {
      const validity = await validityOf(tx, keys);
      const invalid = keys.filter((key) => {
        const found = validity.get(keyText(items.keyOf(key)));
        return found === undefined || !this.holds(found);
      });
      await this.rebuildIn(tx, invalid);
      return invalid;
    });
    this.rebuilds.read += rebuilt.length;
    this.announce(rebuilt);
  }
}

/** Two SKUs may lead to one item, whose offers must not be counted twice. */
function byText(keys: readonly ItemKey[]): Map<string, ItemKey> {
  return new Map(keys.map((key) => [keyText(items.keyOf(key)), key]));
}
