import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exists, UNFINISHED } from '../../../backup/data-folder.ts';
import type { Config } from '../../../config/config.ts';
import type { Db } from '../../../db/db.ts';
import { nameWithoutPassword, openDb, reasonOf } from '../../../db/open.ts';
import { isStoreFile, ReadOnlySqlite } from '../../../db/sqlite/read-only.ts';
import { migrations } from '../../../migrations/list.ts';
import { checkNotMoved } from '../../../move/mark.ts';
import { storeOf } from '../../store/store.ts';
import { LATE, withTimeLimit } from './deadline.ts';
import { type Finding, found, note, problem } from './finding.ts';
import { judgePostgres, lookAtPostgres } from './postgres-store.ts';
import { judgeSqlite, lookAtSqlite } from './sqlite-store.ts';
import type { OpenedStore, Subject } from './subject.ts';
import { judgeTables, lookAtTables } from './tables.ts';

const OPEN_MS = 6_000;
const STATEMENT_MS = 4_000;

/** Opens the service's store without creating or changing anything. */
export async function openToLook(config: Config): Promise<OpenedStore> {
  const { file, databaseUrl } = storeOf(config);
  if (databaseUrl !== undefined) return openServerToLook(databaseUrl, file);
  // The files are half of one backup and half of another.
  if (isRestoreUnfinished(config)) return { findings: [] };
  return openFileToLook(file, 'service.db', existsSync(join(config.dataDir, 'idp.db')) ? LOST : undefined);
}

const isRestoreUnfinished = ({ dataDir }: Config): boolean => exists(join(dataDir, UNFINISHED));

export const LOST =
  'If it was in use, restore both from one backup: npm run restore -- DIR. Otherwise the next start creates it';

/** `remedyIfMissing` is what to do when the file is missing; undefined when the first start creates it. */
export function openFileToLook(file: string, name: string, remedyIfMissing: string | undefined): OpenedStore {
  if (!isStoreFile(file)) {
    const missing = remedyIfMissing
      ? problem`${name} is missing or empty, but the other database is there -> ${remedyIfMissing}`
      : note`there is no ${name} yet: the first start creates it`;
    return { findings: [missing] };
  }
  try {
    const db = new ReadOnlySqlite(file);
    void db.get('SELECT 1 FROM sqlite_schema LIMIT 1');
    return { db };
  } catch (error) {
    const reason = reasonOf(error).replace(/file:\/\/(\S+)\?immutable=1/, '$1');
    const unreadable = problem`${file} cannot be read: ${reason} -> Run the doctor as the user that runs the service. If the file is damaged: stop the service, npm run restore -- DIR`;
    return { findings: [unreadable] };
  }
}

async function openServerToLook(databaseUrl: string, file: string): Promise<OpenedStore> {
  let failure = `PostgreSQL at ${nameWithoutPassword(databaseUrl)} does not answer within ${OPEN_MS / 1000} s`;
  try {
    const db = await withTimeLimit(OPEN_MS, openDb({ databaseUrl, file, connections: 1, timeoutMs: STATEMENT_MS }));
    if (db !== LATE) return { db };
  } catch (error) {
    failure = (error as Error).message;
  }
  const unreachable = problem`${failure} -> Check DATABASE_URL, that the server runs and accepts this machine (pg_hba.conf), and that the database exists`;
  return { findings: [unreachable] };
}

type StoreFacts = Awaited<ReturnType<typeof lookAtStore>>;

export async function lookAtStore({ config, store }: Subject) {
  const { file, databaseUrl } = storeOf(config);
  const isRestoring = isRestoreUnfinished(config);
  if (!store.db) return { isRestoring, findings: store.findings };
  const { db } = store;
  const postgres = databaseUrl === undefined ? undefined : await lookAtPostgres(db, databaseUrl);
  // A role without rights cannot read which migrations are applied.
  const tables = postgres?.forbiddenTables.length ? undefined : await lookAtTables(db, migrations);
  const moved = tables === undefined || tables.isEmpty ? undefined : await whereMoved(db);
  return { isRestoring, postgres, tables, moved, sqlite: postgres ? undefined : await lookAtSqlite(file, db) };
}

async function whereMoved(db: Db): Promise<string | undefined> {
  return checkNotMoved(db).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

export function judgeStore(
  config: Config,
  { isRestoring, findings, postgres, tables, moved, sqlite }: StoreFacts,
): Finding[] {
  const [what = '', ...steps] = moved?.split(/(?<=[.:]) |\n/) ?? [];
  return found(
    // Also with PostgreSQL: the folder has the provider's store and the keys.
    isRestoring &&
      problem`A restore of ${config.dataDir} was interrupted: the service does not start -> Run it again: npm run restore -- DIR`,
    findings,
    tables && judgeTables(postgres ? 'the database' : 'service.db', tables),
    moved !== undefined && problem`${what} -> ${steps.join(' ')}`,
    sqlite && judgeSqlite(sqlite),
    postgres && judgePostgres(config, postgres, processesOf(config)),
  );
}

/**
 * How many processes of this machine use the store at once. With API_PROCESSES: the API processes and the worker, each twice while
 * SIGHUP replaces them, and the supervisor. Other machines are not known here.
 */
const processesOf = ({ apiProcesses }: Config): number => (apiProcesses === 1 ? 1 : 2 * (apiProcesses + 1) + 1);
