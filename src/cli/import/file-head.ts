import { constants, gunzipSync } from 'node:zlib';
import type { RecordKind } from '../../domain/market/records/envelope.ts';
import { firstByteAt } from '../../market/record-text/splitter.ts';
import { KIND_PARAMETER } from './csv-header.ts';
import { CsvReader } from './csv-reader.ts';
import { isGzip } from './gunzip.ts';

/** This much of a compressed file grows to four megabytes at most. */
const COMPRESSED_HEAD_BYTES = 4_096;
const PLAIN_HEAD_BYTES = 65_536;
const OPEN_OBJECT = 123;
const OPEN_LIST = 91;
const LESS_THAN = 60;

/** Why a file that begins so is no file of market data; undefined when it may be one. */
export function problemOfHead(
  head: Uint8Array,
  isWhole: boolean,
  { fileName, kind }: { readonly fileName: string; readonly kind: RecordKind | undefined },
): string | undefined {
  if (head.length === 0) return 'The file is empty.';
  if (startsWith(head, 'PK\u0003\u0004'))
    return 'This is a ZIP archive or a spreadsheet: send the file in it as JSON lines, CSV or gzip.';
  const plain = isGzip(head) ? gunzipped(head) : head.subarray(0, PLAIN_HEAD_BYTES);
  if (plain === undefined) return 'The gzip data is damaged.';
  if (isGzip(plain)) return 'The gzip file has another gzip file in it: compress it once.';
  const first = plain[firstByteAt(plain)];
  if (first === undefined) return isWhole ? 'The file has white space only.' : undefined;
  if (isBinary(plain)) return 'This is no text: send JSON lines, a JSON array or CSV in UTF-8, plain or as gzip.';
  const text = Buffer.from(plain).toString('utf8');
  if (first === OPEN_OBJECT || first === OPEN_LIST)
    return /"kind"\s*:/i.test(text) ? undefined : 'No record has a member "kind": this is JSON of something else.';
  if (first === LESS_THAN) return 'This is HTML or XML: send JSON lines, a JSON array or CSV.';
  return problemOfHeader(plain, fileName, kind);
}

function problemOfHeader(plain: Uint8Array, fileName: string, kind: RecordKind | undefined): string | undefined {
  const reader = new CsvReader(fileName, kind, KIND_PARAMETER);
  const found = [...reader.push(plain), ...reader.end()];
  const [problem] = reader.isDone ? found.flatMap((one) => ('reason' in one ? [one.reason] : [])) : [];
  return problem === undefined ? undefined : `This is no CSV file of market data: ${problem}.`;
}

function gunzipped(head: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(head.subarray(0, COMPRESSED_HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}

/** No text has control characters but tabs and line breaks. UTF-16 has zeros. */
const isBinary = (bytes: Uint8Array) => bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));

const startsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;
