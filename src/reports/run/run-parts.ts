import type { Db } from '../../db/db.ts';
import type { Snapshots } from '../../db/snapshot.ts';
import { FatalReport, type Report, type ReportFailure, type ReportVersions } from '../../domain/reports/report.ts';
import type { Market } from '../../market/market.ts';
import type { DocumentStore } from '../files/document-files.ts';
import type { OnEnded } from './claim.ts';

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
  /** The work on a report has ended, or was interrupted; `failure`: it is FATAL. */
  readonly onOutcome?: (
    report: Report,
    outcome: RunOutcome,
    failure: ReportFailure | undefined,
    seconds: number,
  ) => void;
  /** A line could not be computed: it says so. */
  readonly onBadLine?: (error: unknown, reportId: string) => void;
  /** Aborted: what has begun stops, and goes on in another process. */
  readonly signal?: AbortSignal;
};

export type RunOutcome = 'done' | 'failed' | 'lost' | 'stopped';

export type RunLimits = {
  readonly maxSellerBytes: number;
  readonly maxBytes: number;
  /** What stays free on the disk: a report must not fill it for others. */
  readonly minFreeBytes: number;
  readonly maxSnapshotMs: number;
};

/** The report was cancelled, or another process works on it. */
export class LostReport extends Error {}

/** The process is to end. */
export class StoppedReport extends Error {}

export const diskFull = (cause?: unknown) =>
  new FatalReport('DiskFull', 'The service has no space left for this report. Ask again later.', cause);
