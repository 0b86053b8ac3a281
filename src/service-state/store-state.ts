import { statSync } from 'node:fs';
import type { Db } from '../db/db.ts';
import type { LeaseState, StoreState } from '../domain/service-state.ts';

/** `file`: of the embedded store. */
export async function storeState(db: Db, file: string | undefined): Promise<StoreState> {
  return db.engine === 'sqlite' ? sqliteState(db, file) : postgresState(db);
}

async function sqliteState(db: Db, file: string | undefined): Promise<StoreState> {
  const size = await db.get<{ bytes: number }>(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
  );
  const log = file === undefined ? undefined : statSync(`${file}-wal`, { throwIfNoEntry: false });
  return { engine: 'sqlite', bytes: size?.bytes, logBytes: log?.size };
}

type PostgresRow = { bytes: number; oldest: number | null; log: number | null; mode: string; failed: number };

/** Everything here is what every role may see of its own database. A standby has no log position of its own. */
async function postgresState(db: Db): Promise<StoreState> {
  const row = await db.get<PostgresRow>(
    `SELECT pg_database_size(current_database()) AS bytes,
       (SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp() - MIN(xact_start)) * 1000 AS BIGINT) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()) AS oldest,
       (SELECT CAST(MAX(CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) END) AS BIGINT)
        FROM pg_replication_slots) AS log,
       current_setting('archive_mode') AS mode,
       (SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::integer FROM pg_stat_archiver) AS failed`,
  );
  if (row === undefined) return { engine: 'postgres' };
  return {
    ...{ engine: 'postgres', bytes: row.bytes, logBytes: row.log ?? undefined },
    oldestTransactionMs: row.oldest === null ? undefined : Math.max(0, row.oldest),
    archive: row.mode === 'off' ? 'off' : row.failed === 1 ? 'failing' : 'working',
  };
}

/** The work that is divided by ranges (decision 57), and how many workers share it now. Nobody signs in while there is none. */
const DIVIDED = ['boards', 'dispatcher', 'fees'] as const;

export async function leaseStates(db: Pick<Db, 'get'>, nowMs: number): Promise<LeaseState[]> {
  const states: LeaseState[] = [];
  for (const work of DIVIDED) {
    // A blank comes right before an exclamation mark: these are the names that begin so.
    const found = await db.get<{ n: number }>(
      'SELECT COUNT(*) AS n FROM lease WHERE name >= $1 AND name < $2 AND until_ms > $3',
      [`${work} worker `, `${work} worker!`, nowMs],
    );
    states.push({ work, workers: found?.n ?? 0 });
  }
  return states;
}
