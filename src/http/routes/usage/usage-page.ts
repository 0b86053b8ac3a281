import { DAY_MS, HOUR_MS } from '../../../domain/duration.ts';
import { Fault } from '../../../domain/fault.ts';
import {
  DAYS_KEPT,
  MINUTES_KEPT_MS,
  RESOLUTION_MS,
  USAGE_GROUPS,
  type UsageGroup,
  type UsageQuery,
  type UsageResolution,
  type UsageSum,
} from '../../../domain/usage/usage-query.ts';
import type { UsageReader } from '../../../usage/usage-reader.ts';
import { writeUsageTimes } from '../../../wire/usage/usage-rows.ts';
import { timeOf } from '../time-field.ts';
import { readUsageToken, type UsageScope, writeUsageToken } from './usage-token.ts';

/** The parameters of a request that both operations have. */
export type AskedUsage = {
  readonly resolution?: UsageResolution;
  readonly groupBy?: readonly UsageGroup[];
  readonly from?: string;
  readonly to?: string;
  readonly operation?: string;
  readonly clientId?: string;
  readonly limit?: number;
  readonly nextToken?: string;
};

/** Whose usage is read: chosen by the route, not by the request alone. */
export type UsageSubject = { readonly sellerId?: string | undefined; readonly clientId?: string | undefined };

/** What is read at once, so that other requests need not wait long: rows of one seller or application are found by an index. */
const MAX_MINUTES_READ_MS = 6 * HOUR_MS;
const MAX_DAYS_OF_ALL = 31;

/** A page without the form of its rows. */
export async function usagePage(
  reader: UsageReader,
  asked: AskedUsage,
  subject: UsageSubject,
  defaultGroups: readonly UsageGroup[],
) {
  const { resolution = 'day', groupBy = defaultGroups, operation, limit = 50, nextToken } = asked;
  const groups = USAGE_GROUPS.filter((group) => groupBy.includes(group));
  const scope: UsageScope = [
    ...[subject.sellerId, subject.clientId, operation, resolution, groups],
    ...[asked.from, asked.to],
  ];
  const page = nextToken === undefined ? undefined : readUsageToken(scope, groups, nextToken);
  const range = page ?? rangeOf(asked, resolution, reader.now());
  checkRange(range, resolution, reader.now(), subject);
  const query: UsageQuery = {
    ...{ resolution, groups, operation, after: page?.after, limit: limit + 1 },
    ...{ from: range.from, to: range.to },
    ...subject,
  };
  const unitMs = RESOLUTION_MS[resolution];
  const found = await reader.page(query);
  const coverage = await reader.coverage({ fromMs: range.from * unitMs, toMs: range.to * unitMs });
  const hasOther = await reader.hasOthers(query);
  const sums: UsageSum[] = found.slice(0, limit);
  const last = found.length > limit ? sums.at(-1) : undefined;
  return {
    sums,
    rest: {
      ...writeUsageTimes(query, coverage),
      ...(hasOther && { hasOther }),
      ...(last && { nextToken: writeUsageToken(scope, range, last.place) }),
    },
  };
}

type Range = Pick<UsageQuery, 'from' | 'to'>;

/** Whole minutes or days. */
function rangeOf(asked: AskedUsage, resolution: UsageResolution, nowMs: number): Range {
  const unitMs = RESOLUTION_MS[resolution];
  const toMs = timeOf(asked.to, 'Query parameter to') ?? nowMs + 1;
  const to = Math.ceil(toMs / unitMs);
  const fromMs = timeOf(asked.from, 'Query parameter from');
  const defaultFrom = resolution === 'day' ? Math.floor(nowMs / unitMs) : Math.floor(nowMs / unitMs) - 59;
  const from = fromMs === undefined ? Math.min(defaultFrom, to - 1) : Math.floor(fromMs / unitMs);
  if (from < to) return { from, to };
  throw invalid('from', 'Query parameter from must be before to.');
}

/** What was removed must not look like a time without requests. */
function checkRange({ from, to }: Range, resolution: UsageResolution, nowMs: number, subject: UsageSubject): void {
  const unitMs = RESOLUTION_MS[resolution];
  const keptMs = resolution === 'minute' ? MINUTES_KEPT_MS : DAYS_KEPT * DAY_MS;
  if (from < Math.floor((nowMs - keptMs) / unitMs)) {
    const kept = resolution === 'minute' ? 'by minute for 48 hours' : `by day for ${DAYS_KEPT} days`;
    throw invalid('from', `Usage is kept ${kept}. Query parameter from must not be before that.`);
  }
  if (resolution === 'minute' && (to - from) * unitMs > MAX_MINUTES_READ_MS)
    throw invalid('from', 'By minute at most 6 hours are read at once. Move query parameter from or to.');
  const isOfOne = subject.sellerId !== undefined || subject.clientId !== undefined;
  if (resolution === 'day' && !isOfOne && to - from > MAX_DAYS_OF_ALL)
    throw invalid(
      'from',
      `Without sellerId or clientId at most ${MAX_DAYS_OF_ALL} days are read at once. Move query parameter from or to.`,
    );
}

const invalid = (name: string, details: string) =>
  new Fault('InvalidInput', { message: `${name} is not valid.`, details });
