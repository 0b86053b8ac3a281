import type { Sql } from '../../../db/db.ts';
import type { MarketChange } from '../../decisions/market-change.ts';
import { allMarketplaces } from '../../records/marketplace.ts';
import type { RecordChange } from '../../records/record-change.ts';

/** More than the transactions that load a marketplace side by side. */
const SHARDS = 16;

/** Transactions of one process that run side by side follow each other here, so they take different shards. */
let lastShard = Math.floor(Math.random() * SHARDS);

/** Counts the records that are changed without events: no event leads from a report before them to one after them (decision 54). */
export async function projectQuietChanges(tx: Sql, { records, context, now }: MarketChange): Promise<void> {
  const counts = new Map<string, number>();
  const count = (id: string) => context.isQuiet(id) && counts.set(id, (counts.get(id) ?? 0) + 1);
  let ofSellers = 0;
  for (const change of records) {
    if (change.kind === 'seller') ofSellers += 1;
    else count(marketplaceOf(change));
  }
  // A seller's facts matter wherever it sells.
  if (ofSellers > 0) for (const { marketplaceId } of await allMarketplaces(tx)) count(marketplaceId);
  if (counts.size === 0) return;
  lastShard = (lastShard + 1) % SHARDS;
  const shard = lastShard;
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, changes]) => [id, shard, changes, now]);
  await tx.many(
    `INSERT INTO quiet_change (marketplace_id, shard, changes, last_ms)
     SELECT k.column1, k.column2, k.column3, k.column4 FROM (VALUES {rows: text key, bigint, bigint, bigint}) AS k WHERE true
     ON CONFLICT (marketplace_id, shard) DO UPDATE SET changes = quiet_change.changes + excluded.changes,
       last_ms = excluded.last_ms`,
    rows,
  );
}

function marketplaceOf(change: Exclude<RecordChange, { kind: 'seller' }>): string {
  if (change.kind === 'offer') return change.key.marketplaceId;
  return (change.after ?? change.before)?.marketplaceId as string;
}

/** What was changed without events in a marketplace: how many records, and the last time. */
export type QuietChanges = { readonly changes: number; readonly lastMs: number | undefined };

export async function quietChangesIn(sql: Sql, marketplaceId: string): Promise<QuietChanges> {
  const row = await sql.get<{ changes: number | null; last_ms: number | null }>(
    'SELECT SUM(changes) AS changes, MAX(last_ms) AS last_ms FROM quiet_change WHERE marketplace_id = $1',
    [marketplaceId],
  );
  return { changes: row?.changes ?? 0, lastMs: row?.last_ms ?? undefined };
}
