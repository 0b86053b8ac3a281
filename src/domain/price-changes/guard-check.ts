import type { PriceGuard } from '../market/price-guard.ts';
import { isLessThan, isMoreThan, percentOf } from './percent.ts';
import { changedPrices, type PriceKind } from './price-kinds.ts';
import type { Refusal } from './receipt.ts';
import type { OfferTerms } from './terms.ts';

/** What the rules about a listing's prices compare with, beside its present terms. */
export type GuardFacts = {
  /** The terms 24 hours ago, or the first ones of a younger listing. Undefined: the present ones. */
  readonly dayAgo: OfferTerms | undefined;
  /** The lowest listing price of the last 30 days, the present one not counted. Undefined: there is none above the present one. */
  readonly lowestMinor: number | undefined;
  /** The seller's changes in the last hour that were applied or wait for their outcome. */
  readonly changesLastHour: number;
  readonly listPriceMinor: number | undefined;
};

/**
 * The first rule of the marketplace's price guard that a seller's change breaks. Only prices that the change changes are checked: one
 * that was out of bounds before does not bar the others.
 */
export function guardRefusal(
  guard: PriceGuard,
  facts: GuardFacts,
  before: OfferTerms,
  after: OfferTerms,
): Refusal | undefined {
  const prices = changedPrices(before, after);
  return (
    stepRefusal(guard.maxStepBasisPoints, prices, before, after) ??
    dayRefusal(guard.maxDayBasisPoints, prices, facts.dayAgo ?? before, after) ??
    listPriceRefusal(guard, prices, facts.listPriceMinor, after) ??
    countRefusal(guard.maxChangesPerHour, facts.changesLastHour)
  );
}

function stepRefusal(
  limit: number | undefined,
  prices: readonly PriceKind[],
  before: OfferTerms,
  after: OfferTerms,
): Refusal | undefined {
  const found = limit === undefined ? undefined : farthest(limit, prices, before, after);
  if (found === undefined) return undefined;
  const message = `maxStepPercent: ${found.name} would change by ${found.actual} %; at most ${found.limit} % in one step is allowed`;
  return { code: 'MaxStepPercent', message, limit: found.limit, actual: found.actual, unit: 'percent' };
}

function dayRefusal(
  limit: number | undefined,
  prices: readonly PriceKind[],
  dayAgo: OfferTerms,
  after: OfferTerms,
): Refusal | undefined {
  const found = limit === undefined ? undefined : farthest(limit, prices, dayAgo, after);
  if (found === undefined) return undefined;
  const message = `maxDayPercent: ${found.name} would differ by ${found.actual} % from 24 hours ago; at most ${found.limit} % is allowed`;
  return { code: 'MaxDayPercent', message, limit: found.limit, actual: found.actual, unit: 'percent' };
}

/** The first price that differs by more than the limit. A price of 0 has no percents: from there the rule does not bind. */
function farthest(
  basisPoints: number,
  prices: readonly PriceKind[],
  before: OfferTerms,
  after: OfferTerms,
): { name: string; limit: number; actual: number } | undefined {
  for (const { name, of } of prices) {
    const [was, is] = [of(before), of(after)];
    if (was === undefined || is === undefined || was === 0) continue;
    const difference = Math.abs(is - was);
    if (isMoreThan(difference, basisPoints, was))
      return { name, limit: basisPoints / 100, actual: percentOf(difference, was, 'up') };
  }
  return undefined;
}

function listPriceRefusal(
  { minOfListPriceBasisPoints: least, maxOfListPriceBasisPoints: most }: PriceGuard,
  prices: readonly PriceKind[],
  listPriceMinor: number | undefined,
  after: OfferTerms,
): Refusal | undefined {
  if (listPriceMinor === undefined || listPriceMinor === 0) return undefined;
  for (const { name, of, isLanded } of prices) {
    const price = isLanded ? undefined : of(after);
    if (price === undefined) continue;
    if (least !== undefined && isLessThan(price, least, listPriceMinor)) {
      const [limit, actual] = [least / 100, percentOf(price, listPriceMinor, 'down')];
      const message = `minOfListPricePercent: ${name} would be ${actual} % of the list price; at least ${limit} % is required`;
      return { code: 'MinOfListPricePercent', message, limit, actual, unit: 'percent' };
    }
    if (most !== undefined && isMoreThan(price, most, listPriceMinor)) {
      const [limit, actual] = [most / 100, percentOf(price, listPriceMinor, 'up')];
      const message = `maxOfListPricePercent: ${name} would be ${actual} % of the list price; at most ${limit} % is allowed`;
      return { code: 'MaxOfListPricePercent', message, limit, actual, unit: 'percent' };
    }
  }
  return undefined;
}

function countRefusal(limit: number | undefined, changes: number): Refusal | undefined {
  if (limit === undefined || changes < limit) return undefined;
  const message = `maxChangesPerHour: the listing has changed ${changes} times in the last hour; ${limit} are allowed`;
  return { code: 'MaxChangesPerHour', message, limit, actual: changes + 1, unit: 'count' };
}
