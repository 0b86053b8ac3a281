import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Sql, TransactionOptions } from '../../db/db.ts';
import { Fault } from '../../domain/fault.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { OpenEvent } from '../../domain/notifications/market-event.ts';
import { dispatchPiece, type Piece, type PieceParts } from './dispatch-piece.ts';
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
const PAUSE_AFTER_FAILURE_MS = 1_000;

export type DispatcherParts = PieceParts & {
  db: Db;
  now(): number;
  /** How often to look for events that another process wrote. */
  pollMs: number;
  /** Runs a transaction; see `DeliveryQueue.exclusively`. */
  transaction<T>(work: (tx: Sql) => Promise<T>, options: TransactionOptions): Promise<T>;
  /** After the commit of a piece. */
  onDispatched(piece: Piece): void;
  onFailure(error: unknown): void;
  /** An item whose events cannot be addressed: the others go on without it. */
  onPostponed(item: ItemKey, error: unknown): void;
};

export type Dispatcher = {
  /** Looks for open events now. */
  wake(): void;
  /** The number of items that are postponed. */
  postponed(): number;
  stop(): Promise<void>;
};

/**
 * Addresses the market's events to sellers until it is stopped, in pieces, each one transaction. Any number may run, in this
 * process and in others: a lease lets one work at a time, so that all events of an item and a seller come in order.
 */
export function startDispatcher(parts: DispatcherParts): Dispatcher {
  const stopping = new AbortController();
  const { signal } = stopping;
  const size = new PieceSize(parts.db.engine);
  const postponed = new PostponedItems();
  let token = 0;
  let isAwake = false;
  let wakeUp: () => void = () => undefined;

  /** One piece. Undefined: another process is at work. */
  const dispatch = async (onLooked: (looked: OpenEvent[]) => void, only?: number): Promise<Piece | undefined> => {
    const done = await parts.transaction(async (tx) => {
      const learn = size.start();
      const nowMs = parts.now();
      const held = await holdLease(tx, LEASE, token, { nowMs, untilMs: nowMs + LEASE_MS });
      if (held === undefined) return undefined;
      const about = { postponed: postponed.keys(nowMs), only };
      const piece = await dispatchPiece(tx, parts, size.limits(), about, { nowMs, onLooked });
      learn();
      return { piece, held };
    }, PIECE_OPTIONS);
    // After the commit: a token of a transaction that was rolled back may belong to another process.
    token = done?.held ?? token;
    return done?.piece;
  };

  const finished = (piece: Piece): void => {
    postponed.remove(piece.looked);
    parts.onDispatched(piece);
  };

  /** Tries the events of a failed piece one by one. Those that fail alone wait, with all later ones of their items. */
  const isolate = async (looked: readonly OpenEvent[]): Promise<void> => {
    for (const event of looked) {
      if (signal.aborted) return;
      try {
        const piece = await dispatch(() => undefined, event.id);
        if (piece === undefined) return;
        finished(piece);
      } catch (error) {
        if (isUnavailable(error) || !postponed.add(event, parts.now())) throw error;
        parts.onPostponed({ marketplaceId: event.marketplaceId, itemId: event.itemId }, error);
      }
      await size.pause(signal);
    }
  };

  /** Whether there may be more to do at once. */
  const step = async (): Promise<boolean> => {
    const nowMs = parts.now();
    // A look alone writes nothing: an idle dispatcher costs a read.
    if ((await parts.source.next(parts.db, 1, postponed.keys(nowMs))).length === 0) return false;
    if (await isHeldByOther(parts.db, LEASE, token, nowMs)) return false;
    let looked: OpenEvent[] = [];
    try {
      const piece = await dispatch((events) => {
        looked = events;
      });
      if (piece === undefined) return false;
      finished(piece);
      return piece.looked.length > 0;
    } catch (error) {
      if (looked.length === 0 || isUnavailable(error)) throw error;
      parts.onFailure(error);
      await isolate(looked);
      return true;
    }
  };

  const pause = async (ms: number): Promise<void> => {
    if (isAwake || signal.aborted) return;
    const timer = new AbortController();
    wakeUp = () => timer.abort();
    await sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined);
    wakeUp = () => undefined;
  };

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      isAwake = false;
      try {
        if (await step()) await size.pause(signal);
        else await pause(parts.pollMs);
      } catch (error) {
        parts.onFailure(error);
        await sleep(PAUSE_AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  const wake = () => {
    isAwake = true;
    wakeUp();
  };
  const running = work();
  return {
    wake,
    postponed: () => postponed.size,
    async stop() {
      stopping.abort();
      wake();
      await running;
      if (token > 0) await releaseLease(parts.db, LEASE, token).catch(parts.onFailure);
    },
  };
}

/** The store does not answer: no event is to blame. */
const isUnavailable = (error: unknown) => error instanceof Fault && error.code === 'ServiceUnavailable';
