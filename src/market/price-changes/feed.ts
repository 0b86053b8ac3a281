import type { Db, Sql } from '../../db/db.ts';
import type { Receipt } from '../../domain/price-changes/receipt.ts';
import { feedLines } from './receipt-table.ts';

/** Lines that get their numbers in one transaction. */
const MAX_NUMBERED = 1_000;

export type FeedPage = {
  /** Changes as they are now, in the order of their numbers. */
  readonly lines: readonly { readonly number: number; readonly receipt: Receipt }[];
  /** The oldest line that is kept; `latest` + 1 when none is. */
  readonly oldest: number;
  readonly latest: number;
};

/**
 * The price changes of a marketplace for the operator's system: what was applied in `direct`, and what waits for its outcome in
 * `confirmed`. Numbers have no gaps (decision 49): a line gets its number after its commit, when the feed is read, so that none
 * appears below one that a reader has seen.
 */
export class PriceChangeFeed {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async page(marketplaceId: string, after: number, limit: number): Promise<FeedPage> {
    while (await hasNewLines(this.#db, marketplaceId)) await this.#number(marketplaceId);
    const lines = await feedLines(this.#db, marketplaceId, after, limit);
    const bounds = await this.#db.get<{ latest: number; oldest: number | null }>(
      `SELECT last_number AS latest, (SELECT MIN(number) FROM price_change_feed
          WHERE marketplace_id = $1 AND number IS NOT NULL) AS oldest
         FROM price_change_counter WHERE marketplace_id = $1`,
      [marketplaceId],
    );
    const latest = bounds?.latest ?? 0;
    return { lines, latest, oldest: bounds?.oldest ?? latest + 1 };
  }

  /** Whether a page after this number would have lines: a keyed read, for callers that wait. */
  async hasLinesAfter(marketplaceId: string, after: number): Promise<boolean> {
    if (await hasNewLines(this.#db, marketplaceId)) return true;
    const found = await this.#db.get(
      'SELECT 1 AS found FROM price_change_counter WHERE marketplace_id = $1 AND last_number > $2',
      [marketplaceId, after],
    );
    return found !== undefined;
  }

  /** Whoever gives numbers holds the row of the counter: two readers at once do not give the same ones. */
  async #number(marketplaceId: string): Promise<void> {
    await this.#db.run(
      'INSERT INTO price_change_counter (marketplace_id, last_number) VALUES ($1, 0) ON CONFLICT (marketplace_id) DO NOTHING',
      [marketplaceId],
    );
    await this.#db.transaction(
      async (tx) => {
        const last = await tx.get<{ last_number: number }>(
          'UPDATE price_change_counter SET last_number = last_number WHERE marketplace_id = $1 RETURNING last_number',
          [marketplaceId],
        );
        const rows = await tx.all<{ id: number }>(
          `SELECT id FROM price_change_feed WHERE marketplace_id = $1 AND number IS NULL
            ORDER BY marketplace_id, id LIMIT ${MAX_NUMBERED}`,
          [marketplaceId],
        );
        const first = (last?.last_number ?? 0) + 1;
        await tx.many(
          `UPDATE price_change_feed SET number = k.column2 FROM (VALUES {rows: bigint key, bigint}) AS k
            WHERE price_change_feed.id = k.column1`,
          rows.map(({ id }, n) => [id, first + n]),
        );
        await tx.run('UPDATE price_change_counter SET last_number = $2 WHERE marketplace_id = $1', [
          ...[marketplaceId, first + rows.length - 1],
        ]);
      },
      { seesLatest: true },
    );
  }
}

async function hasNewLines(sql: Sql, marketplaceId: string): Promise<boolean> {
  const found = await sql.get(
    'SELECT 1 AS found FROM price_change_feed WHERE marketplace_id = $1 AND number IS NULL LIMIT 1',
    [marketplaceId],
  );
  return found !== undefined;
}
