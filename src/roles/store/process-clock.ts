import type { Db } from '../../db/db.ts';
import { keepSynchronized, storeClock } from '../../db/store-clock.ts';
import { latestEngineTime } from '../../notifications/engine-time.ts';

/** The store clock of a process. All its parts share it: the market, notifications and the worker. */
export type ProcessClock = {
  now: () => number;
  /** Stops synchronizing. The clock itself goes on. */
  stop(): Promise<void>;
};

export type ClockOptions = {
  synchronizeEveryMs?: number;
  /** It starts no earlier: another clock of this process has come so far. */
  startMs?: number;
};

/** Starts the clock, and keeps it synchronized with the store's: also a command can run for an hour. */
export async function startClock(
  db: Db,
  warn: (error: unknown, text: string) => void,
  { synchronizeEveryMs, startMs = 0 }: ClockOptions = {},
): Promise<ProcessClock> {
  const latestKnownMs = async () => Math.max(startMs, await latestEngineTime(db));
  const clock = await storeClock(db, { latestKnownMs });
  const onFailure = (error: unknown) => warn(error, "the store's clock cannot be read; trying again in a minute");
  const synchronizing = keepSynchronized(clock, onFailure, synchronizeEveryMs);
  return { now: clock.now, stop: () => synchronizing.stop() };
}
