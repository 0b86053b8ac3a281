import type { Db } from '../db/db.ts';
import { factOf, setFact } from '../db/service-fact.ts';

/** Records the time of the store clock: after a restart the clock starts no earlier. */
export async function saveEngineTime(db: Db, nowMs: number): Promise<void> {
  await setFact(db, 'engine time', String(nowMs));
}

/** The latest time that deliveries and `saveEngineTime` have recorded. Due times do not count: they lie ahead. */
export async function latestEngineTime(db: Db): Promise<number> {
  const newest = await db.get<{ at: number }>(
    'SELECT created_ms AS at FROM delivery ORDER BY delivery_id DESC LIMIT 1',
  );
  return Math.max(newest?.at ?? 0, Number((await factOf(db, 'engine time')) ?? 0));
}
