import type { Row, Sql } from '../../db/db.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';

/** A seller that receives events: from its first destination, or its first look at the list of events, and then for ever. */
export type Receiver = {
  /** The last event of the seller, kept or not. 0: there was none yet. */
  latestSequence: number;
  /** The oldest event that is kept. `latestSequence` + 1 when none is. */
  oldestSequence: number;
};

/**
 * Makes a seller a receiver of events. It gets what is told from the end of this transaction on. Returns 1 if it was none:
 * await `olderTransactionsEnd` after the commit.
 */
export function becomeReceiver(tx: Sql, sellerId: string, nowMs: number): MaybePromise<number> {
  return tx.run(
    `INSERT INTO event_receiver (seller_id, latest_sequence, oldest_sequence, since_ms) VALUES ($1, 0, 1, $2)
     ON CONFLICT (seller_id) DO NOTHING`,
    [sellerId, nowMs],
  );
}

/** Undefined while the seller receives no events. */
export async function receiverOf(sql: Sql, sellerId: string): Promise<Receiver | undefined> {
  return sql.get<Receiver>(
    `SELECT latest_sequence AS "latestSequence", oldest_sequence AS "oldestSequence"
     FROM event_receiver WHERE seller_id = $1`,
    [sellerId],
  );
}

/**
 * Takes the next `counts` sequences of each seller; the last one of each. Their rows stay locked until the transaction ends: so
 * nobody gets the same numbers, and numbers of a transaction that fails are taken again. Sellers are locked in one order, or
 * two transactions could wait for each other.
 */
export async function takeSequences(
  tx: Sql,
  counts: ReadonlyMap<string, number>,
  nowMs: number,
): Promise<Map<string, number>> {
  const rows = await tx.many<{ seller_id: string; latest_sequence: number }>(
    `INSERT INTO event_receiver (seller_id, latest_sequence, oldest_sequence, since_ms)
     VALUES {rows: text key, bigint, bigint, bigint} ON CONFLICT (seller_id)
     DO UPDATE SET latest_sequence = event_receiver.latest_sequence + excluded.latest_sequence
     RETURNING seller_id, latest_sequence`,
    [...counts].map(([sellerId, count]): Row => [sellerId, count, 1, nowMs]).sort(bySeller),
  );
  return new Map(rows.map(({ seller_id, latest_sequence }) => [seller_id, latest_sequence]));
}

const bySeller = ([a = '']: Row, [b = '']: Row) => ((a ?? '') < (b ?? '') ? -1 : 1);

/** Keeps others from numbering events of these sellers until the transaction ends. Pass them in the order of their ids. */
export async function lockReceivers(tx: Sql, sellerIds: readonly string[]): Promise<void> {
  await tx.many(
    `SELECT 1 AS locked FROM (VALUES {rows: text key}) AS k JOIN event_receiver ON event_receiver.seller_id = k.column1
     {postgres: ORDER BY event_receiver.seller_id FOR NO KEY UPDATE OF event_receiver}`,
    sellerIds.map((sellerId): Row => [sellerId]),
  );
}

/** Keeps others from numbering or removing events of the seller until the transaction ends. */
export async function lockReceiver(tx: Sql, sellerId: string): Promise<Receiver> {
  const row = await tx.get<Receiver>(
    `UPDATE event_receiver SET latest_sequence = latest_sequence WHERE seller_id = $1
     RETURNING latest_sequence AS "latestSequence", oldest_sequence AS "oldestSequence"`,
    [sellerId],
  );
  return row ?? { latestSequence: 0, oldestSequence: 1 };
}
