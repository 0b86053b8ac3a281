import type { Sql } from '../../db/db.ts';
import type { Settled } from './receipt-table.ts';

/** Queues changes for the operator's feed. They get their numbers after the commit (`feed.ts`). */
export async function addToFeed(
  tx: Sql,
  marketplaceId: string,
  settled: readonly Settled[],
  atMs: number,
): Promise<void> {
  const published = settled.filter(({ state }) => state === 'APPLIED' || state === 'PENDING');
  await tx.many(
    'INSERT INTO price_change_feed (marketplace_id, change_id, at_ms) VALUES {rows: text, text, bigint}',
    published.map(({ id }) => [marketplaceId, id, atMs]),
  );
}
