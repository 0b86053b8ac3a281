import type { DatedEstimate } from '../../../domain/fees/difference-reason.ts';
import { estimateFees, isEstimateFailure, scheduleInForce } from '../../../domain/fees/estimate.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import { type ItemFailure, writeEstimate, writeFailure } from '../../../wire/fees/estimate-result.ts';
import { noSchedule } from './estimate-failures.ts';
import { type EstimateSubject, readSubject, type SubjectQuery } from './estimate-subject.ts';

export type EstimateQuery = SubjectQuery & {
  now: number;
  /** The date whose schedule and promotions apply. Absent: now. */
  asOfMs: number | undefined;
  explain: boolean;
};

/**
 * One result as the specification writes it: an estimate, or the reason why there is none. Throws only when the database
 * fails, or when a fee is too large for an exact number.
 */
export function estimate(facts: MarketFacts, query: EstimateQuery): MaybePromise<object> {
  const { now, asOfMs, explain } = query;
  return andThen(readSubject(facts, query), (subject) => {
    const result = estimateAt(subject, asOfMs, now);
    return isItemFailure(result)
      ? writeFailure(subject.identifier, result)
      : writeEstimate(subject.identifier, result.fees, now, explain);
  });
}

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
