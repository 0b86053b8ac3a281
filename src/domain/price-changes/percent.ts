import { exactProduct } from '../money.ts';

/*
 * Percents of prices without floating point: a comparison multiplies, and the figure of a refusal is rounded so that it never reads as
 * the limit that it crosses.
 */

const WHOLE = 10_000;

/** Whether `partMinor` is more than so many basis points of `ofMinor`. */
export const isMoreThan = (partMinor: number, basisPoints: number, ofMinor: number): boolean =>
  exactProduct(partMinor, WHOLE) > exactProduct(ofMinor, basisPoints);

/** Whether `partMinor` is less than so many basis points of `ofMinor`. */
export const isLessThan = (partMinor: number, basisPoints: number, ofMinor: number): boolean =>
  exactProduct(partMinor, WHOLE) < exactProduct(ofMinor, basisPoints);

/** `partMinor` in percent of `ofMinor`, which is not 0, with two decimals. */
export function percentOf(partMinor: number, ofMinor: number, rounding: 'up' | 'down'): number {
  const [part, of] = [BigInt(partMinor) * BigInt(WHOLE), BigInt(ofMinor)];
  const down = part / of;
  const isExact = down * of === part;
  return Number(rounding === 'up' && !isExact ? down + 1n : down) / 100;
}
