import { writeTime } from '../../domain/time.ts';
import { quantileMs } from '../../domain/usage/durations.ts';
import type { Coverage } from '../../domain/usage/gaps.ts';
import { USAGE_CALLERS } from '../../domain/usage/usage-key.ts';
import { RESOLUTION_MS, type UsageQuery, type UsageSum } from '../../domain/usage/usage-query.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';

/** What the rows of the operator and of sellers have. The groups that were not asked for are absent. */
export const rowShapes = {
  time: Type.Optional.Time('When the minute or the UTC day begins.'),
  clientId: Type.Optional.String('The application. Absent without a valid token, and for `other`.'),
  caller: Type.Optional(
    openSet(USAGE_CALLERS, {
      title: 'UsageCaller',
      description:
        'own: with a token of its own. delegated: with one that a person gave it. none: without a valid token. other: more than 10,000 ' +
        'kinds of requests came in the minute. An open set.',
    }),
  ),
  operation: Type.Optional.String(
    'The operationId of this document; `page` for pages and files for people, `unknownPath` for 404 and 405 of paths and methods that do ' +
      'not exist, `other` as for `caller`.',
  ),
  requests: Type.Integer('How many requests were answered.'),
  refused: Type.Integer('How many of them with a status of 400 or above.'),
  p50Ms: Type.Number('Half of the requests took at most so long, in milliseconds, by fixed buckets of durations.'),
  p95Ms: Type.Number('95 % of the requests took at most so long.'),
  statuses: Type.Array(
    Type.Named('UsageStatus', 'The requests with one status.', {
      status: Type.Integer('The HTTP status.'),
      requests: Type.Integer('How many requests were answered with it.'),
    }),
    'In the order of the statuses.',
  ),
  refusals: Type.Array(
    Type.Named('UsageRefusal', 'Requests that were refused or failed for one reason.', {
      status: Type.Integer('The HTTP status.'),
      reason: Type.Optional.String(
        'An open set. 403: the right that is missing, or `NoSellerRight`. 429: `BurstLimit` or `SustainedLimit`, the window that was full. ' +
          '401: `NoToken`, `InvalidToken`, `TwoTokens` or `StaleSignIn`. 503: `Overload` or `UnknownTokens` when the service had too much to ' +
          'do. Otherwise the error code. Absent when the answer has no error of this service.',
      ),
      requests: Type.Integer('How many requests.'),
    }),
    'The most frequent first.',
  ),
};

const UsageGapShape = Type.Named('UsageGap', 'A time of which counts are missing.', {
  from: Type.Time('Its beginning.'),
  to: Type.Time('Its end.'),
  counted: openSet(
    ['none', 'part'],
    'none: no process counted; the service did not run. part: a process was killed or could not write, so up to a minute of what it ' +
      'answered is missing; an open set.',
  ),
});

/** What the answers of the operator and of sellers have beside their rows. */
export const pageShapes = {
  resolution: openSet(['minute', 'day'], 'How finely it is counted; an open set.'),
  from: Type.Time('The beginning of the first minute or day.'),
  to: Type.Time('The end of the last one.'),
  countedUntil: Type.Time('What came later is not in the answer yet: processes write every 10 seconds.'),
  gaps: Type.Array(UsageGapShape, 'In the order of time. What is not in a gap is complete.'),
  hasOther: Type.Optional.Boolean(
    'true: in a minute of this time came more than 10,000 kinds of requests, and the further ones are counted as `other`.',
  ),
  nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
};

export function writeUsageRow(sum: UsageSum, resolution: UsageQuery['resolution']) {
  const { at, clientId, caller, operation, requests, outcomes, durations } = sum;
  const refusals = outcomes.filter(({ status }) => status >= 400);
  return {
    ...(at !== undefined && { time: writeTime(at * RESOLUTION_MS[resolution]) }),
    ...(clientId !== undefined && clientId !== '' && { clientId }),
    ...(caller !== undefined && { caller }),
    ...(operation !== undefined && { operation }),
    requests,
    refused: refusals.reduce((total, one) => total + one.requests, 0),
    p50Ms: quantileMs(durations, 0.5) ?? 0,
    p95Ms: quantileMs(durations, 0.95) ?? 0,
    statuses: statusesOf(outcomes),
    refusals: refusals
      .toSorted((a, b) => b.requests - a.requests)
      .map(({ status, reason, requests: many }) => ({
        ...{ status, ...(reason !== '' && { reason }), requests: many },
      })),
  };
}

/** They come in the order of their statuses. */
function statusesOf(outcomes: UsageSum['outcomes']): { status: number; requests: number }[] {
  const statuses = new Map<number, number>();
  for (const { status, requests } of outcomes) statuses.set(status, (statuses.get(status) ?? 0) + requests);
  return [...statuses].map(([status, requests]) => ({ status, requests }));
}

/** Everything of a page but its rows and the token of the next one. */
export const writeUsageTimes = ({ resolution, from, to }: UsageQuery, { untilMs, gaps }: Coverage) => ({
  resolution,
  from: writeTime(from * RESOLUTION_MS[resolution]),
  to: writeTime(to * RESOLUTION_MS[resolution]),
  countedUntil: writeTime(untilMs),
  gaps: gaps.map((gap) => ({ from: writeTime(gap.fromMs), to: writeTime(gap.toMs), counted: gap.counted })),
});
