import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { orLate } from '../../../async/or-late.ts';
import { exists, UNFINISHED } from '../../../backup/data-folder.ts';
import type { Config } from '../../../config/config.ts';
import type { Db } from '../../../db/db.ts';
import { foreignSign } from '../../../db/foreign-database.ts';
import { readApplied } from '../../../db/migrate.ts';
import { type Migration, migrationPlan } from '../../../db/migration-plan.ts';
import { nameWithoutPassword, openDb } from '../../../db/open.ts';
import { migrations } from '../../../migrations/list.ts';
import { checkNotMoved } from '../../../move/mark.ts';
import { storeOf } from '../../store/store.ts';
import { check, type OpenedStore } from './check.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { judgePostgres, lookAtPostgres } from './postgres-server.ts';
import { judgeSqlite, lookAtSqlite, openFileToLook } from './sqlite-file.ts';

const OPEN_MS = 6_000;
const STATEMENT_MS = 4_000;

export const LOST =
  'If it was in use, restore both from one backup: npm run restore -- DIR. Otherwise the next start creates it';

/** Opens the service's store without creating or changing anything. */
export async function openToLook(config: Config): Promise<OpenedStore> {
  const { file, databaseUrl } = storeOf(config);
  if (databaseUrl !== undefined) return openServerToLook(databaseUrl, 'DATABASE_URL');
  // The files are half of one backup and half of another.
  if (isRestoreUnfinished(config)) return {};
  return openFileToLook(file, 'service.db', existsSync(join(config.dataDir, 'idp.db')) ? LOST : undefined);
}

const isRestoreUnfinished = ({ dataDir }: Config): boolean => exists(join(dataDir, UNFINISHED));

/** `setting` has the URL. */
export async function openServerToLook(databaseUrl: string, setting: string): Promise<OpenedStore> {
  let failure = `PostgreSQL at ${nameWithoutPassword(databaseUrl)} does not answer within ${OPEN_MS / 1000} s`;
  try {
    const opening = openDb({ databaseUrl, file: '', connections: 1, timeoutMs: STATEMENT_MS });
    const db = await orLate<Db | undefined>(opening, OPEN_MS, undefined);
    if (db) return { db };
  } catch (error) {
    failure = (error as Error).message;
  }
  const unreachable = problem`${failure} -> Check ${setting}, that the server runs and accepts this machine (pg_hba.conf), and that the database exists`;
  return { findings: [unreachable] };
}

export const storeCheck = check({
  title: 'Store',
  look: async ({ config, store: { db, findings } }) => ({
    isRestoring: isRestoreUnfinished(config),
    findings,
    ...(db && (await lookAtStore(config, db))),
  }),
  judge: ({ isRestoring, findings, postgres, tables, moved, sqlite }, config) => [
    // Also with PostgreSQL: the folder has the provider's store and the keys.
    isRestoring &&
      problem`A restore of ${config.dataDir} was interrupted: the service does not start -> Run it again: npm run restore -- DIR`,
    findings,
    tables && judgeTables(postgres ? 'the database' : 'service.db', tables),
    moved !== undefined && judgeMoved(moved),
    sqlite && judgeSqlite(sqlite),
    postgres && judgePostgres(postgres, config),
  ],
});

async function lookAtStore(config: Config, db: Db) {
  const { file, databaseUrl } = storeOf(config);
  const postgres = databaseUrl === undefined ? undefined : await lookAtPostgres(db, databaseUrl);
  // A role without rights cannot read which migrations are applied.
  const tables = postgres?.forbiddenTables.length ? undefined : await lookAtTables(db, migrations);
  const moved = tables?.applied.length ? await whereMoved(db) : undefined;
  return { postgres, tables, moved, sqlite: postgres ? undefined : await lookAtSqlite(file, db) };
}

/** `moved` is the reason why nothing starts on a store that was moved. */
export function judgeMoved(moved: string): Finding {
  const [what = '', ...steps] = moved.split(/(?<=[.:]) |\n/);
  return problem`${what} -> ${steps.join(' ')}`;
}

const whereMoved = (db: Db): Promise<string | undefined> =>
  checkNotMoved(db, 'service').then(
    () => undefined,
    (error: Error) => error.message,
  );

/** What a start compares: the applied migrations with those of this program. `foreign` is a sign of another program. Only reads. */
export async function lookAtTables(db: Db, known: readonly Migration[]) {
  const foreign = await foreignSign(db, known);
  return { foreign, known, applied: foreign === undefined ? await readApplied(db) : [] };
}

export function judgeTables(name: string, seen: Awaited<ReturnType<typeof lookAtTables>>): Finding {
  const { foreign, known, applied } = seen;
  if (foreign !== undefined)
    return problem`${name} is a database of another program: ${foreign}. The service does not start -> Move it away and restore a backup (npm run restore -- DIR), or correct DATA_DIR or DATABASE_URL`;
  try {
    const { pending, newer } = migrationPlan(applied, known);
    const names = pending.map((one) => one.name).join(', ');
    if (applied.length === 0)
      return note`${name} opens, and has no tables yet: the first start, or npm run migrate, creates them`;
    if (pending.length > 0)
      return note`${name} opens; ${pending.length} migrations are not applied yet (${names}). The next start applies them, or before: npm run migrate`;
    return newer.length === 0
      ? ok`${name} opens, and its tables are up to date`
      : note`${name} opens; a newer version has changed its tables (${newer.join(', ')}), and this one may run`;
  } catch (error) {
    return problem`${name}: ${(error as Error).message} -> Run the version of the program that last used this store, or a newer one (docs/upgrading.md)`;
  }
}
