import type { Db } from '../../db/db.ts';
import { keepSynchronized, storeClock } from '../../db/store-clock.ts';
import { latestEngineTime } from '../../notifications/engine-time.ts';

/** The store clock of a process. All its parts share it: the market, notifications and the worker. */
export type ProcessClock = {
  now: () => number;
  /** Stops synchronizing. The clock itself goes on. */
  stop(): Promise<void>;
};

/** Starts the clock, and keeps it synchronized with the store's: also a command can run for an hour. */
export async function startClock(
  db: Db,
  warn: (error: unknown, text: string) => void,
  synchronizeEveryMs?: number,
): Promise<ProcessClock> {
  const clock = await storeClock(db, { latestKnownMs: () => latestEngineTime(db) });
  const onFailure = (error: unknown) => warn(error, "the store's clock cannot be read; trying again in a minute");
  const synchronizing = keepSynchronized(clock, onFailure, synchronizeEveryMs);
  return { now: clock.now, stop: () => synchronizing.stop() };
}
