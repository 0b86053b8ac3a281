import type { Sql } from '../db/db.ts';
import { type Destination, inFlightCap } from '../domain/notifications/destination.ts';
import type { DestinationRow, StoredDestination } from './destination.ts';

/** How many more may be on their way, to a destination and of a seller. */
export type Traffic = {
  roomAt(destination: StoredDestination): number;
  roomOf(sellerId: string): number;
  add(sellerId: string, count: number): void;
};

/**
 * Counts what is on its way under a lease that has not ended, whoever sends it, to all destinations of the sellers of these
 * lanes. No lease ends later than one that begins now: what waits for a later time need not be looked at, and there may
 * be thousands of it.
 */
export async function trafficOf(
  tx: Sql,
  lanes: readonly DestinationRow[],
  nowMs: number,
  { leaseMs, maxPerSeller }: { leaseMs: number; maxPerSeller: number },
): Promise<Traffic> {
  const sellers = [...new Set(lanes.map(({ seller_id }) => seller_id))];
  const rows = await tx.many<{ channel_id: string; seller_id: string; many: number }>(
    `SELECT destination.channel_id, destination.seller_id, COUNT(*) AS many
     FROM (VALUES {rows: text, bigint, bigint}) AS k JOIN destination ON destination.seller_id = k.column1
       JOIN delivery ON delivery.channel_id = destination.channel_id AND delivery.settled_ms IS NULL
         AND delivery.due_ms > k.column2 AND delivery.due_ms <= k.column3
     WHERE delivery.state = 'SENDING' AND destination.type <> 'PULL'
     GROUP BY destination.channel_id, destination.seller_id`,
    sellers.map((sellerId) => [sellerId, nowMs, nowMs + leaseMs]),
  );
  const toChannel = new Map(rows.map(({ channel_id, many }) => [channel_id, many]));
  const ofSeller = new Map<string, number>();
  const add = (sellerId: string, count: number) => ofSeller.set(sellerId, (ofSeller.get(sellerId) ?? 0) + count);
  for (const { seller_id, many } of rows) add(seller_id, many);
  return {
    roomAt: (destination) => capOf(destination) - (toChannel.get(destination.destinationId) ?? 0),
    roomOf: (sellerId) => maxPerSeller - (ofSeller.get(sellerId) ?? 0),
    add,
  };
}

const capOf = (destination: Destination & { failingSinceMs?: number }) =>
  inFlightCap(destination, destination.failingSinceMs !== undefined);
