import type { Sql } from '../db/db.ts';

/** The row of the whole installation. */
const EVERYBODY = '';

/**
 * Keeps others from changing the number, the states or the sizes of a seller's reports until the transaction ends (decision 59). Call it
 * before anything of these reports is read: on PostgreSQL a concurrent change then repeats the transaction.
 */
export async function lockSeller(tx: Sql, sellerId: string): Promise<void> {
  await lock(tx, sellerId);
}

/** The same for the sizes of all sellers' reports. Lock the seller first. */
export async function lockEverybody(tx: Sql): Promise<void> {
  await lock(tx, EVERYBODY);
}

const lock = (tx: Sql, owner: string) =>
  tx.run(
    `INSERT INTO report_owner (owner, changes) VALUES ($1, 1)
     ON CONFLICT (owner) DO UPDATE SET changes = report_owner.changes + 1`,
    [owner],
  );

export type OpenReports = { readonly waiting: number; readonly running: number };

/** How many reports of a seller wait and run. */
export async function openReports(sql: Sql, sellerId: string): Promise<OpenReports> {
  const rows = await sql.all<{ state: string; n: number }>(
    `SELECT state, COUNT(*) AS n FROM report WHERE seller_id = $1 AND state IN ('IN_QUEUE', 'IN_PROGRESS')
     GROUP BY seller_id, state`,
    [sellerId],
  );
  const count = (state: string) => rows.find((row) => row.state === state)?.n ?? 0;
  return { waiting: count('IN_QUEUE'), running: count('IN_PROGRESS') };
}

/** What the files of reports take: of a seller, and of all sellers. */
export async function keptBytes(sql: Sql, sellerId: string): Promise<{ seller: number; all: number }> {
  const row = await sql.get<{ seller: number | null; everything: number | null }>(
    `SELECT SUM(kept_bytes) AS everything, SUM(CASE WHEN seller_id = $1 THEN kept_bytes ELSE 0 END) AS seller FROM report`,
    [sellerId],
  );
  return { seller: row?.seller ?? 0, all: row?.everything ?? 0 };
}
