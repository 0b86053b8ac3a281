import type { Db } from './db.ts';
import { factOf, setFact } from './service-fact.ts';

export type EngineClock = () => number;

const MOST_BRIDGED_MS = 24 * 3_600_000;

/**
 * The time by which deliveries are due: never goes back, whatever the clock on the wall does. A clock set back by an hour
 * would otherwise let everything that waits, and every lease of a dead worker, wait an hour longer. It goes on from the
 * latest time that the store has seen, so that this also holds across a restart. A clock set forward is followed; one that
 * was wrong by more than a day, and is right again, too: or the mistake would stay.
 */
export async function engineClock(
  db: Db,
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): Promise<EngineClock> {
  let atMs = await latestIn(db);
  let measuredAt = monotonic();
  return () => {
    const measured = monotonic();
    const wallMs = wall();
    const goneOnMs = atMs + (measured - measuredAt);
    atMs = goneOnMs - wallMs > MOST_BRIDGED_MS ? wallMs : Math.max(wallMs, goneOnMs);
    measuredAt = measured;
    return Math.floor(atMs);
  };
}

/** Writes down how late it is, now and then: the next start then does not begin earlier. */
export async function rememberTime(db: Db, nowMs: number): Promise<void> {
  await setFact(db, 'engine time', String(nowMs));
}

/** Only what has happened: due times lie ahead. */
async function latestIn(db: Db): Promise<number> {
  const newest = await db.get<{ at: number }>(
    'SELECT created_ms AS at FROM delivery ORDER BY delivery_id DESC LIMIT 1',
  );
  return Math.max(newest?.at ?? 0, Number((await factOf(db, 'engine time')) ?? 0));
}
