import type { Sql } from '../../db/db.ts';
import type { DestinationRow } from '../destination-table.ts';

/** The messages in flight of all workers, by destination and by seller. */
export type InFlight = {
  readonly toDestination: ReadonlyMap<string, number>;
  readonly toSeller: ReadonlyMap<string, number>;
};

/**
 * Counts the messages in flight to all destinations of the sellers of these lanes: those with a lease that has not ended. Deliveries in
 * one message to a person are sent together. No lease ends later than one that begins now, so deliveries due after that are skipped:
 * there may be thousands of them.
 */
export async function countInFlight(
  tx: Sql,
  lanes: readonly DestinationRow[],
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<InFlight> {
  const sellers = [...new Set(lanes.map(({ seller_id }) => seller_id))];
  const rows = await tx.many<{ channel_id: string; seller_id: string; many: number }>(
    `SELECT destination.channel_id, destination.seller_id, 
       COUNT(DISTINCT COALESCE(delivery.message_id, delivery.delivery_id)) AS many
     FROM (VALUES {rows: text, bigint, bigint}) AS k JOIN destination ON destination.seller_id = k.column1
       JOIN delivery ON delivery.channel_id = destination.channel_id AND delivery.settled_ms IS NULL
         AND delivery.due_ms > k.column2 AND delivery.due_ms <= k.column3
     WHERE delivery.state = 'SENDING' AND destination.type <> 'PULL'
     GROUP BY destination.channel_id, destination.seller_id`,
    sellers.map((sellerId) => [sellerId, nowMs, nowMs + leaseMs]),
  );
  const toSeller = new Map<string, number>();
  for (const { seller_id, many } of rows) toSeller.set(seller_id, (toSeller.get(seller_id) ?? 0) + many);
  return { toDestination: new Map(rows.map(({ channel_id, many }) => [channel_id, many])), toSeller };
}
