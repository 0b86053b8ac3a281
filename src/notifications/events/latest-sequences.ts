import { setTimeout as sleep } from 'node:timers/promises';
import { MicroBatch } from '../../async/micro-batch.ts';
import type { Row, Sql } from '../../db/db.ts';

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
