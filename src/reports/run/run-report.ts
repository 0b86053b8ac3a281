import { existsSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Db } from '../../db/db.ts';
import type { Snapshot, Snapshots } from '../../db/snapshot.ts';
import { fullDiskProblem } from '../../disk/full-disk.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import { Fault } from '../../domain/fault.ts';
import { FatalReport, type ReportDocument, type ReportVersions } from '../../domain/reports/report.ts';
import type { Market } from '../../market/market.ts';
import { receiverOf } from '../../notifications/events/receivers.ts';
import { csvWriter, jsonlWriter } from '../../wire/reports/document-lines.ts';
import { writeInstant } from '../../wire/reports/report.ts';
import { type DocumentStore, MissingDocumentError } from '../files/document-files.ts';
import { keptBytes, lockEverybody, lockSeller } from '../report-owners.ts';
import { reportById, type StoredReport } from '../report-table.ts';
import type { ReportType } from '../report-type.ts';
import { reportType } from '../types/list.ts';
import { type ClaimedReport, EXTEND_EVERY_MS, extendLease, failReport, type OnEnded, releaseReport } from './claim.ts';
import { DocumentFile } from './document-file.ts';
import { linesOf } from './lines-of.ts';
import { CopyWriter, RawCopy } from './raw-copy.ts';
import { takeOver } from './work-folder.ts';

export type RunParts = {
  readonly db: Db;
  readonly market: Market;
  readonly snapshots: Snapshots;
  readonly now: () => number;
  /** Where files of a report are while it is made. */
  readonly workFolder: string;
  /** Where they are kept. */
  readonly store: DocumentStore;
  /** All that may have files of earlier reports. */
  readonly stores: readonly DocumentStore[];
  readonly limits: RunLimits;
  readonly onEnded: OnEnded;
  /** Versions of the program, for the first line of each document. */
  readonly versions: ReportVersions;
  /** Aborted: what has begun stops, and goes on in another process. */
  readonly signal?: AbortSignal;
};

type RunLimits = {
  readonly maxSellerBytes: number;
  readonly maxBytes: number;
  /** What stays free on the disk: a report must not fill it for others. */
  readonly minFreeBytes: number;
  readonly maxSnapshotMs: number;
};

/** A report that crashes its process each time must not do so for ever. */
const MAX_STARTS = 50;
/** Between two looks at the free space. */
const CHECKED_BYTES = 4_000_000;

/** The report was cancelled, or another process works on it. */
class LostReport extends Error {}

/** The process is to end. */
class StoppedReport extends Error {}

export type RunOutcome = 'done' | 'failed' | 'lost' | 'stopped';

/**
 * Makes a report, from the copy of its rows to its document. Throws what the store throws when it does not answer: the report is then
 * taken again when its lease has ended, and goes on with the copy.
 */
export async function runReport(parts: RunParts, claimed: ClaimedReport): Promise<RunOutcome> {
  const { db, now } = parts;
  const run = new ReportRun(parts, claimed);
  try {
    await run.make();
    return 'done';
  } catch (error) {
    if (error instanceof LostReport) return 'lost';
    if (error instanceof StoppedReport) {
      await releaseReport(db, claimed);
      return 'stopped';
    }
    if (error instanceof Fault && error.code === 'ServiceUnavailable') {
      const isFull = fullDiskProblem(error, parts.workFolder) !== undefined;
      if (!isFull) throw error;
    }
    run.clean();
    const failure = failureOf(error, parts.workFolder);
    const isFailed = await failReport(db, claimed, failure.failure, { nowMs: now(), onEnded: parts.onEnded });
    if (failure !== error && failure.failure.code === 'Failed') throw error;
    return isFailed ? 'failed' : 'lost';
  }
}

function failureOf(error: unknown, folder: string): FatalReport {
  if (error instanceof FatalReport) return error;
  if (fullDiskProblem(error, folder) !== undefined) return diskFull(error);
  return new FatalReport(
    'Failed',
    'The service failed to make this report. Ask again; tell the operator if it fails again.',
    error,
  );
}

const diskFull = (cause?: unknown) =>
  new FatalReport('DiskFull', 'The service has no space left for this report. Ask again later.', cause);

class ReportRun {
  readonly #parts: RunParts;
  readonly #claimed: ClaimedReport;
  readonly #report: StoredReport;
  readonly #type: ReportType;
  readonly #folder: string;
  #copy: RawCopy | undefined;
  #extendedAt = performance.now();
  #uncheckedBytes = 0;

  constructor(parts: RunParts, claimed: ClaimedReport) {
    this.#parts = parts;
    this.#claimed = claimed;
    this.#report = claimed.report;
    this.#type = reportType(claimed.report.type);
    // The folder is of this process alone: one that was stopped past its lease may still write.
    this.#folder = join(parts.workFolder, `${claimed.report.id}-${claimed.lease}`);
  }

  async make(): Promise<void> {
    if (this.#report.starts > MAX_STARTS)
      throw new FatalReport('Failed', 'The process that made this report ended again and again.');
    makeFolder(this.#parts.workFolder, 0o700);
    takeOver(this.#parts.workFolder, this.#report.id, this.#folder);
    const copy = RawCopy.open(join(this.#folder, 'copy')) ?? (await this.#takeCopy());
    this.#copy = copy;
    await this.#recordCopy(copy);
    const { keptBytes: kept, ...document } = await this.#writeDocument(copy);
    await this.#extend();
    await this.#parts.store.keep(this.#report.id, this.#folder);
    await this.#publish(document, kept);
    this.clean();
  }

  /** Removes what is left of the work. */
  clean(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The rows of one instant. Nothing is computed meanwhile. */
  async #takeCopy(): Promise<RawCopy> {
    const { snapshots, now, limits, versions } = this.#parts;
    this.#checkSpace();
    await this.#type.prepare?.(this.#parts, this.#report, () => this.#extendSoon());
    const startedAt = performance.now();
    let count = 0;
    const tooLong = () =>
      new FatalReport(
        'SnapshotTooLong',
        `Copying the rows took longer than ${limits.maxSnapshotMs / 1_000} s: ${count} rows were copied. Ask for fewer marketplaces, or for a shorter time.`,
      );
    const onRow = (rows: number) => {
      count = rows;
      if (performance.now() - startedAt > limits.maxSnapshotMs) throw tooLong();
      this.#extendSoon();
    };
    const writer = new CopyWriter(join(this.#folder, 'copy'), (bytes) => this.#onBytes(bytes), onRow);
    const work = async (snapshot: Snapshot) => {
      const instantMs = now();
      const sequence = (await receiverOf(snapshot, this.#report.sellerId))?.latestSequence ?? 0;
      await this.#type.copy(snapshot, this.#report, writer, instantMs);
      return { instantMs, sequence };
    };
    try {
      const instant = await snapshots.take(work, limits.maxSnapshotMs);
      return await writer.end(instant, versions);
    } catch (error) {
      writer.abandon();
      // The statement that ran at the end of the time was ended by the server.
      const isOurs = error instanceof LostReport || error instanceof StoppedReport;
      if (performance.now() - startedAt > limits.maxSnapshotMs && !isOurs) throw tooLong();
      throw error;
    }
  }

  async #recordCopy({ instant, total }: RawCopy): Promise<void> {
    const { db, now } = this.#parts;
    const changed = await db.run(
      `UPDATE report SET copied_ms = $3, instant_ms = $4, sequence = $5, versions = $6, total = $7, processed = 0
       WHERE id = $1 AND lease = $2 AND state = 'IN_PROGRESS'`,
      [
        this.#report.id,
        this.#claimed.lease,
        now(),
        instant.instantMs,
        instant.sequence,
        JSON.stringify(instant.versions),
        total,
      ],
    );
    if (changed === 0) this.#lost();
  }

  async #writeDocument(copy: RawCopy) {
    const { format, locale, sinceId } = this.#report;
    const { description } = this.#type;
    const earlier = sinceId === undefined ? undefined : await this.#earlier(sinceId);
    const writer = format === 'CSV' ? csvWriter(description, earlier !== undefined, locale) : jsonlWriter(description);
    const document = new DocumentFile(this.#folder, {
      ...{ description, writer, earlier: earlier?.lines },
      onBytes: (bytes) => this.#onBytes(bytes),
    });
    try {
      await document.head({
        reportId: this.#report.id,
        reportType: this.#report.type,
        marketplaceIds: this.#report.marketplaceIds,
        parameters: this.#report.parameters,
        ...writeInstant(copy.instant),
        since: earlier && {
          reportId: earlier.report.id,
          ...(earlier.report.instant && writeInstant(earlier.report.instant)),
        },
      });
      for await (const line of this.#type.lines(copy.contents(), this.#report)) {
        await document.line(line);
        if (this.#isDue()) await this.#extend();
      }
      return await document.end();
    } catch (error) {
      document.abandon();
      throw error;
    }
  }

  async #earlier(sinceId: string): Promise<{ report: StoredReport; lines: AsyncIterable<string> }> {
    const gone = () => new FatalReport('SinceRemoved', 'The report that this one is compared with was removed.');
    const report = await reportById(this.#parts.db, sinceId);
    const store = this.#parts.stores.find(({ name }) => name === report?.storedIn);
    if (report === undefined || store === undefined) throw gone();
    const lines = async function* () {
      try {
        yield* linesOf(Readable.from(store.read(sinceId, 'known')).compose(createGunzip()));
      } catch (error) {
        throw error instanceof MissingDocumentError ? gone() : error;
      }
    };
    return { report, lines: lines() };
  }

  /** In one transaction with the bounds of disk (decision 59). */
  async #publish(document: ReportDocument, kept: number): Promise<void> {
    const { db, now, store, limits, onEnded } = this.#parts;
    const { id, sellerId } = this.#report;
    const outcome = await db.transaction(async (tx) => {
      await lockSeller(tx, sellerId);
      await lockEverybody(tx);
      const used = await keptBytes(tx, sellerId);
      if (used.seller + kept > limits.maxSellerBytes) return 'SellerLimit' as const;
      if (used.all + kept > limits.maxBytes) return 'ServiceLimit' as const;
      const { lines, removed, bytes, gzipBytes, digest } = document;
      const nowMs = now();
      const changed = await tx.run(
        `UPDATE report SET state = 'DONE', ended_ms = $3, lease = NULL, lease_until_ms = NULL, processed = COALESCE(total, 0),
           lines = $4, removed = $5, bytes = $6, gzip_bytes = $7, digest = $8, kept_bytes = $9, stored_in = $10
         WHERE id = $1 AND lease = $2 AND state = 'IN_PROGRESS'`,
        [id, this.#claimed.lease, nowMs, lines, removed ?? null, bytes, gzipBytes, digest, kept, store.name],
      );
      if (changed === 1) await onEnded(tx, { ...this.#report, state: 'DONE', document }, nowMs);
      return changed;
    });
    if (outcome === 1) return;
    await store.remove(id);
    if (outcome === 0) this.#lost();
    throw outcome === 'SellerLimit' ? sellerLimit(limits) : serviceLimit();
  }

  /** Counts bytes of the copy and the document. */
  #onBytes(bytes: Uint8Array): void {
    this.#uncheckedBytes += bytes.length;
    if (this.#uncheckedBytes < CHECKED_BYTES) return;
    this.#uncheckedBytes = 0;
    this.#checkSpace();
  }

  #checkSpace(): void {
    const { workFolder, limits } = this.#parts;
    const { bavail, bsize } = statfsSync(existsSync(workFolder) ? workFolder : '/');
    if (bavail * bsize < limits.minFreeBytes) throw diskFull();
  }

  #isDue(): boolean {
    if (this.#parts.signal?.aborted) throw new StoppedReport();
    return performance.now() - this.#extendedAt > EXTEND_EVERY_MS;
  }

  async #extend(): Promise<void> {
    this.#extendedAt = performance.now();
    const { processed = 0, total } = this.#copy ?? { total: undefined };
    const { db, now } = this.#parts;
    if (!(await extendLease(db, this.#claimed, { processed, total }, now()))) this.#lost();
  }

  /** While rows are copied. */
  #extending: Promise<void> | undefined;
  #extendFailure: unknown;

  #extendSoon(): void {
    if (this.#extendFailure !== undefined) throw this.#extendFailure;
    if (!this.#isDue() || this.#extending !== undefined) return;
    this.#extending = this.#extend()
      .catch((error) => {
        this.#extendFailure = error;
      })
      .finally(() => {
        this.#extending = undefined;
      });
  }

  #lost(): never {
    this.clean();
    throw new LostReport(this.#report.id);
  }
}

const sellerLimit = ({ maxSellerBytes }: RunLimits) =>
  new FatalReport(
    'SellerLimit',
    `The reports of a seller may take ${Math.round(maxSellerBytes / 1e6)} MB together. Delete some that you do not need, and ask again.`,
  );

const serviceLimit = () =>
  new FatalReport('ServiceLimit', 'The reports of all sellers take as much space as they may. Ask again later.');
