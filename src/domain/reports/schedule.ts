import type { ReportFormat, ReportMaker, ReportSubject } from './report.ts';
import type { ScheduleTime } from './schedule-time.ts';

/** A report that is made regularly. It belongs to its maker: the delegated application that made it, or the seller. */
export type ReportSchedule = ReportMaker &
  ReportSubject & {
    /** Chosen by the caller, unique among those of the same maker. */
    readonly id: string;
    readonly format: ReportFormat;
    readonly locale?: string | undefined;
    /** Each report has only what changed since the one before. */
    readonly onlyChanges: boolean;
    readonly time: ScheduleTime;
    readonly createdMs: number;
    readonly changedMs: number;
    /** When the next report is due. */
    readonly nextMs: number;
    readonly lastReportId?: string | undefined;
    readonly problem?: ScheduleProblem | undefined;
  };

export type WantedSchedule = Omit<ReportSchedule, 'createdMs' | 'changedMs' | 'nextMs' | 'lastReportId' | 'problem'>;

/** Why the last report that was due was not asked for, and since when that is so. */
type ScheduleProblem = { readonly code: ScheduleProblemCode; readonly sinceMs: number };

export const SCHEDULE_PROBLEMS = [
  ...([
    'SellerDisabled',
    'ApplicationWithdrawn',
    'ApplicationUnused',
    'MemberRemoved',
    'TooManyReports',
    'NotPossible',
  ] as const),
] as const;
export type ScheduleProblemCode = (typeof SCHEDULE_PROBLEMS)[number];

/** Whose access has ended. */
const LOST_ACCESS = ['SellerDisabled', 'ApplicationWithdrawn', 'ApplicationUnused', 'MemberRemoved'] as const;
export type LostAccess = (typeof LOST_ACCESS)[number];

/** The most that a seller and its applications have together. */
export const MAX_SCHEDULES = 50;

/** How long a schedule is kept whose maker has no access. */
export const LOST_ACCESS_DAYS = 90;

export const isLostAccess = (code: ScheduleProblemCode): code is LostAccess =>
  LOST_ACCESS.some((lost) => lost === code);
