import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLog, BrokenChainError } from '../../audit/audit-log.ts';
import { readExportCall, runExport } from '../../cli/export.ts';
import { AUDIT_EXPORT_USAGE, auditExportFile, runAuditExport } from '../../cli/export-audit.ts';
import { type OnFile, readImportCall, runImport } from '../../cli/import.ts';
import { runSeed, runWithoutStore } from '../../cli/seed.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { hasTables } from '../../db/sqlite/file-copy.ts';
import { runOnTrial } from '../../db/trial.ts';
import type { ImportCounts } from '../../domain/market/import-run.ts';
import { CommandRun } from '../../imports/command-run.ts';
import { openMarket } from '../../market/market.ts';
import { priceChangeModeOf } from '../settings/price-change-mode.ts';
import { audited, commandActor } from '../store/audited.ts';
import { recordSchedules } from '../store/audited-schedules.ts';
import { cannotStart } from '../store/cannot-start.ts';
import { importFilesOf } from '../store/import-store.ts';
import { startClock } from '../store/process-clock.ts';
import { checkStoreExists, openStore, storeOf } from '../store/store.ts';

/** Marketplaces that an entry of the audit log names: an operator has a handful. */
const MAX_NAMED = 100;
const NO_COUNTS: ImportCounts = { added: 0, changed: 0, unchanged: 0, removed: 0, absent: 0, rejected: 0 };

export async function importFiles(config: Config, args: string[]): Promise<number> {
  endWithReader();
  const call = readImportCall(args);
  if (typeof call === 'string') return refuse(call);
  if (call.isDryRun) return tryImport(config, args);
  return withClock(config, (db, now) => {
    const { files, quiet } = call;
    return audited({ db, now }, 'import', { files, ...(quiet !== undefined && { quiet }) }, async (addDetails) => {
      const imported: object[] = [];
      addDetails({ imported });
      const onFile: OnFile = (file, counts) => imported.push({ file, ...counts });
      const store = { db, now, files: importFilesOf(config, db) };
      const run = await CommandRun.begin(store, { files, quiet, ...commandActor() });
      let reached: { lines: number; counts: ImportCounts } = { lines: 0, counts: NO_COUNTS };
      const onLines = (lines: number, counts: ImportCounts) => {
        reached = { lines, counts };
        run.progress(lines, counts);
      };
      const priceChanges = await priceChangeModeOf(config, db);
      const market = openMarket(db, now, { priceChanges, keepsLastChanges: true });
      try {
        const exitCode = await runImport(market, args, process, {
          ...{ onFile, onLines, marketplaceIds: run.marketplaceIds },
          onQuiet: (ids) => addDetails({ quietMarketplaces: ids.slice(0, MAX_NAMED) }),
          onRejected: (problems) => run.rejects.add(problems),
          onApplied: recordSchedules({ ...commandActor(), by: { command: 'import' } }, now),
        });
        await run.end('DONE', reached.lines, reached.counts);
        if (run.rejects.failure !== undefined) process.stderr.write(unstored(run.rejects.failure));
        return exitCode;
      } catch (error) {
        await run.end('FAILED', reached.lines, reached.counts).catch(() => undefined);
        throw error;
      }
    });
  });
}

const unstored = (error: unknown) =>
  `The operator's console does not show the rejected lines, which could not be stored: ${(error as Error).message}\n`;

/** On a copy of the store. Without a store it is on one in a folder to throw away: a dry run creates none. */
async function tryImport(config: Config, args: string[]): Promise<number> {
  const hasStore = config.databaseUrl !== undefined || hasTables(storeOf(config).file);
  const folder = hasStore ? undefined : mkdtempSync(join(tmpdir(), 'seller-service-empty-'));
  const used = folder === undefined ? config : { ...config, dataDir: folder };
  try {
    return await withClock(used, async (db, now) => {
      const priceChanges = await priceChangeModeOf(used, db);
      return runOnTrial(db, storeOf(used), (trial) =>
        runImport(openMarket(trial, now, { priceChanges }), args, process),
      );
    });
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

export async function exportFiles(config: Config, args: string[]): Promise<number> {
  endWithReader();
  const print = (text: string) => process.stdout.write(text);
  const printBeside = (text: string) => process.stderr.write(text);
  if (args.includes('--audit')) {
    if (auditExportFile(args) === undefined) return refuse(AUDIT_EXPORT_USAGE);
    await checkStoreExists(config);
    const options = { days: config.auditDays, print, printBeside };
    return withStore(config, (db) => runAuditExport(new AuditLog(db), args, options));
  }
  const call = readExportCall(args);
  if (typeof call === 'string') return refuse(call);
  await checkStoreExists(config);
  return withClock(config, (db, now) =>
    audited({ db, now }, 'export', { folder: call.folder }, () => runExport(db, args, print, printBeside)),
  );
}

export async function seedMarket(config: Config, args: string[]): Promise<number> {
  endWithReader();
  const exitCode = await runWithoutStore(args, process);
  if (exitCode !== undefined) return exitCode;
  return withClock(config, (db, now) =>
    audited({ db, now }, 'seed', { arguments: args }, (addDetails) =>
      runSeed(openMarket(db, now), args, process, addDetails),
    ),
  );
}

/** A wrong call. No store is opened for it: that would create an empty one. */
function refuse(text: string): number {
  process.stderr.write(text);
  return 1;
}

/** `npm run seed -- --print | head`: a reader that stops early is no error. */
function endWithReader(): void {
  process.stdout.removeListener('error', endOnError).on('error', endOnError);
}

const endOnError = (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1);

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
