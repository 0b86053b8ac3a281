import { BackgroundLoop } from '../async/background-loop.ts';
import { MAX_BRIDGED_MS } from '../domain/clock-bridge.ts';
import type { Db } from './db.ts';

export type StoreClock = {
  /** Milliseconds since 1970, whole. Never earlier than at the call before, except after a clock that was a day wrong. */
  now(): number;
  /** Measures again how far the database's clock is from this machine's. Throws what the database throws. */
  synchronize(): Promise<void>;
};

/** How far the database's clock is ahead of `wall`, and how long it took to ask: half of that is the possible error. */
type ClockDifference = { readonly aheadMs: number; readonly roundTripMs: number };

export type StoreClockOptions = {
  /** The latest time that is recorded in the store: the clock starts no earlier. 0 when there is none. */
  readonly latestKnownMs: () => Promise<number>;
  /** The clock of this machine, which may be set back or forward. */
  readonly wall?: () => number;
  /** A monotonic clock. */
  readonly monotonic?: () => number;
  readonly measure?: () => Promise<ClockDifference>;
};

const SYNCHRONIZE_EVERY_MS = 60_000;

/**
 * A slower measurement is dropped: the query waited, for a free connection for example, and its error would stay, because
 * the clock does not go back.
 */
const MAX_ROUND_TRIP_MS = 500;

/**
 * The time by which leases and due times are compared. It is the clock of the database, so that processes on several
 * machines agree, and it does not go back: if it followed a clock that is set back by an hour, everything that waits, and
 * every lease of a dead process, would wait an hour longer. It starts from the latest time in the store, so that this also
 * holds across a restart. A clock that is set forward is followed. A jump back by more than a day is followed too: the time
 * before it was a mistake, which would stay otherwise.
 */
export async function storeClock(db: Db, options: StoreClockOptions): Promise<StoreClock> {
  const { latestKnownMs, wall = Date.now, monotonic = () => performance.now() } = options;
  const { measure = () => databaseDifference(db, wall, monotonic) } = options;
  let atMs = await latestKnownMs();
  let measuredAt = monotonic();
  let { aheadMs } = await measure();
  const now = () => {
    const measured = monotonic();
    const wallMs = wall() + aheadMs;
    const continuedMs = atMs + (measured - measuredAt);
    atMs = continuedMs - wallMs > MAX_BRIDGED_MS ? wallMs : Math.max(wallMs, continuedMs);
    measuredAt = measured;
    return Math.floor(atMs);
  };
  const synchronize = async () => {
    const measured = await measure();
    if (measured.roundTripMs <= MAX_ROUND_TRIP_MS) aheadMs = measured.aheadMs;
  };
  return { now, synchronize };
}

/** SQLite has the clock of this machine. The answer of a server is taken as of the middle of the round trip. */
async function databaseDifference(db: Db, wall: () => number, monotonic: () => number): Promise<ClockDifference> {
  if (db.engine === 'sqlite') return { aheadMs: 0, roundTripMs: 0 };
  const startedAt = monotonic();
  const sentMs = wall();
  const row = await db.get<{ ms: number }>('SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS ms');
  const roundTripMs = monotonic() - startedAt;
  return { aheadMs: (row?.ms ?? sentMs) - (sentMs + roundTripMs / 2), roundTripMs };
}

/**
 * Synchronizes again and again, until it is stopped: clocks of machines drift apart, and an operator may set one. The timer
 * does not keep the process alive. A failure is reported, and the next turn tries again.
 */
export function keepSynchronized(
  clock: StoreClock,
  onFailure: (error: unknown) => void,
  everyMs = SYNCHRONIZE_EVERY_MS,
): { stop(): Promise<void> } {
  return new BackgroundLoop({
    name: 'store clock',
    turn: async () => {
      await clock.synchronize();
      return everyMs;
    },
    pauseAfterFailureMs: everyMs,
    firstPauseMs: everyMs,
    onFailure,
    keepsProcessAlive: false,
  });
}
