import type { FeePromotion, FeeSchedule } from './fee-schedule.ts';

/** What happens to a promotion, as one seller sees it. */
export const PROMOTION_CHANGES = ['BEGINS', 'CHANGED', 'ENDS'] as const;

/** The notices before a schedule takes effect, in days. */
export const NOTICE_DAYS = [30, 7, 1] as const;

/** Fees as they are at a time: one schedule, and its promotions at that time. */
export type DatedSchedule = { schedule: FeeSchedule; atMs: number };

/** A promotion before and after a change. Without `before` it begins, without `after` it has ended. */
export type PromotionNews = {
  kind: 'FEE_PROMOTION';
  before?: DatedPromotion;
  after?: DatedPromotion;
  /** Whether what it takes off, or its period, is another one, and not only what it applies to. */
  hasNewTerms: boolean;
};

/** `untilMs` of one that has ended is when it ended. */
export type DatedPromotion = { promotion: FeePromotion; fees: DatedSchedule };

/** A schedule that changes, changed or does not change the fees after all. */
export type ChangeNews = {
  kind: 'FEE_CHANGED';
  about: Pick<FeeSchedule, 'scheduleId' | 'version' | 'effectiveFromMs'>;
  /** 0: it is in effect already. */
  daysBefore: number;
  before: DatedSchedule;
  after: DatedSchedule;
  /** What was announced instead. Absent: nothing else. Without `before`: the same as now. The name is stored. */
  told?: { before?: DatedSchedule; after: DatedSchedule };
  /** Whether every seller whose fees change receives it. Otherwise only those who received something else. */
  isNotice: boolean;
};

export type FeeNews = PromotionNews | ChangeNews;
