import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exists, UNFINISHED } from '../../../backup/data-folder.ts';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { nameWithoutPassword, openDb, reasonOf } from '../../../db/open.ts';
import { isStoreFile, ReadOnlySqlite } from '../../../db/sqlite/read-only.ts';
import { storeOf } from '../../store.ts';
import { LATE, withTimeLimit } from './deadline.ts';
import { type Finding, note, problem } from './finding.ts';

/** The store, opened to look at it; or why there is nothing to look at. */
export type StoreLook = { readonly db: Db } | { readonly db?: undefined; readonly findings: readonly Finding[] };

const OPEN_MS = 6_000;
const STATEMENT_MS = 4_000;

/** Opens the service's store without creating or changing anything. */
export async function openToLook(config: Config): Promise<StoreLook> {
  const { file, databaseUrl } = storeOf(config);
  if (databaseUrl !== undefined) return openServerToLook(databaseUrl, file);
  // The files are half of one backup and half of another.
  if (isRestoreUnfinished(config)) return { findings: [] };
  return openFileToLook(file, 'service.db', existsSync(join(config.dataDir, 'idp.db')));
}

/** Also with PostgreSQL: the folder has the provider's store and the keys. */
export function judgeRestore(config: Config): Finding[] {
  if (!isRestoreUnfinished(config)) return [];
  const text = `A restore of ${config.dataDir} was interrupted: the service does not start`;
  return [problem(text, 'Run it again: npm run restore -- DIR')];
}

const isRestoreUnfinished = ({ dataDir }: Config): boolean => exists(join(dataDir, UNFINISHED));

/** `isOther` says whether the other database is there, and `mend` what to do then. */
export function openFileToLook(file: string, name: string, isOther: boolean, mend = LOST): StoreLook {
  if (!isStoreFile(file)) {
    return isOther
      ? { findings: [problem(`${name} is missing or empty, but the other database is there`, mend)] }
      : { findings: [note(`there is no ${name} yet: the first start creates it`)] };
  }
  try {
    const db = new ReadOnlySqlite(file);
    void db.get('SELECT 1 FROM sqlite_schema LIMIT 1');
    return { db };
  } catch (error) {
    const reason = reasonOf(error).replace(/file:\/\/(\S+)\?immutable=1/, '$1');
    return { findings: [problem(`${file} cannot be read: ${reason}`, UNREADABLE)] };
  }
}

const UNREADABLE =
  'Run the doctor as the user that runs the service. If the file is damaged: stop the service, npm run restore -- DIR';

const LOST =
  'If it was in use, restore both from one backup: npm run restore -- DIR. Otherwise the next start creates it';

async function openServerToLook(databaseUrl: string, file: string): Promise<StoreLook> {
  const mend =
    'Check DATABASE_URL, that the server runs and accepts this machine (pg_hba.conf), and that the database exists';
  try {
    const db = await withTimeLimit(OPEN_MS, openDb({ databaseUrl, file, connections: 1, timeoutMs: STATEMENT_MS }));
    if (db !== LATE) return { db };
    const text = `PostgreSQL at ${nameWithoutPassword(databaseUrl)} does not answer within ${OPEN_MS / 1000} s`;
    return { findings: [problem(text, mend)] };
  } catch (error) {
    return { findings: [problem((error as Error).message, mend)] };
  }
}
