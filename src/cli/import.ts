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

/** Records in one transaction. More gain little; fewer pay more for each wait for the disk. */
const RECORDS_A_BATCH = 2_000;

const usage = `Reads market data into the store. The service may run meanwhile.

  npm run import -- FILE... [--kind KIND] [--rejects FILE]

    FILE       JSON lines, a JSON array, or CSV with a header row; each also as gz; - is standard input
    --kind     what the rows of a CSV file are, when neither a column "kind" nor the file's name says so:
               ${RECORD_KINDS.join(', ')}
    --rejects  where bad lines are written, with their reasons (default: import-rejects.jsonl)

  Good lines are kept whatever the others are. The same file again changes nothing.
  Exit code 0: all lines are in. 2: some were rejected. 1: it could not be done.
`;

/** Imports files. Gives the exit code. */
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
  const rejects = new RejectReport({ path: options.rejects, print: (line) => terminal.stderr.write(`${line}\n`) });
  const startedMs = performance.now();
  const run = new DuplicateKeys();
  let rejected = 0;
  try {
    for (const file of options.files) {
      rejected += await importFile(market, file, { ...options, rejects, run, terminal });
    }
    const boards = await buildBoards(market, terminal.stderr);
    const seconds = (performance.now() - startedMs) / 1000;
    if (boards > 0) terminal.stdout.write(`${boards.toLocaleString('en-US')} boards made at the end\n`);
    terminal.stdout.write(`${seconds.toFixed(1)} s in all\n`);
  } finally {
    await rejects.close();
  }
  if (rejected > 0) terminal.stdout.write(`The rejected lines are in ${options.rejects}\n`);
  return rejected > 0 ? 2 : 0;
}

/** What would stop an import in the middle is found before its first line is read. */
function inputProblem(file: string): string[] {
  if (file === '-') return [];
  if (!existsSync(file)) return [`${file}: there is no such file`];
  if (statSync(file).isDirectory()) return [`${file}: this is a folder; name its files`];
  try {
    accessSync(file, constants.R_OK);
    return [];
  } catch {
    return [`${file}: this user may not read it`];
  }
}

function folderProblem(rejects: string): string[] {
  return existsSync(dirname(rejects)) ? [] : [`${rejects}: there is no folder ${dirname(rejects)} for the rejects`];
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

type Run = { kind: RecordKind | undefined; rejects: RejectReport; run: DuplicateKeys; terminal: Terminal };

/** Imports one file; the number of lines that were rejected. */
async function importFile(market: Market, file: string, { kind, rejects, run, terminal }: Run): Promise<number> {
  const name = file === '-' ? 'standard input' : basename(file);
  const { input, totalBytes } = open(file, terminal.stdin);
  const progress = new Progress({ out: terminal.stderr, now: () => performance.now(), name, totalBytes });
  let waiting: LineProblem[] = [];
  const intake = await Intake.open(market, {
    boards: 'bulk',
    batchSize: RECORDS_A_BATCH,
    onReject: (line, problem) => waiting.push({ line, ...problem }),
    seen: run.file(name),
  });
  for await (const batch of readSource(progress.watch(input), { name, kind })) {
    for (const source of batch) {
      if ('value' in source) await intake.take(source.line, source.value);
      else intake.reject(source.line, [source]);
    }
    if (waiting.length > 0) {
      progress.end();
      await rejects.add(name, waiting);
      waiting = [];
    }
    progress.add(batch.length);
  }
  await intake.flush();
  await rejects.add(name, waiting);
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
