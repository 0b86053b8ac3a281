import { createHash, hash } from 'node:crypto';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import type { ReportDocument } from '../../domain/reports/report.ts';
import { type DocumentWriter, keyComparison } from '../../wire/reports/document-lines.ts';
import type { Line, LineValue, ReportDescription } from '../../wire/reports/report-description.ts';
import { DOCUMENT_FILES } from '../files/document-files.ts';
import { type OnBytes, TextFile } from './text-file.ts';

/** What a line of a report was, for a later report that is compared with it. */
export type KnownLine = { readonly key: readonly LineValue[]; readonly digest: string };

const GZIP_LEVEL = 4;
const DIGEST_CHARACTERS = 16;

/** Writes a document, the same as a gzip file, and what its lines were, into a folder. */
export class DocumentFile {
  readonly #description: ReportDescription;
  readonly #writer: DocumentWriter;
  readonly #plain: TextFile;
  readonly #gzip: TextFile;
  readonly #known: TextFile;
  readonly #digest = createHash('sha256');
  readonly #compare: ReturnType<typeof keyComparison>;
  #earlier: EarlierLines | undefined;
  #lastKey: readonly LineValue[] | undefined;
  #lines = 0;
  #removed = 0;

  /** `earlier`: only what differs from it is written. */
  constructor(folder: string, { description, writer, onBytes, earlier }: DocumentOptions) {
    this.#description = description;
    this.#writer = writer;
    this.#compare = keyComparison(description);
    this.#plain = new TextFile(join(folder, DOCUMENT_FILES.plain), (bytes) => {
      this.#digest.update(bytes);
      onBytes(bytes);
    });
    this.#gzip = new TextFile(join(folder, DOCUMENT_FILES.gzip), onBytes, createGzip({ level: GZIP_LEVEL }));
    this.#known = new TextFile(join(folder, DOCUMENT_FILES.known), onBytes, createGzip({ level: GZIP_LEVEL }));
    this.#earlier = earlier && new EarlierLines(earlier);
  }

  async head(facts: object): Promise<void> {
    await this.#write(this.#writer.head(facts));
  }

  /** Throws when the line is not behind the one before it: it could not be compared. */
  async line(line: Line): Promise<void> {
    const key = this.#description.key.map((name) => line[name]);
    if (this.#lastKey !== undefined && this.#compare(this.#lastKey, key) >= 0)
      throw new Error(
        `${this.#description.name}: the line ${JSON.stringify(key)} is not behind ${JSON.stringify(this.#lastKey)}`,
      );
    this.#lastKey = key;
    const digest = hash('sha256', JSON.stringify(line), 'base64url').slice(0, DIGEST_CHARACTERS);
    await this.#known.add(`${JSON.stringify([digest, ...key])}\n`);
    if (this.#earlier && (await this.#isKnown(key, digest))) return;
    this.#lines += 1;
    await this.#write(this.#writer.line(line));
  }

  async end(): Promise<ReportDocument & { keptBytes: number }> {
    for (let one = await this.#earlier?.peek(); one !== undefined; one = await this.#earlier?.peek())
      await this.#removeEarlier(one);
    for (const file of this.#files()) await file.end();
    return {
      lines: this.#lines,
      ...(this.#earlier && { removed: this.#removed }),
      bytes: this.#plain.bytes,
      gzipBytes: this.#gzip.bytes,
      digest: this.#digest.digest('base64url'),
      keptBytes: this.#files().reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  abandon(): void {
    for (const file of this.#files()) file.abandon();
  }

  #files(): TextFile[] {
    return [this.#plain, this.#gzip, this.#known];
  }

  async #write(text: string): Promise<void> {
    await this.#plain.add(text);
    await this.#gzip.add(text);
  }

  /** Whether the earlier report has the same line. Those before it that are gone are written. */
  async #isKnown(key: readonly LineValue[], digest: string): Promise<boolean> {
    const earlier = this.#earlier as EarlierLines;
    for (;;) {
      const one = await earlier.peek();
      const order = one === undefined ? 1 : this.#compare(one.key, key);
      if (one === undefined || order > 0) return false;
      if (order < 0) {
        await this.#removeEarlier(one);
        continue;
      }
      earlier.take();
      return one.digest === digest;
    }
  }

  async #removeEarlier({ key }: KnownLine): Promise<void> {
    this.#earlier?.take();
    this.#lines += 1;
    this.#removed += 1;
    await this.#write(this.#writer.removedLine(key));
  }
}

type DocumentOptions = {
  readonly description: ReportDescription;
  readonly writer: DocumentWriter;
  readonly onBytes: OnBytes;
  readonly earlier?: AsyncIterable<string> | undefined;
};

/** The lines of an earlier report, one at a time. */
class EarlierLines {
  readonly #lines: AsyncIterator<string>;
  #next: KnownLine | undefined;

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines[Symbol.asyncIterator]();
  }

  async peek(): Promise<KnownLine | undefined> {
    if (this.#next !== undefined) return this.#next;
    const { value, done } = await this.#lines.next();
    if (done) return undefined;
    const [digest, ...key] = JSON.parse(value);
    this.#next = { key, digest };
    return this.#next;
  }

  take(): void {
    this.#next = undefined;
  }
}
