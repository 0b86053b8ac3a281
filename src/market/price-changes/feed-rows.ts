import type { Sql } from '../../db/db.ts';
import type { Receipt } from '../../domain/price-changes/receipt.ts';

/** Queues those of these changes that the operator's feed shows. They get their numbers after the commit (`feed.ts`). */
export async function addToFeed(tx: Sql, receipts: readonly Receipt[], atMs: number): Promise<void> {
  const published = receipts.filter(({ state }) => state === 'APPLIED' || state === 'PENDING');
  await tx.many(
    'INSERT INTO price_change_feed (marketplace_id, change_id, at_ms) VALUES {rows: text, text, bigint}',
    published.map(({ id, marketplaceId }) => [marketplaceId, id, atMs]),
  );
}
