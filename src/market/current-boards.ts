import { poll } from '../async/poll.ts';
import type { Db } from '../db/db.ts';
import { isReadOnly } from '../db/read-only.ts';
import { Fault } from '../domain/fault.ts';
import type { ItemKey } from '../domain/market/item.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import { isValidAt } from '../domain/pricing/board-time.ts';
import type { MarketWriter } from './market-writer.ts';
import { type Validity, validityOf } from './projections/boards/board-table.ts';
import { items } from './records/item.ts';
import { keyText } from './records/record-table.ts';

/** How often a reader joins the rebuild of another reader before it starts its own. It joins failed ones too. */
const MAX_JOINS = 2;

/** So long a reader that must not write waits for the rebuilds of others. */
const READ_ONLY_WAIT = { everyMs: 50, forMs: 3_000 };

const NOT_REBUILT = {
  message: 'The market is being updated.',
  details:
    'A support session writes nothing, so it waits for the worker, which brings these items up to date. Try again.',
};

/**
 * The boards as one version of the service sees them: which of them are current, and how readers have the others rebuilt. See
 * `src/market/read-model.md`.
 */
export class CurrentBoards {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #writer: MarketWriter;
  /** Rebuilds in flight that readers started, by the item's `keyText`. No `SingleFlights`: one rebuild is in flight for several items. */
  readonly #inFlight = new Map<string, Promise<void>>();

  constructor(db: Db, now: () => number, writer: MarketWriter) {
    this.#db = db;
    this.#now = now;
    this.#writer = writer;
  }

  /** Whether a board that was read can be used: this version can read it, and it is valid now. */
  isCurrent({ version, oldest_reader, valid_from, valid_until }: Validity): boolean {
    return this.#canRead(version, oldest_reader) && isValidAt(valid_from, valid_until, this.#now);
  }

  /**
   * During a rolling upgrade an older process reads newer boards if it can. If it rebuilt them, the newer processes would
   * rebuild them again, at every read. A newer process rebuilds older boards: they lack what its version changed.
   */
  #canRead(version: number, oldestReader: number | null): boolean {
    const own = this.#writer.format.version;
    return version === own || (version > own && oldestReader !== null && oldestReader <= own);
  }

  /**
   * For a reader that found boards that are not current: has them rebuilt, then reads again. `outdatedIn` finds the boards that
   * are not current in what was read.
   *
   * Readers of the same board share one rebuild. Its transaction may have begun before a change that was committed
   * before this request arrived. A reader that joined therefore checks what it reads, and has the board rebuilt again when
   * it is not current. A rebuild that the reader started itself is new enough, even when another change follows at once.
   */
  async readRebuilt<T>(
    outdated: readonly ItemKey[],
    read: () => MaybePromise<T>,
    outdatedIn: (result: T) => readonly ItemKey[],
  ): Promise<T> {
    if (isReadOnly()) return this.#readLater(read, outdatedIn);
    let keys = outdated;
    for (let joins = 0; joins < MAX_JOINS; joins += 1) {
      const hasJoined = await this.#rebuildShared(keys);
      const result = await read();
      keys = outdatedIn(result);
      if (!hasJoined || keys.length === 0) return result;
    }
    await this.#rebuildOutdated(keys);
    return read();
  }

  /** For a reader that must not write: others rebuild the boards, background work within a second if nobody reads them. */
  async #readLater<T>(read: () => MaybePromise<T>, outdatedIn: (result: T) => readonly ItemKey[]): Promise<T> {
    const result = await poll(read, (found) => outdatedIn(found).length === 0, READ_ONLY_WAIT);
    if (result !== undefined) return result;
    throw new Fault('ServiceUnavailable', NOT_REBUILT, { hints: { retryAfterSeconds: 1 } });
  }

  /** Waits for the rebuilds in flight of these boards, and starts one for the others. Tells whether there were any in flight. */
  async #rebuildShared(keys: readonly ItemKey[]): Promise<boolean> {
    // Two SKUs may lead to one item, whose offers must not be counted twice.
    const free = new Map(keys.map((key) => [keyText(items.keyOf(key)), key]));
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
      own = this.#rebuildOutdated([...free.values()]).finally(() => {
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

  /** Rebuilds those of these boards that are still not current: another process, or background work, may have been faster. */
  async #rebuildOutdated(keys: readonly ItemKey[]): Promise<void> {
    const rebuilt = await this.#db.transaction(async (tx) => {
      const validity = await validityOf(tx, keys);
      const outdated = keys.filter((key) => {
        const found = validity.get(keyText(items.keyOf(key)));
        return found === undefined || !this.isCurrent(found);
      });
      await this.#writer.rebuildIn(tx, outdated);
      return outdated;
    });
    this.#writer.rebuilds.read += rebuilt.length;
    this.#writer.announce(rebuilt);
  }
}
