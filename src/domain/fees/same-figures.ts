import type { FeePromotion, FeeSchedule } from './fee-schedule.ts';

/** Whether two schedules charge the same, apart from their promotions. Their dates and names do not matter. */
export function sameFigures(a: FeeSchedule, b: FeeSchedule): boolean {
  return a === b || isSame(figuresOf(a), figuresOf(b));
}

/** Whether two schedules charge the same at a time, promotions included. */
export function sameFiguresAt(a: FeeSchedule, b: FeeSchedule, atMs: number): boolean {
  return sameFigures(a, b) && isSame(promotionsAt(a, atMs).map(reductionOf), promotionsAt(b, atMs).map(reductionOf));
}

/** Whether a promotion takes off the same, in the same period. Its name does not matter. */
export function sameTerms({ name: _a, ...a }: FeePromotion, { name: _b, ...b }: FeePromotion): boolean {
  return isSame(a, b);
}

/** The promotions of a schedule whose period has begun and not ended at a time. */
export const promotionsAt = ({ promotions }: FeeSchedule, atMs: number): FeePromotion[] =>
  promotions.filter(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs);

const figuresOf = ({
  currency,
  taxOnFeesBasisPoints,
  referral,
  closingMinor,
  perItemMinor,
  fulfillment,
}: FeeSchedule) => ({
  ...{ currency, taxOnFeesBasisPoints, referral, closingMinor, perItemMinor, fulfillment },
});

const reductionOf = ({ name: _name, fromMs: _from, untilMs: _until, ...rest }: FeePromotion) => rest;

/** Values of JSON are the same whatever the order of their keys: operators send records in any order. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [first, second] = [definedOf(a), definedOf(b)];
  return first.size === second.size && [...first].every(([name, value]) => isSame(value, second.get(name)));
}

/** JSON has no undefined: a schedule that was stored has none, one that was just read may. */
const definedOf = (value: object) => new Map(Object.entries(value).filter(([, one]) => one !== undefined));
