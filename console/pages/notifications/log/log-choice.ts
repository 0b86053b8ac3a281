import type { GetDeliveriesData } from 'marketplace-seller-sdk';
import { HOUR_MS } from '../../../duration.ts';

/** Which part of the log the reader has chosen; it is in the address. */
export type LogChoice = {
  /** Empty: all. */
  readonly state: string;
  /** Empty: any time. */
  readonly time: '' | TimeName;
  /** With `between`: local times as the browser's field writes them; empty: no bound. */
  readonly from: string;
  readonly to: string;
  /** The id of a delivery or of a notification; empty: all. */
  readonly id: string;
};

type TimeName = keyof typeof spans | 'between';
type LogQuery = GetDeliveriesData['query'] & object;

const spans = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;

export const TIMES: readonly { readonly value: LogChoice['time']; readonly label: string }[] = [
  { value: '', label: 'Any time' },
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'between', label: 'Between …' },
];

/** Addresses may be written by hand: what is unknown is the default. */
export function logChoiceIn(query: URLSearchParams): LogChoice {
  return {
    state: query.get('state') ?? '',
    time: TIMES.find(({ value }) => value === query.get('time'))?.value ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    id: query.get('id')?.trim() ?? '',
  };
}

export const isFiltered = ({ state, time, id }: LogChoice): boolean => state !== '' || time !== '' || id !== '';

export function logQuery({ state, time, from, to, id }: LogChoice, nowMs: number): LogQuery {
  const query: LogQuery = {};
  if (state !== '') query.state = state as NonNullable<LogQuery['state']>;
  if (id !== '') query.id = id;
  if (time === 'between') {
    const [fromTime, toTime] = [isoOf(from), isoOf(to)];
    if (fromTime !== undefined) query.from = fromTime;
    if (toTime !== undefined) query.to = toTime;
  } else if (time !== '') query.from = new Date(nowMs - spans[time]).toISOString();
  return query;
}

/** The same for the page of reports, whose times are local ones, too. */
export function reportFilters({ state, time, from, to, id }: LogChoice, nowMs: number): Record<string, string> {
  if (time === '') return { state, id };
  return time === 'between' ? { state, id, from, until: to } : { state, id, from: localOf(nowMs - spans[time]) };
}

/** To the minute, as the browser's field writes it. */
function localOf(ms: number): string {
  const at = new Date(ms);
  return new Date(ms - (at.getTimezoneOffset() / 60) * HOUR_MS).toISOString().slice(0, 16);
}

/** A local time without a zone is that of the reader. */
function isoOf(local: string): string | undefined {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
