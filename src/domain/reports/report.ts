/** Decision 54. CANCELLED: its maker removed it before it was done. FATAL: it was not made, for a reason that it names. */
export const REPORT_STATES = ['IN_QUEUE', 'IN_PROGRESS', 'DONE', 'CANCELLED', 'FATAL'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const REPORT_FORMATS = ['JSONL', 'CSV'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Why a report was not made. The message is for its maker. */
export type ReportFailure = { readonly code: ReportFailureCode; readonly message: string };

export const REPORT_FAILURES = [
  ...(['SnapshotTooLong', 'DiskFull', 'SellerLimit', 'ServiceLimit', 'SinceRemoved', 'Failed'] as const),
] as const;
export type ReportFailureCode = (typeof REPORT_FAILURES)[number];

/** Ends the work on a report as FATAL. */
export class FatalReport extends Error {
  readonly failure: ReportFailure;

  constructor(code: ReportFailureCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = { code, message };
  }
}

/** What a report is about. Two reports with the same subject can be compared. */
export type ReportSubject = {
  readonly type: string;
  /** Sorted. */
  readonly marketplaceIds: readonly string[];
  /** As the caller sent them, without those that are absent. */
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** Who asked for a report. `application` is the delegated one that alone sees it beside the seller (decision 38). */
export type ReportMaker = {
  readonly sellerId: string;
  readonly application?: string | undefined;
  readonly clientId: string;
  readonly memberId?: string | undefined;
};

/** What somebody asks for. */
export type WantedReport = ReportMaker &
  ReportSubject & {
    readonly format: ReportFormat;
    /** The locale of CSV: it decides separator and decimal sign. */
    readonly locale?: string | undefined;
    /** The earlier report that this one is compared with. */
    readonly sinceId?: string | undefined;
    readonly scheduleId?: string | undefined;
  };

/** The instant at which a report is true, as facts that a program can compare. */
export type ReportInstant = {
  readonly instantMs: number;
  /** The last event of the seller then. */
  readonly sequence: number;
  /** The versions of the rules and data that the report was made with. */
  readonly versions: ReportVersions;
};

/** What came between an earlier report and a report, and is in no event: the earlier one and the events do not give the later one. */
export type NotInEvents = {
  /** The earlier report. */
  readonly reportId: string;
  readonly instantMs: number;
  readonly sequence: number;
  /** Empty: events tell everything. */
  readonly changes: readonly UnpublishedChange[];
};

/** `quietLoad`: so many records were changed without events. `feeSchedule`: another one is in force. */
export type UnpublishedChange =
  | {
      readonly kind: 'quietLoad';
      readonly marketplaceId: string;
      readonly records: number;
      readonly lastMs: number | undefined;
    }
  | {
      readonly kind: 'feeSchedule';
      readonly marketplaceId: string;
      readonly before: string | undefined;
      readonly now: string | undefined;
    };

export type ReportVersions = Readonly<Record<string, string | number>>;

/** A report from its request until it is removed. */
export type Report = WantedReport & {
  readonly id: string;
  readonly documentId: string;
  readonly state: ReportState;
  readonly failure?: ReportFailure | undefined;
  readonly createdMs: number;
  readonly startedMs?: number | undefined;
  readonly endedMs?: number | undefined;
  readonly instant?: ReportInstant | undefined;
  readonly notInEvents?: NotInEvents | undefined;
  /** Rows of the copy that are computed, and all of them. */
  readonly processed: number;
  readonly total?: number | undefined;
  /** When the computation began, for an estimate of its end. */
  readonly copiedMs?: number | undefined;
  readonly document?: ReportDocument | undefined;
};

/** The file of a report that is done. */
export type ReportDocument = {
  readonly lines: number;
  /** Lines of the earlier report that are gone, with `since`. */
  readonly removed?: number | undefined;
  readonly bytes: number;
  readonly gzipBytes: number;
  /** SHA-256 of the file, base64url. */
  readonly digest: string;
};

export const isEnded = (state: ReportState): boolean => state !== 'IN_QUEUE' && state !== 'IN_PROGRESS';

/** How long a report is kept. */
export const REPORT_DAYS = 7;

/** For one seller. */
export const MAX_RUNNING_REPORTS = 3;
export const MAX_WAITING_REPORTS = 20;
