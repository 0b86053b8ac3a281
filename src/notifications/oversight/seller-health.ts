import type { Sql } from '../../db/db.ts';
import { type DestinationStatus, shownStatus } from '../../domain/notifications/destination.ts';

/** How the destinations of a seller are. */
export type DestinationHealth = {
  readonly byStatus: Readonly<Record<string, number>>;
  readonly failing: number;
  /** Since when the one that fails for longest does. */
  readonly failingSinceMs: number | undefined;
};

type Row = { seller_id: string; status: string; total: number; failing: number; since: number | null };

/** By seller. Sellers without destinations are missing. */
export async function destinationHealthOf(
  sql: Sql,
  sellerIds: readonly string[],
): Promise<Map<string, DestinationHealth>> {
  const rows = await sql.many<Row>(
    `SELECT destination.seller_id, destination.status, COUNT(*) AS total, COUNT(destination.failing_since) AS failing,
       MIN(destination.failing_since) AS since
     FROM (VALUES {rows: text}) AS k JOIN destination ON destination.seller_id = k.column1
     WHERE destination.status <> 'DELETED' GROUP BY destination.seller_id, destination.status`,
    [...new Set(sellerIds)].map((id) => [id]),
  );
  const found = new Map<string, DestinationHealth>();
  for (const [sellerId, own] of Map.groupBy(rows, ({ seller_id }) => seller_id)) {
    const byStatus: Record<string, number> = {};
    for (const { status, total } of own) {
      const shown = shownStatus(status as DestinationStatus);
      byStatus[shown] = (byStatus[shown] ?? 0) + total;
    }
    const since = own.flatMap((row) => (row.since === null ? [] : [row.since]));
    found.set(sellerId, {
      byStatus,
      failing: own.reduce((sum, row) => sum + row.failing, 0),
      failingSinceMs: since.length === 0 ? undefined : Math.min(...since),
    });
  }
  return found;
}
