import { runExport } from '../../cli/export.ts';
import { isDryRun, runImport } from '../../cli/import.ts';
import { runSeed } from '../../cli/seed.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { migrate } from '../../db/migrate.ts';
import { openDb } from '../../db/open.ts';
import { runOnTrial } from '../../db/trial.ts';
import { Market } from '../../market/market.ts';
import { migrations } from '../../migrations/list.ts';
import { cannotStart } from '../cannot-start.ts';
import { checkRestored } from '../data-folder.ts';
import { startClock } from '../process-clock.ts';
import { openStore, storeOf } from '../store.ts';

/** Brings the tables up to date. */
export async function migrateTables(config: Config): Promise<number> {
  checkRestored(config);
  const db = await openDb(storeOf(config)).catch(cannotStart);
  const steps = await migrate(db, migrations).catch(cannotStart);
  process.stdout.write(steps.length === 0 ? 'The tables are up to date.\n' : `${steps.join('\n')}\n`);
  await db.close();
  return 0;
}

export const importFiles = (config: Config, args: string[]): Promise<number> =>
  withClock(config, (db, now) => {
    const importInto = (store: Db) => runImport(new Market(store, now), args, process);
    return isDryRun(args) ? runOnTrial(db, storeOf(config), importInto) : importInto(db);
  });

export const exportFiles = (config: Config, args: string[]): Promise<number> =>
  withStore(config, (db) => runExport(db, args, (text) => process.stdout.write(text)));

export const seedMarket = (config: Config, args: string[]): Promise<number> =>
  withClock(config, (db, now) => runSeed(new Market(db, now), args, process));

/** With the store and its clock, which is kept synchronized: an import can run for an hour. */
const withClock = (config: Config, work: (db: Db, now: () => number) => Promise<number>): Promise<number> =>
  withStore(config, async (db) => {
    const clock = await startClock(db, (error, text) => process.stderr.write(`${text}: ${(error as Error).message}\n`));
    try {
      return await work(db, clock.now);
    } finally {
      await clock.stop();
    }
  });

async function withStore(config: Config, work: (db: Db) => Promise<number>): Promise<number> {
  const db = await openStore(config);
  // `npm run seed -- --print | head`: a reader that stops early is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    return await work(db);
  } catch (error) {
    // A full disk, a folder without write permission: the system's message is enough for the operator.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) cannotStart(error as Error);
    throw error;
  } finally {
    await db.close();
  }
}
