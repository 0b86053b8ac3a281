import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/db.ts';

const POLL_MS = 20;
const MAX_POLLS = 100;

/**
 * For a seller that has just become a receiver of events. On PostgreSQL a change of the market that began before does not know
 * it, tells it nothing, and may still be running. This waits until all transactions that began before have ended: what the
 * seller reads from then on includes their changes. At most two seconds, because a long read, such as an export, looks the same.
 * SQLite runs transactions one by one.
 */
export async function olderTransactionsEnd(db: Db): Promise<void> {
  if (db.engine === 'sqlite') return;
  const began = await db.get<{ at: string }>('SELECT CAST(clock_timestamp() AS TEXT) AS at');
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const running = await db.get(
      `SELECT 1 AS found FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND backend_xmin IS NOT NULL AND xact_start <= CAST($1 AS TIMESTAMPTZ) LIMIT 1`,
      [began?.at ?? ''],
    );
    if (running === undefined) return;
    await sleep(POLL_MS);
  }
}
