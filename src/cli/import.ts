import { accessSync, constants, createReadStream, existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { RejectedText } from '../domain/market/import-run.ts';
import { kindIn } from '../domain/market/records/unknown-fields.ts';
import type { OnApplied } from '../market/apply-call.ts';
import { type ChangeCounts, Intake } from '../market/intake/intake.ts';
import { GentlePace } from '../market/intake/load-pace.ts';
import { Quietness } from '../market/intake/quietness.ts';
import type { Market } from '../market/market.ts';
import { buildBoards } from './build-boards.ts';
import { IMPORT_USAGE, type ImportArguments, readImportArguments } from './import/arguments.ts';
import { DuplicateKeys } from './import/duplicate-keys.ts';
import { KeptTermsReport } from './import/kept-terms-report.ts';
import { CLEAR, Progress } from './import/progress.ts';
import { quietnessLine } from './import/quietness-line.ts';
import { readSource } from './import/record-source.ts';
import { type LineProblem, RejectReport } from './import/reject-report.ts';
import type { SourceLine } from './import/source-reader.ts';
import { UnknownFieldWarnings } from './import/unknown-field-warnings.ts';

/** Where a command reads and prints: the process, or a test. */
export type Terminal = {
  stdin: Readable;
  stdout: { write(text: string): unknown };
  stderr: { isTTY?: boolean; columns?: number; write(text: string): unknown };
};

/** One transaction. Larger batches gain little; in smaller ones the wait for the disk weighs more. */
const RECORDS_PER_BATCH = 2_000;

/**
 * Batches that are written side by side where the store can: while the server works on one, this process decides about the other.
 * SQLite runs transactions one by one, and a dry run has a single one.
 */
const BATCHES_IN_FLIGHT = 2;

/**
 * A batch also ends after this many chunks of input, about 16 MB: until then the texts of its records are kept, for the
 * report of those that the store rejects.
 */
const CHUNKS_PER_BATCH = 64;

/** Called with the counts of each file. */
export type OnFile = (file: string, counts: ChangeCounts) => unknown;

/** What a caller that is no terminal gives and follows. */
export type ImportHooks = {
  readonly onFile?: OnFile;
  /** Called after each batch of a file, with what was read of all files. */
  readonly onLines?: (lines: number, counts: ChangeCounts) => void;
  /** Called at the end with the marketplaces in which something changed that sellers are not told of. */
  readonly onQuiet?: (marketplaceIds: readonly string[]) => void;
  /** Stores rejected lines, beside the file of the command. */
  readonly onRejected?: (problems: readonly RejectedText[]) => Promise<void>;
  /** The name of what is read from standard input. */
  readonly inputName?: string;
  /** How the caller gives the kind of all rows, for errors. */
  readonly setKind?: string;
  /** Collects the marketplaces that accepted records are about. */
  readonly marketplaceIds?: Set<string>;
  /** Records what a transaction changed, in that transaction. */
  readonly onApplied?: OnApplied;
  /** The marketplaces that had items when the import first began, where it is begun again. */
  readonly stocked?: readonly string[];
};

/** The options of a call that can run, or what to print about another one. Needs no store: opening one would create it. */
export function readImportCall(args: string[]): ImportArguments | string {
  const options = readImportArguments(args);
  if (typeof options === 'string') return `${options}${IMPORT_USAGE}`;
  // Before the first line is read, so that no import stops in the middle for this.
  const problems = [...options.files.flatMap(inputProblem), ...folderProblem(options.rejects)];
  return problems.length === 0 ? options : `${problems.join('\n')}\n`;
}

/** Imports files. Returns the exit code. With `--dry-run` the market must be one to throw away. */
export async function runImport(
  market: Market,
  args: string[],
  terminal: Terminal,
  hooks: ImportHooks = {},
): Promise<number> {
  const options = readImportCall(args);
  if (typeof options === 'string') {
    terminal.stderr.write(options);
    return 1;
  }
  const print = (line: string) => terminal.stderr.write(`${terminal.stderr.isTTY ? CLEAR : ''}${line}\n`);
  const report = new RejectReport({ path: options.rejects, print, copy: hooks.onRejected });
  const unknownFields = new UnknownFieldWarnings(print);
  const keptTerms = new KeptTermsReport(print);
  const startedMs = performance.now();
  const duplicates = new DuplicateKeys();
  const isShared = options.isFullSpeed || options.isDryRun ? undefined : market.isShared;
  const pace = new GentlePace({ isShared, sleep: wait });
  const quietness = await Quietness.atStart(market.facts, options.quiet, hooks.stocked);
  const changedMarketplaces = new Set<string>();
  const total = { lines: 0, counts: noCounts() };
  let rejected = 0;
  try {
    for (const file of options.files) {
      rejected += await importFile(market, file, {
        ...{ ...options, report, unknownFields, keptTerms, duplicates, terminal },
        ...{ quietness, changedMarketplaces, hooks, pace, total },
      });
    }
    // Boards depend only on records that are valid: building them would find nothing more.
    const boards = options.isDryRun ? 0 : await buildBoards(market, terminal.stderr, pace);
    const seconds = (performance.now() - startedMs) / 1000;
    if (boards > 0) terminal.stdout.write(`${boards.toLocaleString('en-US')} boards built after the import\n`);
    terminal.stdout.write(`Finished in ${seconds.toFixed(1)} s\n`);
    terminal.stdout.write(`${quietnessLine(quietness, changedMarketplaces)}\n`);
    hooks.onQuiet?.([...changedMarketplaces].filter((id) => quietness.isQuiet(id)).sort());
  } finally {
    await report.close();
  }
  unknownFields.summarize();
  if (keptTerms.count > 0) terminal.stdout.write(`${keptTerms.summary()}\n`);
  if (rejected > 0) terminal.stdout.write(`The rejected lines and their reasons are in ${options.rejects}\n`);
  if (options.isDryRun) terminal.stdout.write('This was a dry run: nothing was stored.\n');
  return rejected > 0 ? 2 : 0;
}

function inputProblem(file: string): string[] {
  if (file === '-') return [];
  if (!existsSync(file)) return [`${file}: the file does not exist`];
  if (statSync(file).isDirectory()) return [`${file}: this is a folder; name the files in it`];
  try {
    accessSync(file, constants.R_OK);
    return [];
  } catch {
    return [`${file}: this user has no permission to read the file`];
  }
}

function folderProblem(rejects: string): string[] {
  return existsSync(dirname(rejects))
    ? []
    : [`${rejects}: the folder ${dirname(rejects)} for the rejected lines does not exist`];
}

const bothOf = (first: OnApplied | undefined, second: OnApplied | undefined): OnApplied | undefined =>
  first && second
    ? async (...applied) => {
        await first(...applied);
        await second(...applied);
      }
    : (first ?? second);

type FileOptions = ImportArguments & {
  report: RejectReport;
  unknownFields: UnknownFieldWarnings;
  keptTerms: KeptTermsReport;
  duplicates: DuplicateKeys;
  terminal: Terminal;
  quietness: Quietness;
  pace: GentlePace;
  /** Collects the marketplaces in which the files changed something. */
  changedMarketplaces: Set<string>;
  hooks: ImportHooks;
  /** What the files before this one had. */
  total: { lines: number; counts: ChangeCounts };
};

const noCounts = (): ChangeCounts => ({ added: 0, changed: 0, unchanged: 0, removed: 0, absent: 0, rejected: 0 });

function addCounts(to: ChangeCounts, counts: ChangeCounts): ChangeCounts {
  const sum = { ...to };
  for (const name of Object.keys(counts) as (keyof ChangeCounts)[]) sum[name] += counts[name];
  return sum;
}

/** Imports one file. Returns how many lines were rejected. */
async function importFile(market: Market, file: string, options: FileOptions): Promise<number> {
  const { kind, report, unknownFields, duplicates, terminal } = options;
  const name = file === '-' ? (options.hooks.inputName ?? 'standard input') : basename(file);
  const { input, totalBytes } = open(file, terminal.stdin);
  const progress = new Progress({ out: terminal.stderr, now: () => performance.now(), name, totalBytes });
  let problems: LineProblem[] = [];
  const intake = await Intake.open(market, {
    boards: options.isDryRun ? 'later' : 'bulk',
    batchSize: RECORDS_PER_BATCH,
    // One connection is left for the clock and for statistics: whoever waits for one is refused after some seconds.
    batchesInFlight: options.isDryRun ? 1 : Math.max(1, Math.min(BATCHES_IN_FLIGHT, market.maxTransactions() - 1)),
    onReject: (line, problem, text) => problems.push({ line, ...problem, text }),
    onKeptTerms: (kept) => options.keptTerms.add(name, kept),
    seen: duplicates.inFile(name),
    pace: options.pace,
    onApplied: bothOf(market.onLoaded, options.hooks.onApplied),
    marketplaceIds: options.hooks.marketplaceIds,
    quietness: options.quietness,
  });
  const reportProblems = async () => {
    // A batch that is written meanwhile may add more.
    const found = problems;
    problems = [];
    if (found.length > 0) progress.end();
    await report.add(name, found);
  };
  let chunks = 0;
  try {
    for await (const batch of readSource(progress.watch(input), { name, kind, setKind: options.hooks.setKind })) {
      await options.pace.look();
      for (const source of batch) {
        warnOfUnknownFields(unknownFields, name, source);
        if ('value' in source) await intake.take(source.line, source.value, source.text);
        else if ('reason' in source) intake.reject(source.line, [source], source.text);
      }
      if (++chunks % CHUNKS_PER_BATCH === 0) await intake.flush();
      await reportProblems();
      progress.add(batch.length);
      options.total.lines += batch.length;
      options.hooks.onLines?.(options.total.lines, addCounts(options.total.counts, intake.counts));
      if (!options.isDryRun) await market.growth.grownTo(intake.counts.added);
    }
    await intake.flush();
  } finally {
    await intake.settled();
  }
  for (const id of intake.changedMarketplaces) options.changedMarketplaces.add(id);
  await reportProblems();
  progress.end();
  const { added, changed, unchanged, removed, absent, rejected } = intake.counts;
  const counts = Object.entries({ added, changed, unchanged, removed, absent, rejected })
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count.toLocaleString('en-US')} ${outcome}`);
  options.total.counts = addCounts(options.total.counts, intake.counts);
  options.hooks.onLines?.(options.total.lines, options.total.counts);
  options.hooks.onFile?.(file, intake.counts);
  terminal.stdout.write(`${name}: ${counts.join(', ') || 'no records'}\n`);
  return rejected;
}

function warnOfUnknownFields(warnings: UnknownFieldWarnings, file: string, source: SourceLine): void {
  if ('unknownColumns' in source) {
    for (const column of source.unknownColumns) warnings.add(file, source.line, column);
  } else if ('value' in source) {
    const kind = kindIn(source.value);
    if (kind !== undefined) warnings.check(file, source.line, source.value, kind);
  }
}

function open(file: string, stdin: Readable): { input: AsyncIterable<Uint8Array>; totalBytes?: number } {
  if (file === '-') return { input: stdin };
  return { input: createReadStream(file, { highWaterMark: 1 << 18 }), totalBytes: statSync(file).size };
}
