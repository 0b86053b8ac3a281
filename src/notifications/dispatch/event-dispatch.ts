import type { Db, Sql, TransactionOptions } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { OpenEvent } from '../../domain/notifications/market-event.ts';
import { dispatchPiece, type Piece, type PieceLimits, type PieceParts } from './dispatch-piece.ts';
import { dispatchOneByOne, isUnavailable } from './isolation.ts';
import { holdLease, isHeldByOther, releaseLease } from './lease.ts';
import { PieceSize } from './piece-size.ts';
import { PostponedItems } from './postponed-items.ts';

const LEASE = 'dispatcher';
/** How long the others wait for a dispatcher that died. */
const LEASE_MS = 3_000;
/**
 * A piece takes milliseconds. Its process may be stopped in the middle of it, and holds the lease's row then. Claims and
 * settlements of other workers write the same lanes all the time: a piece that collided with them would be repeated for ever. It
 * need not: its lease, and the rows of its sellers, keep others from what it decides by.
 */
const PIECE_OPTIONS: TransactionOptions = { timeoutMs: 5_000, seesLatest: true };

export type EventDispatchParts = PieceParts & {
  db: Db;
  now(): number;
  /** Runs a transaction; see `DeliveryQueue.exclusively`. */
  transaction<T>(work: (tx: Sql) => Promise<T>, options: TransactionOptions): Promise<T>;
  /** After the commit of a piece. */
  onDispatched(piece: Piece): void;
  onFailure(error: unknown): void;
  /** An item whose events cannot be addressed: the others go on without it. */
  onPostponed(item: ItemKey, error: unknown): void;
};

/** Reads the events of a piece, in its transaction. */
type Look = (tx: Sql, limits: PieceLimits) => Promise<OpenEvent[]>;

/**
 * Addresses the market's events to sellers, in pieces, each one transaction. Any number may work, in this process and in others: a
 * lease lets one at a time. The events of an item reach each seller in the order of their revisions, because every transaction reads
 * from the store which ones come next. What is in memory only says which items to leave out for a while.
 */
export class EventDispatch {
  readonly #parts: EventDispatchParts;
  readonly #size: PieceSize;
  readonly #postponed = new PostponedItems();
  #token = 0;

  constructor(parts: EventDispatchParts, size: PieceSize = new PieceSize(parts.db.engine)) {
    this.#parts = parts;
    this.#size = size;
  }

  /** The number of items that are postponed. */
  get postponed(): number {
    return this.#postponed.size;
  }

  /**
   * Dispatches a piece. If that fails, its events one by one. Returns whether there may be more to do at once. Throws when no single
   * item is to blame: the store does not answer, or too many items fail.
   */
  async step(signal: AbortSignal): Promise<boolean> {
    const { source, now, onFailure, onPostponed } = this.#parts;
    if (!(await this.#mayWork())) return false;
    let looked: OpenEvent[] = [];
    try {
      const piece = await this.#dispatch(async (tx, limits) => {
        looked = await source.next(tx, limits.events, this.#postponed.keys(now()));
        return looked;
      });
      return piece !== undefined && piece.looked.length > 0;
    } catch (error) {
      if (looked.length === 0 || isUnavailable(error)) throw error;
      onFailure(error);
      const dispatchOldestOf = async (item: ItemKey) =>
        (await this.#dispatch((tx) => source.oldestOf(tx, item))) !== undefined;
      const pause = () => this.pause(signal);
      await dispatchOneByOne(looked, { dispatchOldestOf, postponed: this.#postponed, now, onPostponed, pause }, signal);
      return true;
    }
  }

  /** Leaves the store and the event loop to others between two transactions. */
  pause(signal: AbortSignal): Promise<void> {
    return this.#size.pause(signal);
  }

  /** Lets another process go on at once. */
  async release(): Promise<void> {
    if (this.#token > 0) await releaseLease(this.#parts.db, LEASE, this.#token);
  }

  /** A look that writes nothing: an idle dispatcher costs a read. */
  async #mayWork(): Promise<boolean> {
    const { source, db, now } = this.#parts;
    const nowMs = now();
    if ((await source.next(db, 1, this.#postponed.keys(nowMs))).length === 0) return false;
    return !(await isHeldByOther(db, LEASE, this.#token, nowMs));
  }

  /** One piece. Undefined: another process holds the lease. */
  async #dispatch(look: Look): Promise<Piece | undefined> {
    const { now, transaction, onDispatched } = this.#parts;
    const done = await transaction(async (tx) => {
      const learn = this.#size.start();
      const nowMs = now();
      const held = await holdLease(tx, LEASE, this.#token, { nowMs, untilMs: nowMs + LEASE_MS });
      if (held === undefined) return undefined;
      const limits = this.#size.limits();
      const piece = await dispatchPiece(tx, this.#parts, { looked: await look(tx, limits), limits }, nowMs);
      learn();
      return { piece, held };
    }, PIECE_OPTIONS);
    if (done === undefined) return undefined;
    // After the commit: a token of a transaction that was rolled back may belong to another process.
    this.#token = done.held;
    this.#postponed.remove(done.piece.looked);
    onDispatched(done.piece);
    return done.piece;
  }
}
