import { DAY_MS, dayOf } from '../../../domain/duration.ts';
import { Fault } from '../../../domain/fault.ts';
import { readTime, TIME_RULE } from '../../../domain/time.ts';
import { Type } from '../../type.ts';

const MAX_TIME_CHARACTERS = 64;

/** The days before today that are answered about without `since`. */
export const DEFAULT_DAYS = 7;

export const SinceShape = Type.Optional.String({
  maxLength: MAX_TIME_CHARACTERS,
  description: `The begin, a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15 (UTC). Without it, ${DEFAULT_DAYS} days ago.`,
});

export const UntilShape = Type.Optional.String({
  maxLength: MAX_TIME_CHARACTERS,
  description: 'The end, which does not belong to it. Without it, now.',
});

/** The days that an answer has at most, however many are kept: of one listing, and of each of several. */
export const MAX_DAYS = 400;
export const MAX_DAYS_OF_SEVERAL = 100;

/** The begin of so many days, if a request asks for more. */
export const withinDays = (sinceMs: number, nowMs: number, days: number): number =>
  Math.max(sinceMs, (dayOf(nowMs) - days + 1) * DAY_MS);

/** The range of time of a request. Throws a fault that names the field. */
export function readHistoryRange(
  { since, until }: { since?: string | undefined; until?: string | undefined },
  nowMs: number,
  isQuery = true,
): { sinceMs: number; untilMs: number } {
  const field = (name: string) => (isQuery ? `Query parameter ${name}` : name);
  const plus = isQuery ? ' Write the + of a time zone as %2B.' : '';
  const timeOf = (name: string, text: string | undefined): number | undefined => {
    const timeMs = text === undefined ? undefined : readTime(text);
    if (text !== undefined && timeMs === undefined) throw notValid(name, `${field(name)} must be ${TIME_RULE}.${plus}`);
    return timeMs;
  };
  const sinceMs = timeOf('since', since) ?? nowMs - DEFAULT_DAYS * DAY_MS;
  // The state that began in this millisecond is a part of the answer.
  const untilMs = timeOf('until', until) ?? nowMs + 1;
  if (until === undefined && sinceMs >= untilMs)
    throw notValid('since', `${field('since')} must not be in the future.`);
  if (sinceMs >= untilMs) throw notValid('until', `${field('until')} must be later than since.`);
  return { sinceMs, untilMs };
}

const notValid = (name: string, details: string) =>
  new Fault('InvalidInput', { message: `${name} is not valid.`, details });
