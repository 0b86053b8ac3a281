import { setTimeout as sleep } from 'node:timers/promises';
import { MicroBatch } from '../../async/micro-batch.ts';
import { type Db, READING_NAME, type Row, type Sql } from '../../db/db.ts';
import { keyGroup } from '../../db/key-group.ts';
import { firstIdAt } from '../../db/time-ordered-id.ts';
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
    `INSERT INTO event_receiver (seller_id, latest_sequence, oldest_sequence, since_ms, seller_group) VALUES ($1, 0, 1, $2, $3)
     ON CONFLICT (seller_id) DO NOTHING`,
    [sellerId, nowMs, keyGroup(sellerId)],
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
    `INSERT INTO event_receiver (seller_id, latest_sequence, oldest_sequence, since_ms, seller_group)
     VALUES {rows: text key, bigint, bigint, bigint, bigint} ON CONFLICT (seller_id)
     DO UPDATE SET latest_sequence = event_receiver.latest_sequence + excluded.latest_sequence
     RETURNING seller_id, latest_sequence`,
    [...counts].map(([sellerId, count]): Row => [sellerId, count, 1, nowMs, keyGroup(sellerId)]).sort(bySeller),
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

/** How long a question waits for others: short beside the interval of a poll. */
const COLLECT_MS = 25;

/**
 * The last sequences of sellers whose callers wait for an event. Questions of the same moment become one statement: hundreds of
 * waiting callers that each read for themselves would keep the process busy while nothing happens.
 */
export class LatestSequences {
  readonly #batch: MicroBatch<string, number>;

  constructor(sql: Pick<Sql, 'many'>) {
    this.#batch = new MicroBatch({
      run: (sellerIds) => latestOf(sql, sellerIds),
      gather: () => sleep(COLLECT_MS),
      sizeOf: ({ length }) => length,
      concernsAll: () => true,
    });
  }

  /** 0 for a seller that is no receiver of events. */
  of(sellerId: string): Promise<number> {
    return this.#batch.add(sellerId);
  }
}

async function latestOf(sql: Pick<Sql, 'many'>, sellerIds: readonly string[]): Promise<number[]> {
  const rows = await sql.many<{ seller_id: string; latest_sequence: number }>(
    `SELECT event_receiver.seller_id, event_receiver.latest_sequence
     FROM (VALUES {rows: text}) AS k JOIN event_receiver ON event_receiver.seller_id = k.column1`,
    [...new Set(sellerIds)].map((sellerId): Row => [sellerId]),
  );
  const latest = new Map(rows.map(({ seller_id, latest_sequence }) => [seller_id, latest_sequence]));
  return sellerIds.map((sellerId) => latest.get(sellerId) ?? 0);
}

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

const POLL_MS = 20;
const MAX_POLLS = 100;

/**
 * For a seller that has just become a receiver of events. On PostgreSQL a change of the market that began before does not know
 * it, tells it nothing, and may still be running. This waits until all transactions that began before have ended: what the
 * seller reads from then on includes their changes. A transaction that has not written yet may still do so; those that never will
 * have a name of their own, or an export would delay every new receiver. At most two seconds, because the server cannot tell
 * reads of other programs apart. SQLite runs transactions one by one.
 */
export async function olderTransactionsEnd(db: Db): Promise<void> {
  if (db.engine === 'sqlite') return;
  const began = await db.get<{ at: string }>('SELECT CAST(clock_timestamp() AS TEXT) AS at');
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const running = await db.get(
      `SELECT 1 AS found FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND (backend_xid IS NOT NULL OR backend_xmin IS NOT NULL) AND application_name <> $2
         AND xact_start <= CAST($1 AS TIMESTAMPTZ) LIMIT 1`,
      [began?.at ?? '', READING_NAME],
    );
    if (running === undefined) return;
    await sleep(POLL_MS);
  }
}
