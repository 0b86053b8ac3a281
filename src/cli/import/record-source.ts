import type { RecordKind } from '../../domain/market/records/envelope.ts';
import { MAX_RECORD_BYTES } from '../../market/record-text/held-bytes.ts';
import { jsonProblem } from '../../market/record-text/json-problem.ts';
import type { RecordText } from '../../market/record-text/lines.ts';
import { firstByteAt, recordSplitter } from '../../market/record-text/splitter.ts';
import { CsvReader } from './csv-reader.ts';
import { DamagedGzip, gunzip, isGzip } from './gunzip.ts';
import type { SourceLine, SourceReader } from './source-reader.ts';

type Source = {
  /** The file's name. It may contain the kind of the rows of a CSV file. */
  name: string;
  kind?: RecordKind | undefined;
  /** How the caller gives that kind, for errors. */
  setKind?: string | undefined;
};

const OPEN_OBJECT = 123;
const OPEN_LIST = 91;

/**
 * Reads the records of a file in order: JSON lines, a JSON array or CSV, plain or gzipped. The first bytes show the format.
 * The records of one input chunk come as one batch, because awaiting each of a million lines would take longer than reading
 * them. A line that cannot be read yields a problem in its position. Throws only what the input throws.
 */
export async function* readSource(
  input: AsyncIterable<Uint8Array>,
  source: Source,
): AsyncGenerator<SourceLine[], void> {
  let reader: SourceReader | undefined;
  try {
    const raw = await lookAhead(input, (head) => head.length >= 2);
    const { head, all } = await lookAhead(isGzip(raw.head) ? gunzip(raw.all) : raw.all, showsFormat);
    const first = head[firstByteAt(head)];
    // A file of only whitespace is empty, not a CSV file without a header.
    const isJson = first === undefined || first === OPEN_OBJECT || first === OPEN_LIST;
    reader = isJson ? new JsonReader() : new CsvReader(source.name, source.kind, source.setKind);
    for await (const chunk of all) {
      const batch = reader.push(chunk);
      if (batch.length > 0) yield batch;
      if (reader.isDone) return;
    }
  } catch (error) {
    if (!(error instanceof DamagedGzip)) throw error;
    // The reader's last, incomplete line is dropped: it might hold 12.9 instead of 12.99.
    const line = reader?.line ?? 1;
    const position = line === 1 ? 'in line 1' : `after line ${line - 1}`;
    yield [{ line, field: '', reason: `${error.message} ${position}: the rest cannot be read` }];
    return;
  }
  const rest = reader.end();
  if (rest.length > 0) yield rest;
}

class JsonReader implements SourceReader {
  readonly #splitter = recordSplitter();
  readonly isDone = false;

  get line(): number {
    return this.#splitter.line;
  }

  push(chunk: Uint8Array): SourceLine[] {
    return this.#splitter.push(chunk).map(readJson);
  }

  end(): SourceLine[] {
    return this.#splitter.end().map(readJson);
  }
}

function readJson(record: RecordText): SourceLine {
  const { line } = record;
  if ('problem' in record) return { line, field: '', reason: record.problem };
  try {
    return { line, value: JSON.parse(record.text), text: record.text };
  } catch {
    return { line, field: '', reason: jsonProblem(record.text, line, record.column), text: record.text };
  }
}

/** Gives up after 1 MiB of leading whitespace. */
function showsFormat(head: Uint8Array): boolean {
  return firstByteAt(head) >= 0 || head.length > MAX_RECORD_BYTES;
}

/** Reads until `isEnough`. `all` is the whole input, including `head`. */
async function lookAhead(
  input: AsyncIterable<Uint8Array>,
  isEnough: (head: Uint8Array) => boolean,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const iterator = input[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  while (!isEnough(head)) {
    const next = await iterator.next();
    if (next.done) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array, void> {
    try {
      yield head;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head, all: all() };
}
