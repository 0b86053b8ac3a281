import { AuditLog, BrokenChainError } from '../../audit/audit-log.ts';
import { exportFolder, runExport } from '../../cli/export.ts';
import { runAuditExport } from '../../cli/export-audit.ts';
import { readImportArguments } from '../../cli/import/arguments.ts';
import { type OnFile, runImport } from '../../cli/import.ts';
import { type OnSeeded, runSeed, storesSeed } from '../../cli/seed.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { runOnTrial } from '../../db/trial.ts';
import { Market } from '../../market/market.ts';
import { cannotStart } from '../cannot-start.ts';
import { startClock } from '../processes/process-clock.ts';
import { openStore, storeOf } from '../store.ts';
import { audited } from './audited.ts';

export const importFiles = (config: Config, args: string[]): Promise<number> =>
  withClock(config, (db, now) => {
    const importInto = (store: Db, onFile?: OnFile) => runImport(new Market(store, now), args, process, onFile);
    const read = readImportArguments(args);
    if (typeof read === 'string') return importInto(db);
    if (read.isDryRun) return runOnTrial(db, storeOf(config), (trial) => importInto(trial));
    const { files, quiet = 'first load' } = read;
    return audited(db, now, 'import', { files, quiet }, (tell) => {
      const imported: object[] = [];
      tell({ imported });
      return importInto(db, (file, counts) => imported.push({ file, ...counts }));
    });
  });

export const exportFiles = (config: Config, args: string[]): Promise<number> => {
  const print = (text: string) => process.stdout.write(text);
  const printBeside = (text: string) => process.stderr.write(text);
  if (args.includes('--audit'))
    return withStore(config, (db) =>
      runAuditExport(new AuditLog(db), args, { days: config.auditDays, print, printBeside }),
    );
  return withClock(config, (db, now) => {
    const folder = exportFolder(args);
    if (folder === undefined) return runExport(db, args, print, printBeside);
    return audited(db, now, 'export', { folder }, () => runExport(db, args, print, printBeside));
  });
};

export const seedMarket = (config: Config, args: string[]): Promise<number> =>
  withClock(config, (db, now) => {
    const seed = (onSeeded?: OnSeeded) => runSeed(new Market(db, now), args, process, onSeeded);
    return storesSeed(args) ? audited(db, now, 'seed', { arguments: args }, (tell) => seed(tell)) : seed();
  });

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
    if ((error as NodeJS.ErrnoException).syscall !== undefined || error instanceof BrokenChainError)
      cannotStart(error as Error);
    throw error;
  } finally {
    await db.close();
  }
}
