import type { Sql } from '../../src/db/db.ts';

/*
 * The lease of the release before (0.3.0), as its processes take it: it lets one of them at a time do the whole work. They run
 * beside newer ones during an upgrade, so this must not change.
 */

const MAX_AHEAD_MS = 60_000;

/** Extends the lease that the caller holds with `token`, or takes one that has ended. Undefined: another process holds it. */
export async function holdFormerLease(
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

/** Whether another process holds the lease. */
export async function isHeldByOther(sql: Sql, name: string, token: number, nowMs: number): Promise<boolean> {
  const row = await sql.get(
    'SELECT 1 AS one FROM lease WHERE name = $1 AND token <> $2 AND until_ms > $3 AND until_ms <= $4',
    [name, token, nowMs, nowMs + MAX_AHEAD_MS],
  );
  return row !== undefined;
}
