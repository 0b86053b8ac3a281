import type { Sql } from '../../db/db.ts';
import { firstIdAt } from '../time-ordered-id.ts';
import type { Receiver } from './receivers.ts';

/**
 * The first event that was told at this time or later: ids of notifications sort by time, and sequences without gaps can be
 * halved.
 */
export async function firstSequenceSince(
  sql: Sql,
  sellerId: string,
  sinceMs: number,
  { oldestSequence, latestSequence }: Receiver,
): Promise<number> {
  const first = firstIdAt('ntf', sinceMs);
  let low = oldestSequence;
  let high = latestSequence + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await sql.get<{ notification_id: string }>(
      'SELECT notification_id FROM seller_event WHERE seller_id = $1 AND sequence = $2',
      [sellerId, middle],
    );
    if (row === undefined || row.notification_id < first) low = middle + 1;
    else high = middle;
  }
  return low;
}
