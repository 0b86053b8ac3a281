import { Invalid } from './setting.ts';

export function port(text: string): number | Invalid {
  const value = Number(text);
  return /^\d+$/.test(text) && value <= 65_535 ? value : new Invalid('a port number from 0 to 65535');
}

export function seconds(text: string): number | Invalid {
  return /^\d{1,7}$/.test(text) ? Number(text) : new Invalid('a whole number of seconds');
}

export function milliseconds(text: string): number | Invalid {
  return /^\d{1,9}$/.test(text) ? Number(text) : new Invalid('a whole number of milliseconds');
}

/** For limits: PostgreSQL takes a timeout of 0 as none, and timers end at 2^31 ms. */
export function positiveMilliseconds(text: string): number | Invalid {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : new Invalid('a whole number of milliseconds, at least 1');
}

export function positiveSeconds(text: string): number | Invalid {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : new Invalid('a whole number of seconds, at least 1');
}

export function count(text: string): number | Invalid {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : new Invalid('a whole number from 1 to 999999');
}

/** Each process takes 100 MB and more: a larger number is a slip. */
export function processCount(text: string): number | Invalid {
  return /^([1-9]|[1-5]\d|6[0-4])$/.test(text) ? Number(text) : new Invalid('a whole number from 1 to 64');
}

/**
 * Days without use after which an application loses its destinations. The seller is told 14 days before, and the last use is
 * stored once a day: with fewer days the seller would be told about applications that are in use every week.
 */
export function daysUnused(text: string): number | Invalid {
  const value = count(text);
  return value instanceof Invalid || value < 30 ? new Invalid('a whole number of days from 30 to 999999') : value;
}

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
export function ratio(text: string): number | Invalid {
  return /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(text)
    ? Number(text)
    : new Invalid('a number from 0 to 1, such as 0.05');
}
