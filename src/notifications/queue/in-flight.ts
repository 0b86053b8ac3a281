import type { Sql } from '../../db/db.ts';
import { inFlightLimit } from '../../domain/notifications/destination.ts';
import type { DestinationRow, StoredDestination } from '../destination-table.ts';

/** How many more messages may be in flight: to one destination, and to all destinations of one seller. */
export type FreeSlots = {
  ofDestination(destination: StoredDestination): number;
  ofSeller(sellerId: string): number;
  /** Takes slots of a seller for messages that were just claimed. */
  take(sellerId: string, count: number): void;
};

/**
 * Counts the messages in flight of all workers, to all destinations of the sellers of these lanes: those with a lease that
 * has not ended. Deliveries in one message to a person are sent together. No lease ends later than one that begins now, so deliveries due after that are skipped: there may be
 * thousands of them.
 */
export async function freeSlots(
  tx: Sql,
  lanes: readonly DestinationRow[],
  nowMs: number,
  { leaseMs, maxPerSeller }: { leaseMs: number; maxPerSeller: number },
): Promise<FreeSlots> {
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
  const toDestination = new Map(rows.map(({ channel_id, many }) => [channel_id, many]));
  const toSeller = new Map<string, number>();
  const take = (sellerId: string, count: number) => toSeller.set(sellerId, (toSeller.get(sellerId) ?? 0) + count);
  for (const { seller_id, many } of rows) take(seller_id, many);
  return {
    ofDestination: (destination) => limitOf(destination) - (toDestination.get(destination.destinationId) ?? 0),
    ofSeller: (sellerId) => maxPerSeller - (toSeller.get(sellerId) ?? 0),
    take,
  };
}

const limitOf = (destination: StoredDestination) =>
  inFlightLimit(destination, destination.failingSinceMs !== undefined);
