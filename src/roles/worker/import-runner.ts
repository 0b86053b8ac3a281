import { mkdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BackgroundLoop } from '../../async/background-loop.ts';
import { appendEntry } from '../../audit/entry-table.ts';
import { checkFile } from '../../cli/import/check-file.ts';
import { KIND_PARAMETER, kindInName } from '../../cli/import/csv-header.ts';
import { DamagedGzip, gunzip, isGzip } from '../../cli/import/gunzip.ts';
import { RejectReport } from '../../cli/import/reject-report.ts';
import { runImport } from '../../cli/import.ts';
import type { Db } from '../../db/db.ts';
import type { ImportCounts, ImportState } from '../../domain/market/import-run.ts';
import { RECORD_KINDS, type RecordKind } from '../../domain/market/records/envelope.ts';
import { readWord } from '../../domain/vocabulary.ts';
import {
  type ClaimedImport,
  claimImport,
  endPhase,
  extendImport,
  IMPORT_BEAT_MS,
  type ImportEnd,
  keepStocked,
  releaseImport,
} from '../../imports/claim.ts';
import { type ImportFiles, MissingImportFileError } from '../../imports/import-files.ts';
import type { Market } from '../../market/market.ts';
import { recordSchedules } from '../store/audited-schedules.ts';

const POLL_MS = 250;
const PAUSE_AFTER_FAILURE_MS = 2_000;
/** Beyond these the file is refused: nobody reads them, and they would fill the disk. */
const MAX_REJECTED_LINES = 100_000;
const MAX_REJECTED_BYTES = 200_000_000;
const LF = 10;

export type ImportRunParts = {
  readonly db: Db;
  readonly market: Market;
  readonly files: ImportFiles;
  readonly now: () => number;
  /** The size of a file after it is decompressed. */
  readonly maxBytes: number;
  readonly workFolder: string;
  readonly from: string;
  /** What has begun goes on in another process. */
  readonly signal: AbortSignal;
};

/** The file is no file of market data, or not all of one. */
class RefusedFile extends Error {}
/** Somebody cancelled it. */
class CancelledImport extends Error {}
/** This process stops, or another one has it. */
class LeftImport extends Error {}

/** Runs imports one after the other, until it is stopped. */
export function runImports(
  parts: ImportRunParts,
  onFailure: (error: unknown) => void,
): { isBusy(): boolean; stop(): Promise<void> } {
  let isBusy = false;
  const loop = new BackgroundLoop({
    async turn() {
      isBusy = true;
      try {
        return (await runNextImport(parts)) ? 0 : POLL_MS;
      } finally {
        isBusy = false;
      }
    },
    pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
    onFailure,
  });
  return { isBusy: () => isBusy, stop: () => loop.stop() };
}

/** Takes one import as far as it goes. False: there is none to work on. */
export async function runNextImport(parts: ImportRunParts): Promise<boolean> {
  const { db, now, signal } = parts;
  if (signal.aborted) return false;
  const claimed = await claimImport(db, now());
  if (claimed === undefined) return false;
  const work = new ImportWork(parts, claimed);
  try {
    await work.run();
  } finally {
    work.close();
  }
  return true;
}

class ImportWork {
  readonly #parts: ImportRunParts;
  readonly #claimed: ClaimedImport;
  readonly #rejects: string;
  #readBytes = 0;
  #lastByte = LF;
  #lines = 0;
  #counts: ImportCounts | undefined;
  #extendedAt = performance.now();
  #isCancelled = false;
  #isGone = false;
  #extending: Promise<void> | undefined;

  constructor(parts: ImportRunParts, claimed: ClaimedImport) {
    this.#parts = parts;
    this.#claimed = claimed;
    mkdirSync(parts.workFolder, { recursive: true, mode: 0o700 });
    this.#rejects = join(parts.workFolder, `${claimed.run.id}-${claimed.phase}.jsonl`);
    rmSync(this.#rejects, { force: true });
  }

  close(): void {
    rmSync(this.#rejects, { force: true });
  }

  async run(): Promise<void> {
    const { phase } = this.#claimed;
    const stayAlive = setInterval(() => this.#beat(), IMPORT_BEAT_MS);
    try {
      // Somebody may have cancelled it while the process that had it was gone.
      await this.#extend();
      this.#mayGoOn();
      await this.#end(phase === 'check' ? await this.#check() : await this.#apply());
    } catch (error) {
      await this.#endBy(error);
    } finally {
      clearInterval(stayAlive);
      await this.#extending;
    }
  }

  async #check(): Promise<ImportEnd> {
    const { market } = this.#parts;
    const report = new RejectReport({ path: this.#rejects, print: () => undefined });
    const { fileName } = this.#claimed.run;
    try {
      const file = { input: this.#plain(), name: fileName, kind: this.#kind };
      const checked = await checkFile(market, file, {
        onProblems: (problems) => report.add(fileName, problems),
        onLines: (lines, counts) => this.#progress(lines, counts),
      });
      const { counts, lines, marketplaceIds, endsUnreadable } = checked;
      this.#progress(lines, counts);
      if (lines === 0) throw new RefusedFile('The file has no records.');
      if (endsUnreadable && this.#lastByte !== LF)
        throw new RefusedFile(
          `The last line cannot be read, and no line break follows it: the file was cut off. Nothing was stored.`,
        );
      if (counts.rejected === lines)
        throw new RefusedFile(
          `Every line is rejected: this is no file of market data. The reasons are in the rejected lines.`,
        );
      return { state: 'CHECKED', counts, marketplaceIds };
    } finally {
      await report.close();
    }
  }

  async #apply(): Promise<ImportEnd> {
    const { db, market } = this.#parts;
    const { run } = this.#claimed;
    // The first records make an empty marketplace one with items: what was there counts as of the first time that it began.
    const stocked = await keepStocked(db, this.#claimed, await market.facts.marketplacesWithItems());
    const nowhere = { write: () => true };
    const kind = this.#kind;
    const quiet = run.quiet === undefined ? [] : [run.quiet ? '--quiet' : '--loud'];
    const args = ['-', '--rejects', this.#rejects, ...(kind ? ['--kind', kind] : []), ...quiet];
    let counts: ImportCounts | undefined;
    await runImport(
      market,
      args,
      { stdin: Readable.from(this.#plain()), stdout: nowhere, stderr: nowhere },
      {
        ...{ inputName: run.fileName, setKind: KIND_PARAMETER, stocked },
        onApplied: recordSchedules(this.#applier, this.#parts.now),
        onLines: (lines, found) => this.#progress(lines, found),
        onFile: (_file, all) => {
          counts = all;
        },
      },
    );
    return { state: 'DONE', ...(counts && { counts }) };
  }

  /** Whom the audit log names: who had it applied, or, with the release before, who uploaded it. */
  get #applier() {
    const { id: importId, fileName, applier, who } = this.#claimed.run;
    const { type, id } = applier ?? who;
    const by = { importId, fileName };
    return { who: { type: type === 'operator' ? 'operator' : 'client', id }, from: this.#parts.from, by } as const;
  }

  get #kind(): RecordKind | undefined {
    const { kind, fileName } = this.#claimed.run;
    return (kind === undefined ? undefined : readWord(RECORD_KINDS, kind)) ?? kindInName(fileName);
  }

  /** The file, decompressed, with a bound. Counts what was read of it as it was sent. */
  async *#plain(): AsyncGenerator<Uint8Array> {
    const { maxBytes, files } = this.#parts;
    const sent = this.#sent(files.read(this.#claimed.run.id, 'file'));
    const first = await sent.next();
    if (first.done) return;
    const all = withFirst(first.value, sent);
    let bytes = 0;
    try {
      for await (const chunk of isGzip(first.value) ? gunzip(all) : all) {
        bytes += chunk.length;
        if (bytes > maxBytes)
          throw new RefusedFile(
            `The file has more than ${maxBytes.toLocaleString('en-US')} bytes after it is decompressed (IMPORT_UPLOAD_MB).`,
          );
        this.#lastByte = chunk.at(-1) ?? this.#lastByte;
        this.#mayGoOn();
        yield chunk;
      }
    } catch (error) {
      if (!(error instanceof DamagedGzip)) throw error;
      throw new RefusedFile(`The file was cut off or damaged: ${error.message}. Nothing was stored.`);
    }
  }

  async *#sent(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#readBytes += chunk.length;
      yield chunk;
    }
  }

  #mayGoOn(): void {
    if (this.#isGone || this.#parts.signal.aborted) throw new LeftImport();
    if (this.#isCancelled) throw new CancelledImport();
  }

  #progress(lines: number, counts: ImportCounts): void {
    this.#lines = lines;
    this.#counts = { ...counts };
    const bytes = statSync(this.#rejects, { throwIfNoEntry: false })?.size ?? 0;
    if (this.#claimed.phase === 'check' && (counts.rejected > MAX_REJECTED_LINES || bytes > MAX_REJECTED_BYTES))
      throw new RefusedFile(
        `More than ${MAX_REJECTED_LINES.toLocaleString('en-US')} lines, or 200 MB of lines, are rejected: correct the file and send it again.`,
      );
    this.#beat();
  }

  /** A load keeps a process busy for long: it says that it goes on also between two timers. */
  #beat(): void {
    if (this.#extending !== undefined || performance.now() - this.#extendedAt < IMPORT_BEAT_MS) return;
    this.#extendedAt = performance.now();
    this.#extending = this.#extend().finally(() => {
      this.#extending = undefined;
    });
  }

  async #extend(): Promise<void> {
    const { db, now } = this.#parts;
    try {
      const state = await extendImport(db, this.#claimed, this.#reached(), now());
      this.#isCancelled ||= state === 'cancelled';
      this.#isGone ||= state === 'gone';
    } catch {
      // The next time. When the lease ends before that, another process goes on, and this one finds that it did.
    }
  }

  #reached() {
    return { readBytes: this.#readBytes, lines: this.#lines, ...(this.#counts && { counts: this.#counts }) };
  }

  async #endBy(error: unknown): Promise<void> {
    if (error instanceof LeftImport) return this.#isGone ? undefined : releaseImport(this.#parts.db, this.#claimed);
    if (error instanceof CancelledImport) return this.#end({ state: 'CANCELLED' });
    if (error instanceof RefusedFile)
      // What was applied of a file that is refused while it is applied stays: the file has changed since its check, or is damaged.
      return this.#end({ state: this.#claimed.phase === 'check' ? 'REFUSED' : 'FAILED', problem: error.message });
    if (error instanceof MissingImportFileError)
      return this.#end({ state: 'FAILED', problem: 'The uploaded file is gone: upload it again.' });
    // A store that cannot be reached, for example: the import goes on when that is over.
    await releaseImport(this.#parts.db, this.#claimed).catch(() => undefined);
    throw error;
  }

  async #end({ state, ...end }: ImportEnd): Promise<void> {
    const { db, now, files, from } = this.#parts;
    const { run, phase } = this.#claimed;
    await this.#extending;
    await this.#keepRejected();
    const counts = end.counts ?? this.#counts;
    const outcome = state === 'DONE' || state === 'CHECKED' ? 'ended' : 'failed';
    const ended = await endPhase(
      db,
      this.#claimed,
      { state, ...end, ...(counts && { counts }), progress: this.#reached() },
      {
        nowMs: now(),
        record: (tx) =>
          phase === 'apply' &&
          appendEntry(tx, {
            ...{ atMs: now(), who: { type: 'service', id: 'worker' }, from, operation: 'applyImport', outcome },
            details: { importId: run.id, fileName: run.fileName, sha256: run.sha256, state, ...counts },
          }),
      },
    );
    if (ended && endsFile(state)) await files.remove(run.id, 'file');
  }

  /** None is an empty file: what there is, is what this phase found. */
  async #keepRejected(): Promise<void> {
    const writer = await this.#parts.files.writer(this.#claimed.run.id, 'rejected');
    try {
      if (statSync(this.#rejects, { throwIfNoEntry: false }) === undefined) return;
      const file = await open(this.#rejects, 'r');
      for await (const chunk of file.createReadStream({ highWaterMark: 1 << 18 }))
        await writer.write(chunk as Uint8Array);
    } finally {
      await writer.end();
    }
  }
}

const endsFile = (state: ImportState) => state !== 'CHECKED';

async function* withFirst(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
