import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import type { Db } from '../db/db.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { type MarketRecord, writeRecord } from '../domain/market/records/market-record.ts';

/** Each kind with its table, in the order in which import must read the files. */
const files = [
  { kind: 'marketplace', table: 'marketplace', name: '1-marketplaces.jsonl' },
  { kind: 'seller', table: 'seller', name: '2-sellers.jsonl' },
  { kind: 'item', table: 'item', name: '3-items.jsonl' },
  { kind: 'offer', table: 'offer', name: '4-offers.jsonl' },
  { kind: 'feeSchedule', table: 'fee_schedule', name: '5-fee-schedules.jsonl' },
  { kind: 'priceGuard', table: 'price_guard', name: '6-price-guards.jsonl' },
] as const;

type ExportedRow = { file: number; record: string; terms_set_ms: number | null };

/**
 * One statement reads one snapshot: no offer comes without its item. Terms that a seller changed are exported with the time of that
 * change as `termsAsOf`: an import of the file takes them back only if the seller has not changed them again (decision 49).
 */
const snapshot = files
  .map(({ table, kind }, n) => {
    const setMs = kind === 'offer' ? 'terms_set_ms' : 'CAST(NULL AS BIGINT) AS terms_set_ms';
    return `SELECT ${n} AS file, record, ${setMs} FROM ${table}`;
  })
  .join(' UNION ALL ');

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
  const outputs = files.map(({ name }) => new RecordFile(join(folder, gz ? `${name}.gz` : name), gz));
  for await (const { file, record, terms_set_ms: asOfMs } of db.each<ExportedRow>(snapshot)) {
    const kind = files[file]?.kind;
    const terms = asOfMs === null ? {} : { terms: { by: 'operator', asOfMs } };
    const written = writeRecord({ kind, op: 'upsert', value: JSON.parse(record), ...terms } as MarketRecord);
    await outputs[file]?.write(JSON.stringify(written));
  }
  for (const output of outputs) {
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
