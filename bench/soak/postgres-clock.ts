import type { Db } from '../../src/db/db.ts';
import { openDb } from '../../src/db/open.ts';
import type { ClockStep } from './clock-steps.ts';

/*
 * The service takes the time from PostgreSQL, so its clock has to move, too: connections to this database look into the schema `soak`
 * before they look into that of the server, and find another clock_timestamp() there.
 */
const CLOCK = [
  'CREATE SCHEMA soak',
  'CREATE TABLE soak.step (from_ms BIGINT NOT NULL, ahead_ms BIGINT NOT NULL)',
  `CREATE FUNCTION soak.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS '
     SELECT pg_catalog.clock_timestamp() + COALESCE((SELECT ahead_ms FROM soak.step
       WHERE from_ms <= EXTRACT(EPOCH FROM pg_catalog.clock_timestamp()) * 1000 ORDER BY from_ms DESC LIMIT 1), 0)
       * interval ''1 millisecond'''`,
  // It looks into no other schema than these: old entries of the audit log go by this clock, too.
  'ALTER FUNCTION audit_entry_is_fixed() SET search_path = soak, pg_catalog, pg_temp',
];

/** Before the service connects. */
export async function addPostgresClock(databaseUrl: string): Promise<void> {
  const db = await openDb({ databaseUrl, file: '' });
  for (const sql of CLOCK) await db.run(sql);
  await db.run(`ALTER DATABASE ${new URL(databaseUrl).pathname.slice(1)} SET search_path = public, soak, pg_catalog`);
  await db.close();
}

export async function addPostgresStep(db: Db, { fromMs, aheadMs }: ClockStep): Promise<void> {
  await db.run('INSERT INTO soak.step (from_ms, ahead_ms) VALUES ($1, $2)', [fromMs, aheadMs]);
}
