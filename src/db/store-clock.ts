import type { Db } from './db.ts';
import { factOf, setFact } from './service-fact.ts';

export type StoreClock = {
  now(): number;
  /** Asks the database how late it is: on several machines its clock counts, so that one's lease is another's lease. */
  synchronize(): Promise<void>;
};

const MAX_BRIDGED_MS = 24 * 3_600_000;

/**
 * The time by which deliveries are due: never goes back, whatever the clock on the wall does. A clock set back by an hour
 * would otherwise let everything that waits, and every lease of a dead worker, wait an hour longer. It goes on from the
 * latest time that the store has seen, so that this also holds across a restart. A clock set forward is followed; one that
 * was wrong by more than a day, and is right again, too: or the mistake would stay.
 */
export async function storeClock(
  db: Db,
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
  ahead: () => Promise<number> = () => aheadOf(db, wall),
): Promise<StoreClock> {
  let atMs = await latestIn(db);
  let measuredAt = monotonic();
  let aheadMs = await ahead();
  const now = () => {
    const measured = monotonic();
    const wallMs = wall() + aheadMs;
    const goneOnMs = atMs + (measured - measuredAt);
    atMs = goneOnMs - wallMs > MAX_BRIDGED_MS ? wallMs : Math.max(wallMs, goneOnMs);
    measuredAt = measured;
    return Math.floor(atMs);
  };
  const synchronize = async () => {
    aheadMs = await ahead();
  };
  return { now, synchronize };
}

/** How far the database's clock is ahead of this machine's. The embedded one has the same. */
async function aheadOf(db: Db, wall: () => number): Promise<number> {
  if (db.engine === 'sqlite') return 0;
  const askedMs = wall();
  const row = await db.get<{ ms: number }>('SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS ms');
  return (row?.ms ?? askedMs) - (askedMs + wall()) / 2;
}

/** Writes down how late it is, now and then: the next start then does not begin earlier. */
export async function saveTime(db: Db, nowMs: number): Promise<void> {
  await setFact(db, 'engine time', String(nowMs));
}

/** Only what has happened: due times lie ahead. */
async function latestIn(db: Db): Promise<number> {
  const newest = await db.get<{ at: number }>(
    'SELECT created_ms AS at FROM delivery ORDER BY delivery_id DESC LIMIT 1',
  );
  return Math.max(newest?.at ?? 0, Number((await factOf(db, 'engine time')) ?? 0));
}
