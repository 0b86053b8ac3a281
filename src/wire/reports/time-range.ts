import { readTime, TIME_RULE } from '../../domain/time.ts';
import { Type } from '../type.ts';

const MAX_TIME_CHARACTERS = 64;

/** The parameters of a report about a time. `whenAbsent`: the begin of a report that names none. */
export const timeRangeFields = (what: string, whenAbsent: string) => ({
  since: Type.Optional.String({
    maxLength: MAX_TIME_CHARACTERS,
    description: `Only ${what} at this date or time (RFC 3339) or later. Absent: ${whenAbsent}.`,
    examples: ['2026-11-15'],
  }),
  until: Type.Optional.String({
    maxLength: MAX_TIME_CHARACTERS,
    description: `Only ${what} before this date or time. Absent: until the instant of the report.`,
    examples: ['2026-11-16T12:00:00Z'],
  }),
});

export type TimeRangeParameters = { readonly since?: string; readonly until?: string };

/** What is wrong with it, as the end of `parameters...`. */
export function timeRangeProblem(parameters: TimeRangeParameters): string | undefined {
  const { since, until } = parameters;
  for (const [name, text] of Object.entries({ since, until }))
    if (text !== undefined && readTime(text) === undefined) return `.${name} must be ${TIME_RULE}.`;
  const { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = readTimeRange(parameters);
  return sinceMs < untilMs ? undefined : '.until must be later than since.';
}

/** Precondition: there is no `timeRangeProblem`. Undefined: no bound. */
export function readTimeRange({ since, until }: TimeRangeParameters): {
  sinceMs: number | undefined;
  untilMs: number | undefined;
} {
  return {
    sinceMs: since === undefined ? undefined : readTime(since),
    untilMs: until === undefined ? undefined : readTime(until),
  };
}
