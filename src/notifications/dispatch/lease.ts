import type { Sql } from '../../db/db.ts';

/** A lease that ends so far ahead was made by a clock that was wrong. */
const MAX_AHEAD_MS = 60_000;

/**
 * Extends the lease of `name` that the caller holds with `token`, or takes one that has ended; the token then is a new one. In
 * the transaction of the work: a process that was stopped past its lease finds another token here, and changes nothing. Two
 * processes that do this at once write the same row, so one of them comes after the other. Undefined: another process holds it.
 */
export async function holdLease(
  tx: Sql,
  name: string,
  token: number,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<number | undefined> {
  const row = await tx.get<{ token: number }>(
    `INSERT INTO lease (name, token, until_ms) VALUES ($1, 1, $3)
     ON CONFLICT (name) DO UPDATE SET until_ms = excluded.until_ms,
       token = CASE WHEN lease.token = $2 AND lease.until_ms > $4 THEN lease.token ELSE lease.token + 1 END
     WHERE lease.token = $2 OR lease.until_ms <= $4 OR lease.until_ms > $5
     RETURNING token`,
    [name, token, untilMs, nowMs, nowMs + MAX_AHEAD_MS],
  );
  return row?.token;
}

/** Whether another process holds the lease: a look that writes nothing. */
export async function isHeldByOther(sql: Sql, name: string, token: number, nowMs: number): Promise<boolean> {
  const row = await sql.get(
    'SELECT 1 AS one FROM lease WHERE name = $1 AND token <> $2 AND until_ms > $3 AND until_ms <= $4',
    [name, token, nowMs, nowMs + MAX_AHEAD_MS],
  );
  return row !== undefined;
}

/** Lets another process go on at once. */
export async function releaseLease(sql: Sql, name: string, token: number): Promise<void> {
  await sql.run('UPDATE lease SET until_ms = 0 WHERE name = $1 AND token = $2', [name, token]);
}
