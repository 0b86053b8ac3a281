import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import type { Db } from '../db/db.ts';
import { makeFolder } from '../disk/make-folder.ts';
import type { RecordKind } from '../domain/market/records/envelope.ts';
import { EXPORTED_KINDS, exportedRecords } from '../market/export/exported-records.ts';

/** The files, in the order in which import must read them. */
const names: Readonly<Record<RecordKind, string>> = {
  marketplace: '1-marketplaces.jsonl',
  seller: '2-sellers.jsonl',
  item: '3-items.jsonl',
  offer: '4-offers.jsonl',
  feeSchedule: '5-fee-schedules.jsonl',
  priceGuard: '6-price-guards.jsonl',
};

/** Sellers' records hold e-mail addresses and phone numbers. */
const OWNER_ONLY = 0o600;

export const EXPORT_USAGE = `Exports the whole market to files that import can read.

  npm run export -- DIR [--gz]
  npm run export -- --audit FILE

    DIR      the target folder; it is created when it does not exist
    --gz     gzip the files
    --audit  the audit log instead, as JSON lines; - prints it
`;

type ExportOptions = { folder: string; gz: boolean };

/** The options of a call that can run, or what to print about another one. Needs no store. */
export function readExportCall(args: string[]): ExportOptions | string {
  const options = readArguments(args);
  return typeof options === 'string' ? `${options}${EXPORT_USAGE}` : options;
}

/** Exports a consistent snapshot of the whole market to files that import can read. Returns the exit code. */
export async function runExport(
  db: Db,
  args: string[],
  print: (text: string) => void,
  complain: (text: string) => void = print,
): Promise<number> {
  const options = readExportCall(args);
  if (typeof options === 'string') {
    complain(options);
    return 1;
  }
  const { folder, gz } = options;
  try {
    makeFolder(folder);
  } catch (error) {
    complain(`The folder ${folder} cannot be created: ${(error as Error).message}\n`);
    return 1;
  }
  const outputs = new Map(
    EXPORTED_KINDS.map((kind) => [kind, new RecordFile(join(folder, gz ? `${names[kind]}.gz` : names[kind]), gz)]),
  );
  for await (const { kind, line } of exportedRecords(db)) await outputs.get(kind)?.write(line);
  for (const output of outputs.values()) {
    await output.close();
    print(`${output.path}: ${output.lines} lines\n`);
  }
  return 0;
}

function readArguments(args: string[]): ExportOptions | string {
  try {
    const { values, positionals } = parseArgs({ args, options: { gz: { type: 'boolean' } }, allowPositionals: true });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) return '';
    if (existsSync(folder) && !statSync(folder).isDirectory()) return `${folder}: this is a file; name a folder\n\n`;
    return { folder, gz: values.gz ?? false };
  } catch (error) {
    return `${(error as Error).message}\n\n`;
  }
}

/** Writes to `*.part` and renames the complete file: an interrupted export leaves no partial file under the final name. */
class RecordFile {
  readonly path: string;
  lines = 0;
  readonly #file: WriteStream;
  readonly #head: NodeJS.WritableStream;
  #text: string[] = [];

  constructor(path: string, compress: boolean) {
    this.path = path;
    this.#file = createWriteStream(`${path}.part`, { mode: OWNER_ONLY });
    const gzip = compress ? createGzip() : undefined;
    gzip?.pipe(this.#file);
    this.#head = gzip ?? this.#file;
  }

  /** Returns a promise only when the caller must wait for the disk. */
  write(line: string): Promise<unknown> | undefined {
    this.lines += 1;
    this.#text.push(line);
    return this.#text.length >= LINES_PER_WRITE ? this.#flush() : undefined;
  }

  async close(): Promise<void> {
    await this.#flush();
    this.#head.end();
    await finished(this.#file);
    renameSync(`${this.path}.part`, this.path);
  }

  #flush(): Promise<unknown> | undefined {
    if (this.#text.length === 0) return undefined;
    const more = this.#head.write(`${this.#text.join('\n')}\n`);
    this.#text = [];
    return more ? undefined : once(this.#head, 'drain');
  }
}

const LINES_PER_WRITE = 500;
