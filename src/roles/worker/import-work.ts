import { Readable } from 'node:stream';
import { appendEntry } from '../../audit/entry-table.ts';
import { checkFile } from '../../cli/import/check-file.ts';
import { KIND_PARAMETER, kindInName } from '../../cli/import/csv-header.ts';
import { RejectReport } from '../../cli/import/reject-report.ts';
import { runImport } from '../../cli/import.ts';
import type { Db } from '../../db/db.ts';
import type { ImportCounts, ImportState } from '../../domain/market/import-run.ts';
import { RECORD_KINDS, type RecordKind } from '../../domain/market/records/envelope.ts';
import { readWord } from '../../domain/vocabulary.ts';
import {
  type ClaimedImport,
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
import { ImportInput, RefusedFile } from './import-input.ts';
import { RejectedLines } from './rejected-lines.ts';

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

/** Somebody cancelled it. */
class CancelledImport extends Error {}
/** This process stops, or another one has it. */
class LeftImport extends Error {}

/** The work on one import, as far as it goes. */
export class ImportWork {
  readonly #parts: ImportRunParts;
  readonly #claimed: ClaimedImport;
  readonly #rejected: RejectedLines;
  readonly #input: ImportInput;
  #lines = 0;
  #counts: ImportCounts | undefined;
  #extendedAt = performance.now();
  #isCancelled = false;
  #isGone = false;
  #extending: Promise<void> | undefined;

  constructor(parts: ImportRunParts, claimed: ClaimedImport) {
    this.#parts = parts;
    this.#claimed = claimed;
    this.#rejected = new RejectedLines(parts.workFolder, claimed);
    this.#input = new ImportInput({ maxBytes: parts.maxBytes, onPiece: () => this.#mayGoOn() });
  }

  close(): void {
    this.#rejected.remove();
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
    const report = new RejectReport({ path: this.#rejected.path, print: () => undefined });
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
      if (endsUnreadable && !this.#input.endsWithLine)
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
    const args = ['-', '--rejects', this.#rejected.path, ...(kind ? ['--kind', kind] : []), ...quiet];
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

  #plain(): AsyncGenerator<Uint8Array> {
    return this.#input.plain(this.#parts.files.read(this.#claimed.run.id, 'file'));
  }

  #mayGoOn(): void {
    if (this.#isGone || this.#parts.signal.aborted) throw new LeftImport();
    if (this.#isCancelled) throw new CancelledImport();
  }

  #progress(lines: number, counts: ImportCounts): void {
    this.#lines = lines;
    this.#counts = { ...counts };
    const problem = this.#claimed.phase === 'check' ? this.#rejected.problem(counts.rejected) : undefined;
    if (problem) throw new RefusedFile(problem);
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
    return { readBytes: this.#input.readBytes, lines: this.#lines, ...(this.#counts && { counts: this.#counts }) };
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
    await this.#rejected.keepIn(files);
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
}

const endsFile = (state: ImportState) => state !== 'CHECKED';
