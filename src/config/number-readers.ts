import { Invalid, type Read } from './setting.ts';

/** A number whose text has this form. */
const numberLike =
  (form: RegExp, expected: string): Read<number> =>
  (text) =>
    form.test(text) ? Number(text) : new Invalid(expected);

export function port(text: string): number | Invalid {
  const value = Number(text);
  return /^\d+$/.test(text) && value <= 65_535 ? value : new Invalid('a port number from 0 to 65535');
}

export const seconds = numberLike(/^\d{1,7}$/, 'a whole number of seconds');
export const milliseconds = numberLike(/^\d{1,9}$/, 'a whole number of milliseconds');

/** For limits: PostgreSQL takes a timeout of 0 as none, and timers end at 2^31 ms. */
export const positiveMilliseconds = numberLike(/^[1-9]\d{0,8}$/, 'a whole number of milliseconds, at least 1');
export const positiveSeconds = numberLike(/^[1-9]\d{0,6}$/, 'a whole number of seconds, at least 1');
export const count = numberLike(/^[1-9]\d{0,5}$/, 'a whole number from 1 to 999999');

/** Each process takes 100 MB and more: a larger number is a slip. */
export const processCount = numberLike(/^([1-9]|[1-5]\d|6[0-4])$/, 'a whole number from 1 to 64');

/**
 * Days without use after which an application loses its destinations. The seller is told 14 days before, and the last use is
 * stored once a day: with fewer days the seller would be told about applications that are in use every week.
 */
export const daysUnused = numberLike(/^([3-9]\d|[1-9]\d{2,5})$/, 'a whole number of days from 30 to 999999');

/** How long something is kept: at least a day, at most ten years. */
export function daysKept(text: string): number | Invalid {
  const value = count(text);
  return value instanceof Invalid || value > 3650 ? new Invalid('a whole number of days from 1 to 3650') : value;
}

/** The same; 0 is for ever. */
export function daysKeptOrForEver(text: string): number | Invalid {
  const value = text === '0' ? 0 : daysKept(text);
  return value instanceof Invalid ? new Invalid('a whole number of days from 1 to 3650, or 0 for ever') : value;
}

/** Delays in seconds, separated by commas; fractions are allowed. */
export function delays(text: string): readonly number[] | Invalid {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => /^\d{1,7}(\.\d{1,3})?$/.test(part))
    ? parts.map((part) => Math.round(Number(part) * 1000))
    : new Invalid('a list of seconds, separated by commas, such as 0,5,300');
}

/** A part of a whole: 0 is nothing, 1 is all. */
export const ratio = numberLike(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'a number from 0 to 1, such as 0.05');
