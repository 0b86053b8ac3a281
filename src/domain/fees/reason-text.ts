import { writeTime } from '../time.ts';
import type { DifferenceReason, Sides } from './difference-reason.ts';

/** A reason in one sentence: what holds now, then what holds at the first date, in the same words. */
export function differenceReason<T>(
  code: DifferenceReason['code'],
  { first, other }: Sides<T>,
  text: (side: T) => string,
): DifferenceReason {
  const now = text(other);
  return { code, message: `${now.charAt(0).toUpperCase()}${now.slice(1)}; at the first date ${text(first)}.` };
}

/** `2040-01-01` for a midnight, otherwise the time. */
export const dateText = (epochMs: number): string => writeTime(epochMs).replace('T00:00:00.000Z', '');

export const percentText = (basisPoints: number): string => `${basisPoints / 100} %`;

export const poundsText = (thousandthsLb: number): string => `${thousandthsLb / 1000} lb`;
