import type { Sql } from './db.ts';

/** How long a process of the release before waits after the last sign of life of all others. */
const LEASE_MS = 20_000;
/** With less than this left the lease is extended. */
const MIN_LEFT_MS = 5_000;
/** A lease that ends so far ahead was made by a clock that was wrong. */
export const MAX_AHEAD_MS = 60_000;

/*
 * The release before lets one process at a time do a work, by one lease of that name. Processes that divide the work by ranges hold
 * this lease together. The next release does not need it any more.
 */

/**
 * Holds the lease `name` together with others until the transaction ends; takes or extends it if need be. On PostgreSQL its row is locked
 * for sharing: a process of the release before, which updates it, waits for the end of the transaction, and the others do not.
 * Only extending it, every 15 s, excludes them. Call it before anything else is locked. False: a process of the release before holds it.
 */
export async function shareLease(tx: Sql, name: string, nowMs: number): Promise<boolean> {
  const shared = await tx.get(
    `SELECT 1 AS held FROM lease WHERE name = $1 AND shared_token = token AND until_ms > $2 AND until_ms <= $3
     {postgres: FOR SHARE}`,
    [name, nowMs + MIN_LEFT_MS, nowMs + MAX_AHEAD_MS],
  );
  if (shared !== undefined) return true;
  const token = 'CASE WHEN lease.shared_token = lease.token THEN lease.token ELSE lease.token + 1 END';
  const taken = await tx.get(
    `INSERT INTO lease (name, token, until_ms, shared_token) VALUES ($1, 1, $2, 1)
     ON CONFLICT (name) DO UPDATE SET until_ms = excluded.until_ms, token = ${token}, shared_token = ${token}
     WHERE lease.shared_token = lease.token OR lease.until_ms <= $3 OR lease.until_ms > $4
     RETURNING token`,
    [name, nowMs + LEASE_MS, nowMs, nowMs + MAX_AHEAD_MS],
  );
  return taken !== undefined;
}

/** Whether a process of the release before holds the lease: a look that writes nothing. */
export async function isHeldByFormer(sql: Sql, name: string, nowMs: number): Promise<boolean> {
  const held = await sql.get(
    `SELECT 1 AS held FROM lease WHERE name = $1 AND COALESCE(shared_token, 0) <> token AND until_ms > $2 AND until_ms <= $3`,
    [name, nowMs, nowMs + MAX_AHEAD_MS],
  );
  return held !== undefined;
}

/** Lets a process of the release before go on at once. If others still share the lease, the next one takes it again. */
export async function releaseShared(sql: Sql, name: string): Promise<void> {
  await sql.run('UPDATE lease SET until_ms = 0 WHERE name = $1 AND shared_token = token', [name]);
}
