import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { migrate } from '../../db/migrate.ts';
import { checkAlone, type DbConfig, nameWithoutPassword, openDb, reasonOf } from '../../db/open.ts';
import { hasTables } from '../../db/sqlite/file-copy.ts';
import { refuseForeignFile } from '../../db/sqlite/unchanged-file.ts';
import { Fault } from '../../domain/fault.ts';
import { migrations } from '../../migrations/list.ts';
import { MoveError, markOf, removeMark } from '../../move/mark.ts';
import { type Moved, moveStore, type Store } from '../../move/move.ts';
import { StartError } from '../../processes/start-error.ts';
import { moveDocuments } from '../../reports/files/move-documents.ts';
import { VERSION } from '../settings/version.ts';
import { recordOnce } from '../store/audited.ts';
import { cannotStart } from '../store/cannot-start.ts';
import { checkRestored } from '../store/data-folder.ts';
import { reportFolderOf } from '../store/report-store.ts';
import { keepKey } from './move-key.ts';

export const MOVE_USAGE = `Moves everything that the service keeps into another, empty store. The service must be stopped.

  npm run move -- --to postgres://user:password@host:5432/database   from the configured store into PostgreSQL
  npm run move -- --to DIR                                           into service.db in the folder DIR
  npm run move -- --undo                                             use the configured store again after a move

The configured store is the one of DATABASE_URL, or of DATA_DIR. Without a password in the URL, PGPASSWORD is used.
`;

/** No statement of a move waits for others: only a server that is gone takes longer. */
const STATEMENT_TIMEOUT_MS = 600_000;

type Place = DbConfig & { readonly name: string /** The folder of a file. */; readonly folder?: string };

type Say = (line: string) => unknown;

const print: Say = (line) => process.stdout.write(`${line}\n`);

/** Moves the service's store, or undoes the mark of a move. Returns the exit code. */
export async function move(config: Config, args: string[], say: Say = print): Promise<number> {
  const options = readArguments(args);
  if (typeof options === 'string') {
    process.stderr.write(`${options}${MOVE_USAGE}`);
    return 2;
  }
  checkRestored(config);
  const from = config.databaseUrl ? server(config.databaseUrl) : file(config.dataDir);
  if (from.folder !== undefined) await refuseForeignFile(from.file, migrations);
  if (from.folder !== undefined && !hasTables(from.file)) {
    throw new StartError(`There is no store in ${from.name}. Check DATA_DIR and DATABASE_URL.`);
  }
  if (options.undo) return undo(from, say);
  const to = /^postgres(ql)?:/.test(options.to) ? server(options.to) : file(options.to);
  if (to.name === from.name) throw new StartError(`The store is in ${from.name} already.`);
  await withStore(from, async (source) => {
    await migrate(source, migrations, VERSION).catch(cannotStart);
    const keyStep = await keepKey(config, source, to.folder).catch(cannotStart);
    const names = { from: from.name, to: to.name };
    await recordOnce(source, 'move', 'begun', names);
    const moved = await withStore(to, async (target) => {
      const beforeFinish = async () => {
        const documents = await moveDocuments(target, reportFolderOf(config));
        if (documents > 0) say(`The files of ${documents} reports are in ${to.name}.`);
      };
      const stores = [
        { db: source, name: from.name },
        { db: target, name: to.name },
      ] as const;
      const result = await moveBetween(...stores, { say, beforeFinish });
      // The source has been copied: only the target can have it.
      await recordOnce(target, 'move', 'ended', { ...names, ...result });
      return result;
    });
    say(`${moved.rows} rows of ${moved.tables} tables are in ${to.name}. All were read again and compared.\n`);
    for (const step of nextSteps(config, from, to, keyStep)) say(step);
  });
  return 0;
}

type MoveSteps = { readonly say: Say; readonly beforeFinish: () => Promise<void> };

async function moveBetween(source: Store, target: Store, { say, beforeFinish }: MoveSteps): Promise<Moved> {
  await migrate(target.db, migrations, VERSION).catch(cannotStart);
  say(`Moving ${source.name} to ${target.name}`);
  return moveStore(source, target, {
    migrations,
    onProgress: progressTo(say),
    beforeFinish: async () => {
      await Promise.all([source, target].map(({ db }) => checkAlone(db))).catch(cannotStart);
      await beforeFinish();
    },
  });
}

function nextSteps(config: Config, from: Place, to: Place, keyStep: string): string[] {
  const provider = `- The identity provider keeps its own file, ${join(resolve(config.dataDir), 'idp.db')}`;
  const staysInFolder = to.folder === undefined || to.folder === resolve(config.dataDir);
  return [
    'Before you start the service:',
    to.folder === undefined
      ? `- Set DATABASE_URL to the URL of ${to.name}.`
      : `- Set DATA_DIR to ${to.folder}, and remove DATABASE_URL.`,
    `- ${keyStep}`,
    ...(config.idpIssuer !== undefined
      ? []
      : staysInFolder
        ? [`${provider}: leave DATA_DIR as it is.`]
        : [`${provider}: copy it to ${to.folder} while nothing runs, together with idp.db-wal if there is one.`]),
    `The service no longer starts on ${from.name}. Keep it until you are sure; npm run move -- --undo opens it again.`,
  ];
}

async function undo(from: Place, say: Say): Promise<number> {
  return withStore(from, async (db) => {
    const mark = await markOf(db);
    if (mark?.state !== 'moved') throw new StartError(`${from.name} was not moved. There is nothing to undo.`);
    await removeMark(db);
    await recordOnce(db, 'move', 'done', { undone: true, to: mark.to });
    say(
      `${from.name} can be used again, as it was before the move. What has changed in ${mark.to} since is not in it.`,
    );
    say(`Never start the service on ${mark.to} again: both would send what waited in the queue. Delete it.`);
    return 0;
  });
}

async function withStore<T>(place: Place, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDb({ ...place, alone: true, timeoutMs: STATEMENT_TIMEOUT_MS }).catch(cannotStart);
  try {
    return await work(db);
  } catch (error) {
    if (error instanceof MoveError) cannotStart(error);
    // A server that is gone, a full disk.
    if (error instanceof Fault) throw new StartError(`${reasonOf(error)}\nRun the move again.`, { cause: error });
    throw error;
  } finally {
    await db.close();
  }
}

const server = (databaseUrl: string): Place => ({
  databaseUrl,
  file: '',
  name: nameOf(databaseUrl),
  migrations,
});

function file(folder: string): Place {
  const path = join(resolve(folder), 'service.db');
  return { file: path, name: path, folder: resolve(folder), migrations };
}

function nameOf(databaseUrl: string): string {
  try {
    return nameWithoutPassword(databaseUrl);
  } catch (error) {
    return cannotStart(error as Error);
  }
}

/** A line for each table, and every few seconds one for a large table. */
function progressTo(say: Say) {
  let printedMs = performance.now();
  return (step: string, table: string, rows: number, total: number) => {
    if (rows < total && performance.now() - printedMs < PRINT_EVERY_MS) return;
    printedMs = performance.now();
    if (total > 0) say(`${step} ${table}: ${rows}${rows < total ? ` of ${total}` : ''} rows`);
  };
}

const PRINT_EVERY_MS = 5_000;

function readArguments(args: string[]): { to: string; undo: boolean } | string {
  try {
    const { values } = parseArgs({ args, options: { to: { type: 'string' }, undo: { type: 'boolean' } } });
    const { to = '', undo: isUndo = false } = values;
    if (isUndo === (to !== '')) return '';
    if (/^\w+:\/\//.test(to) && !/^postgres(ql)?:/.test(to)) return '--to takes a URL of PostgreSQL, or a folder.\n\n';
    return { to, undo: isUndo };
  } catch (error) {
    return `${(error as Error).message}\n\n`;
  }
}
