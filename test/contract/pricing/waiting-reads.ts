import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** How many connections wait for a lock of this client, once that number is above 0 and no longer changes. */
export async function waitingReads(client: pg.Client): Promise<number> {
  let last = 0;
  for (let n = 0; n < 100; n += 1) {
    await sleep(50);
    const { rows } = await client.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    const { waiting } = rows[0] as { waiting: number };
    if (waiting > 0 && waiting === last) return waiting;
    last = waiting;
  }
  throw new Error('No read waits for the lock.');
}
