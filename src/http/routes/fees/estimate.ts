import { estimateAt, isItemFailure } from '../../../domain/fees/estimate-at.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import { writeEstimate, writeFailure } from '../../../wire/fees/estimate-result.ts';
import { readSubject, type SubjectQuery } from './estimate-subject.ts';

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
