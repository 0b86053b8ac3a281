import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createZstdCompress, createZstdDecompress, constants as zlib } from 'node:zlib';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { NotInEvents, ReportInstant, ReportVersions } from '../../domain/reports/report.ts';
import type { Copy, CopySink } from '../report-type.ts';
import { linesOf } from './lines-of.ts';
import { type OnBytes, TextFile } from './text-file.ts';

/** Written last: without it the copy is incomplete. */
const COMPLETE = 'copy.json';

/** Rows compress to a fifth, and at this level as fast as they are read. */
const compressor = () => createZstdCompress({ params: { [zlib.ZSTD_c_compressionLevel]: 1 } });

type CopyFacts = {
  readonly instant: ReportInstant;
  readonly between?: NotInEvents | undefined;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly streams: readonly string[];
  /** The rows of all streams. */
  readonly rows: number;
};

/** Takes the rows of a snapshot into files of a folder. */
export class CopyWriter implements CopySink {
  readonly #folder: string;
  readonly #onBytes: OnBytes;
  readonly #onRow: (rows: number) => void;
  readonly #streams = new Map<string, TextFile>();
  readonly #facts: Record<string, unknown> = {};
  /** What the type says of versions. */
  readonly versions: Record<string, string | number> = {};
  #between: NotInEvents | undefined;
  #rows = 0;

  /** `onRow` gets how many rows there are; it may throw. */
  constructor(folder: string, onBytes: OnBytes, onRow: (rows: number) => void) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#onBytes = onBytes;
    this.#onRow = onRow;
  }

  row(stream: string, row: unknown): MaybePromise<void> {
    this.#rows += 1;
    this.#onRow(this.#rows);
    return this.#stream(stream).add(`${JSON.stringify(row)}\n`);
  }

  fact(name: string, value: unknown): void {
    this.#facts[name] = value;
  }

  version(name: string, value: string | number): void {
    this.versions[name] = value;
  }

  /** What came before the instant and is in no event. */
  between(between: NotInEvents | undefined): void {
    this.#between = between;
  }

  /** The copy is complete, also after a crash. */
  async end(instant: Omit<ReportInstant, 'versions'>, versions: ReportVersions): Promise<RawCopy> {
    for (const file of this.#streams.values()) await file.end();
    const facts: CopyFacts = {
      instant: { ...instant, versions: { ...versions, ...this.versions } },
      between: this.#between,
      facts: this.#facts,
      streams: [...this.#streams.keys()],
      rows: this.#rows,
    };
    this.#streams.clear();
    const path = join(this.#folder, COMPLETE);
    writeFileSync(`${path}.part`, JSON.stringify(facts), { flush: true, mode: 0o600 });
    renameSync(`${path}.part`, path);
    return new RawCopy(this.#folder, facts);
  }

  abandon(): void {
    for (const file of this.#streams.values()) file.abandon();
    this.#streams.clear();
  }

  #stream(name: string): TextFile {
    const open = this.#streams.get(name);
    if (open !== undefined) return open;
    const made = new TextFile(fileOf(this.#folder, name), this.#onBytes, compressor());
    this.#streams.set(name, made);
    return made;
  }
}

const fileOf = (folder: string, stream: string) => join(folder, `${stream}.rows`);

/** A complete copy. */
export class RawCopy {
  readonly #folder: string;
  readonly #facts: CopyFacts;
  /** Rows that were read. */
  processed = 0;

  constructor(folder: string, facts: CopyFacts) {
    this.#folder = folder;
    this.#facts = facts;
  }

  /** Undefined: there is no complete copy in the folder. */
  static open(folder: string): RawCopy | undefined {
    const path = join(folder, COMPLETE);
    return existsSync(path) ? new RawCopy(folder, JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  }

  get total(): number {
    return this.#facts.rows;
  }

  get instant(): ReportInstant {
    return this.#facts.instant;
  }

  get between(): NotInEvents | undefined {
    return this.#facts.between;
  }

  /** What a type of reports makes its lines of. */
  contents(onFailure: (error: unknown) => void): Copy {
    this.processed = 0;
    return {
      failed: onFailure,
      instant: this.instant,
      fact: <T>(name: string) => this.#facts.facts[name] as T,
      rows: (stream) => this.#rows(stream),
    };
  }

  async *#rows<R>(stream: string): AsyncGenerator<R> {
    // A stream without rows has no file.
    if (!this.#facts.streams.includes(stream)) return;
    const bytes = createReadStream(fileOf(this.#folder, stream)).pipe(createZstdDecompress());
    for await (const line of linesOf(bytes)) {
      this.processed += 1;
      yield JSON.parse(line) as R;
    }
  }
}
