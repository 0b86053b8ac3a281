import { accessSync, constants, createReadStream, existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { RECORD_KINDS, type RecordKind } from '../domain/market/records/envelope.ts';
import { readWord } from '../domain/vocabulary.ts';
import { Intake } from '../market/intake.ts';
import type { Market } from '../market/market.ts';
import { buildBoards } from './build-boards.ts';
import { DuplicateKeys } from './import/duplicate-keys.ts';
import { Progress } from './import/progress.ts';
import { readSource } from './import/record-source.ts';
import { type LineProblem, RejectReport } from './import/reject-report.ts';

/** Where a command reads and prints: the process, or a test. */
export type Terminal = {
  stdin: Readable;
  stdout: { write(text: string): unknown };
  stderr: { isTTY?: boolean; columns?: number; write(text: string): unknown };
};

/** One transaction. Larger batches gain little; in smaller ones the wait for the disk weighs more. */
const RECORDS_PER_BATCH = 2_000;

const usage = `Imports market data into the store. The service may be running.

  npm run import -- FILE... [--kind KIND] [--rejects FILE]

    FILE       JSON lines, a JSON array, or CSV with a header row, plain or gzipped; - reads standard input
    --kind     the kind of the records in a CSV file that has no column "kind" and no kind in its file name:
               ${RECORD_KINDS.join(', ')}
    --rejects  the file for rejected lines and their reasons (default: import-rejects.jsonl)

  Rejected lines do not stop the import: all valid lines are stored. Importing a file twice changes nothing.
  Exit code 0: all lines were stored. 2: some lines were rejected. 1: the import could not run.
`;

/** Imports files. Returns the exit code. */
export async function runImport(market: Market, args: string[], terminal: Terminal): Promise<number> {
  const options = readArguments(args);
  if (typeof options === 'string') {
    terminal.stderr.write(`${options}${usage}`);
    return 1;
  }
  const problems = [...options.files.flatMap(inputProblem), ...folderProblem(options.rejects)];
  if (problems.length > 0) {
    terminal.stderr.write(problems.map((problem) => `${problem}\n`).join(''));
    return 1;
  }
  const report = new RejectReport({ path: options.rejects, print: (line) => terminal.stderr.write(`${line}\n`) });
  const startedMs = performance.now();
  const duplicates = new DuplicateKeys();
  let rejected = 0;
  try {
    for (const file of options.files) {
      rejected += await importFile(market, file, { ...options, report, duplicates, terminal });
    }
    const boards = await buildBoards(market, terminal.stderr);
    const seconds = (performance.now() - startedMs) / 1000;
    if (boards > 0) terminal.stdout.write(`${boards.toLocaleString('en-US')} boards built after the import\n`);
    terminal.stdout.write(`Finished in ${seconds.toFixed(1)} s\n`);
  } finally {
    await report.close();
  }
  if (rejected > 0) terminal.stdout.write(`The rejected lines and their reasons are in ${options.rejects}\n`);
  return rejected > 0 ? 2 : 0;
}

/** Checks the inputs before the first line is read, so that no import stops in the middle for this. */
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

type Options = { files: string[]; kind: RecordKind | undefined; rejects: string };

function readArguments(args: string[]): Options | string {
  const options = { kind: { type: 'string' }, rejects: { type: 'string', default: 'import-rejects.jsonl' } } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const kind = values.kind === undefined ? undefined : readWord(RECORD_KINDS, values.kind);
    if (values.kind !== undefined && kind === undefined) return `--kind must be one of ${RECORD_KINDS.join(', ')}\n\n`;
    if (positionals.length === 0) return '';
    return { files: positionals, kind, rejects: values.rejects };
  } catch (error) {
    return `${(error as Error).message}\n\n`;
  }
}

type FileOptions = {
  kind: RecordKind | undefined;
  report: RejectReport;
  duplicates: DuplicateKeys;
  terminal: Terminal;
};

/** Imports one file. Returns how many lines were rejected. */
async function importFile(
  market: Market,
  file: string,
  { kind, report, duplicates, terminal }: FileOptions,
): Promise<number> {
  const name = file === '-' ? 'standard input' : basename(file);
  const { input, totalBytes } = open(file, terminal.stdin);
  const progress = new Progress({ out: terminal.stderr, now: () => performance.now(), name, totalBytes });
  let problems: LineProblem[] = [];
  const intake = await Intake.open(market, {
    boards: 'bulk',
    batchSize: RECORDS_PER_BATCH,
    onReject: (line, problem) => problems.push({ line, ...problem }),
    seen: duplicates.inFile(name),
  });
  for await (const batch of readSource(progress.watch(input), { name, kind })) {
    for (const source of batch) {
      if ('value' in source) await intake.take(source.line, source.value);
      else intake.reject(source.line, [source]);
    }
    if (problems.length > 0) {
      progress.end();
      await report.add(name, problems);
      problems = [];
    }
    progress.add(batch.length);
  }
  await intake.flush();
  await report.add(name, problems);
  progress.end();
  const { added, changed, unchanged, removed, absent, rejected } = intake.counts;
  const counts = Object.entries({ added, changed, unchanged, removed, absent, rejected })
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count.toLocaleString('en-US')} ${outcome}`);
  terminal.stdout.write(`${name}: ${counts.join(', ') || 'no records'}\n`);
  return rejected;
}

function open(file: string, stdin: Readable): { input: AsyncIterable<Uint8Array>; totalBytes?: number } {
  if (file === '-') return { input: stdin };
  return { input: createReadStream(file, { highWaterMark: 1 << 18 }), totalBytes: statSync(file).size };
}
