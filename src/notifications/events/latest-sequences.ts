import { setTimeout as sleep } from 'node:timers/promises';
import type { Row, Sql } from '../../db/db.ts';

/** How long a question waits for others: short beside the interval of a poll. */
const COLLECT_MS = 25;

/**
 * The last sequences of sellers whose callers wait for an event. Questions of the same moment become one statement: hundreds of
 * waiting callers that each read for themselves would keep the process busy while nothing happens.
 */
export class LatestSequences {
  readonly #sql: Pick<Sql, 'many'>;
  #open: { sellerIds: Set<string>; answers: Promise<Map<string, number>> } | undefined;

  constructor(sql: Pick<Sql, 'many'>) {
    this.#sql = sql;
  }

  /** 0 for a seller that is no receiver of events. */
  async of(sellerId: string): Promise<number> {
    this.#open ??= this.#collect();
    const { sellerIds, answers } = this.#open;
    sellerIds.add(sellerId);
    return (await answers).get(sellerId) ?? 0;
  }

  #collect() {
    const sellerIds = new Set<string>();
    const read = async () => {
      await sleep(COLLECT_MS);
      this.#open = undefined;
      const rows = await this.#sql.many<{ seller_id: string; latest_sequence: number }>(
        `SELECT event_receiver.seller_id, event_receiver.latest_sequence
         FROM (VALUES {rows: text}) AS k JOIN event_receiver ON event_receiver.seller_id = k.column1`,
        [...sellerIds].map((sellerId): Row => [sellerId]),
      );
      return new Map(rows.map(({ seller_id, latest_sequence }) => [seller_id, latest_sequence]));
    };
    return { sellerIds, answers: read() };
  }
}
