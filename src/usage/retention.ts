import type { Db } from '../db/db.ts';
import { BATCH_ROWS, sweep } from '../db/sweep.ts';
import { DAY_MS, MINUTE_MS } from '../domain/duration.ts';
import { DAYS_KEPT, MINUTES_KEPT_MS } from '../domain/usage/usage-query.ts';

/** Removes usage that is older, and the spans that ended before it. */
export function keepUsage(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  const oldest = {
    minute: Math.floor((nowMs - MINUTES_KEPT_MS) / MINUTE_MS),
    day: Math.floor(nowMs / DAY_MS) - DAYS_KEPT,
  };
  const rows = (at: 'minute' | 'day') => async () => {
    const keys = `${at}, seller_id, client_id, caller, operation, status, reason`;
    return db.run(
      `DELETE FROM usage_${at} WHERE (${keys}) IN (SELECT ${keys} FROM usage_${at} WHERE ${at} < $1 ORDER BY ${at} LIMIT ${BATCH_ROWS})`,
      [oldest[at]],
    );
  };
  const spans = () =>
    db.run(
      `DELETE FROM usage_span WHERE span_id IN (SELECT span_id FROM usage_span WHERE until_ms < $1
         ORDER BY until_ms LIMIT ${BATCH_ROWS})`,
      [oldest.day * DAY_MS],
    );
  return sweep([rows('minute'), rows('day'), spans], signal);
}
