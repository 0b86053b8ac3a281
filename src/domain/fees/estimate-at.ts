import { compareEstimates, type EstimateDifference } from './comparison.ts';
import type { DatedEstimate } from './difference-reason.ts';
import { estimateFees, isEstimateFailure, scheduleInForce } from './estimate.ts';
import type { EstimateSubject } from './estimate-subject.ts';
import { type ItemFailure, noSchedule } from './item-failure.ts';

/** The estimate at a date of the caller, or now. Reads nothing: one subject serves every date. */
export function estimateAt(
  subject: EstimateSubject,
  asOfMs: number | undefined,
  now: number,
): DatedEstimate | ItemFailure {
  if (subject.failure) return subject.failure;
  const { unit, marketplaceId, schedules } = subject;
  const atMs = asOfMs ?? now;
  const ofMarketplace = schedules.filter((schedule) => schedule.marketplaceId === marketplaceId);
  const schedule = scheduleInForce(ofMarketplace, atMs);
  if (!schedule) return noSchedule(marketplaceId, atMs, asOfMs !== undefined);
  const fees = estimateFees({ ...unit, schedule, atMs });
  return isEstimateFailure(fees) ? { status: 'ClientError', ...fees } : { atMs, schedule, fees };
}

export function isItemFailure(result: DatedEstimate | ItemFailure): result is ItemFailure {
  return 'status' in result;
}

/** A date of the caller; undefined is now. */
export type ComparedDate = number | undefined;

/** One subject at one date. */
export type ComparedEstimate = {
  atMs: number;
  result: DatedEstimate | ItemFailure;
  /** From the first date. Undefined at the first one, and where one of the two has no estimate. */
  difference?: EstimateDifference | undefined;
};

/** The estimates of one subject at each date. `failureOf`: the reason for an estimate that threw. */
export function comparedEstimates(
  subject: EstimateSubject,
  dates: readonly ComparedDate[],
  now: number,
  failureOf: (error: unknown) => ItemFailure,
): ComparedEstimate[] {
  const results = dates.map((date) => {
    try {
      return estimateAt(subject, date, now);
    } catch (error) {
      return failureOf(error);
    }
  });
  const [first] = results;
  return results.map((result, at) => {
    const isComparable = at > 0 && first && !isItemFailure(first) && !isItemFailure(result);
    const difference = isComparable ? compareEstimates(first, result) : undefined;
    return { atMs: dates[at] ?? now, result, difference };
  });
}
