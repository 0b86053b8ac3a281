import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fullDiskProblem } from '../../disk/full-disk.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import { Fault } from '../../domain/fault.ts';
import { FatalReport, type ReportDocument, type ReportFailure } from '../../domain/reports/report.ts';
import { keptBytes, lockEverybody, lockSeller } from '../report-owners.ts';
import type { StoredReport } from '../report-table.ts';
import type { ReportType } from '../report-type.ts';
import { reportType } from '../types/list.ts';
import { type ClaimedReport, failReport, releaseReport } from './claim.ts';
import { RawCopy } from './raw-copy.ts';
import { ReportHold } from './report-hold.ts';
import { diskFull, LostReport, type RunLimits, type RunOutcome, type RunParts, StoppedReport } from './run-parts.ts';
import { storingPace } from './storing-pace.ts';
import { takeCopy } from './take-copy.ts';
import { takeOver } from './work-folder.ts';
import { writeLines } from './write-lines.ts';

/** A report that crashes its process each time must not do so for ever. */
const MAX_STARTS = 50;

/**
 * Makes a report, from the copy of its rows to its document. Throws what the store throws when it does not answer: the report is then
 * taken again when its lease has ended, and goes on with the copy.
 */
export async function runReport(parts: RunParts, claimed: ClaimedReport): Promise<RunOutcome> {
  const startedAt = performance.now();
  const ended = (outcome: RunOutcome, failure?: ReportFailure): RunOutcome => {
    parts.onOutcome?.(claimed.report, outcome, failure, (performance.now() - startedAt) / 1_000);
    return outcome;
  };
  const { db, now } = parts;
  const run = new ReportRun(parts, claimed);
  try {
    await run.make();
    return ended('done');
  } catch (error) {
    if (error instanceof LostReport) {
      run.clean();
      return ended('lost');
    }
    if (error instanceof StoppedReport) {
      await releaseReport(db, claimed);
      return ended('stopped');
    }
    if (error instanceof Fault && error.code === 'ServiceUnavailable') {
      const isFull = fullDiskProblem(error, parts.workFolder) !== undefined;
      if (!isFull) throw error;
    }
    run.clean();
    const failure = failureOf(error, parts.workFolder);
    const isFailed = await failReport(db, claimed, failure.failure, { nowMs: now(), onEnded: parts.onEnded });
    const outcome = isFailed ? ended('failed', failure.failure) : ended('lost');
    if (failure !== error && failure.failure.code === 'Failed') throw error;
    return outcome;
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

class ReportRun {
  readonly #parts: RunParts;
  readonly #claimed: ClaimedReport;
  readonly #report: StoredReport;
  readonly #type: ReportType;
  readonly #folder: string;
  readonly #hold: ReportHold;

  constructor(parts: RunParts, claimed: ClaimedReport) {
    this.#parts = parts;
    this.#claimed = claimed;
    this.#report = claimed.report;
    this.#type = reportType(claimed.report.type);
    // The folder is of this process alone: one that was stopped past its lease may still write.
    this.#folder = join(parts.workFolder, `${claimed.report.id}-${claimed.lease}`);
    this.#hold = new ReportHold(parts, claimed);
  }

  async make(): Promise<void> {
    if (this.#report.starts > MAX_STARTS)
      throw new FatalReport('Failed', 'The process that made this report ended again and again.');
    makeFolder(this.#parts.workFolder, 0o700);
    takeOver(this.#parts.workFolder, this.#report.id, this.#folder);
    const work = { report: this.#report, type: this.#type, hold: this.#hold };
    const copied = join(this.#folder, 'copy');
    const copy = RawCopy.open(copied) ?? (await takeCopy(this.#parts, { ...work, folder: copied }));
    this.#hold.progress = () => copy;
    await this.#recordCopy(copy);
    const { keptBytes: kept, ...document } = await writeLines(this.#parts, copy, { ...work, folder: this.#folder });
    await this.#hold.extend();
    await this.#parts.store.keep(this.#report.id, this.#folder, storingPace(this.#hold));
    await this.#publish(document, kept);
    this.clean();
  }

  /** Removes what is left of the work. */
  clean(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #recordCopy({ instant, between, total }: RawCopy): Promise<void> {
    const { db, now } = this.#parts;
    const changed = await db.run(
      `UPDATE report SET copied_ms = $3, instant_ms = $4, sequence = $5, versions = $6, not_in_events = $7, total = $8,
         processed = 0
       WHERE id = $1 AND lease = $2 AND state = 'IN_PROGRESS'`,
      [
        ...[this.#report.id, this.#claimed.lease, now(), instant.instantMs, instant.sequence],
        ...[JSON.stringify(instant.versions), between === undefined ? null : JSON.stringify(between), total],
      ],
    );
    if (changed === 0) throw new LostReport(this.#report.id);
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
    if (outcome === 0) throw new LostReport(id);
    throw outcome === 'SellerLimit' ? sellerLimit(limits) : serviceLimit();
  }
}

const sellerLimit = ({ maxSellerBytes }: RunLimits) =>
  new FatalReport(
    'SellerLimit',
    `The reports of a seller may take ${Math.round(maxSellerBytes / 1e6)} MB together. Delete some that you do not need, and ask again.`,
  );

const serviceLimit = () =>
  new FatalReport('ServiceLimit', 'The reports of all sellers take as much space as they may. Ask again later.');
