import type { Db } from '../../db/db.ts';
import { BATCH_ROWS, sweep } from '../../db/sweep.ts';
import { DAY_MS } from '../../domain/duration.ts';

/** Removes receipts that are older than `days`, and their lines in the operator's feed. What is still open stays. */
export function keepReceipts(db: Db, nowMs: number, days: number, signal?: AbortSignal): Promise<number> {
  const horizonMs = nowMs - days * DAY_MS;
  const receipts = () =>
    db.run(
      `DELETE FROM price_change WHERE id IN (SELECT id FROM price_change WHERE created_ms < $1
         AND state NOT IN ('ACCEPTED', 'PENDING') ORDER BY created_ms LIMIT ${BATCH_ROWS})`,
      [horizonMs],
    );
  const lines = () =>
    db.run(
      `DELETE FROM price_change_feed WHERE id IN (SELECT id FROM price_change_feed WHERE at_ms < $1
         ORDER BY at_ms LIMIT ${BATCH_ROWS})`,
      [horizonMs],
    );
  return sweep([receipts, lines], signal);
}
