import { existsSync, statfsSync } from 'node:fs';
import { type ClaimedReport, EXTEND_EVERY_MS, extendLease, type ReportProgress } from './claim.ts';
import { diskFull, LostReport, type RunParts, StoppedReport } from './run-parts.ts';

/** Between two looks at the free space. */
const CHECKED_BYTES = 4_000_000;

/** What keeps a report with the process that makes it: its lease, and space on the disk. */
export class ReportHold {
  readonly #parts: RunParts;
  readonly #claimed: ClaimedReport;
  /** Replaced when there is something to count. */
  progress: () => ReportProgress = () => ({ processed: 0, total: undefined });
  #extendedAt = performance.now();
  #uncheckedBytes = 0;
  #extending: Promise<void> | undefined;
  #extendFailure: unknown;

  constructor(parts: RunParts, claimed: ClaimedReport) {
    this.#parts = parts;
    this.#claimed = claimed;
  }

  /** Throws when the process is to end. */
  isDue(): boolean {
    if (this.#parts.signal?.aborted) throw new StoppedReport();
    return performance.now() - this.#extendedAt > EXTEND_EVERY_MS;
  }

  /** Throws when the report is not this process's any more. */
  async extend(): Promise<void> {
    this.#extendedAt = performance.now();
    const { db, now } = this.#parts;
    if (!(await extendLease(db, this.#claimed, this.progress(), now()))) throw new LostReport(this.#claimed.report.id);
  }

  /** The same while rows are copied, which cannot wait: what fails is thrown by the next call. */
  extendSoon(): void {
    if (this.#extendFailure !== undefined) throw this.#extendFailure;
    if (!this.isDue() || this.#extending !== undefined) return;
    this.#extending = this.extend()
      .catch((error) => {
        this.#extendFailure = error;
      })
      .finally(() => {
        this.#extending = undefined;
      });
  }

  /** Counts bytes of the copy and the document. */
  onBytes(bytes: Uint8Array): void {
    this.#uncheckedBytes += bytes.length;
    if (this.#uncheckedBytes < CHECKED_BYTES) return;
    this.#uncheckedBytes = 0;
    this.checkSpace();
  }

  checkSpace(): void {
    const { workFolder, limits } = this.#parts;
    const { bavail, bsize } = statfsSync(existsSync(workFolder) ? workFolder : '/');
    if (bavail * bsize < limits.minFreeBytes) throw diskFull();
  }
}
