import type { Db } from '../../../db/db.ts';
import { BATCH_ROWS, sweep } from '../../../db/sweep.ts';
import { DAY_MS } from '../../../domain/duration.ts';

/**
 * Removes terms that ended more than `days` ago, in small batches. The row that was in force at that time ended later, so it stays. The
 * revision of an offer that was removed before that time and has no receipts begins again at 1.
 */
export function keepTerms(db: Db, nowMs: number, days: number, signal?: AbortSignal): Promise<number> {
  const key = 'marketplace_id, seller_id, sku, until_ms, revision';
  const batch = () =>
    db.run(
      `DELETE FROM terms_log WHERE (${key}) IN
         (SELECT ${key} FROM terms_log WHERE until_ms < $1 ORDER BY until_ms LIMIT ${BATCH_ROWS})`,
      [nowMs - days * DAY_MS],
    );
  return sweep([batch], signal);
}
