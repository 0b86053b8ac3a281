import type { UsagePlace, UsageQuery } from '../../../domain/usage/usage-query.ts';
import { type PagedList, readPageToken, writePageToken } from '../page-token.ts';

/** What a page belongs to: whose usage, and all parameters but limit. */
export type UsageScope = readonly (string | readonly string[] | undefined)[];

/** The time of the first page: a default range ends later with each request. */
export type PagedRange = Pick<UsageQuery, 'from' | 'to'>;

/** A token for the row after which the next page begins. */
export function writeUsageToken(scope: UsageScope, { from, to }: PagedRange, { requests, values }: UsagePlace): string {
  return writePageToken(listOf(scope), JSON.stringify([from, to, requests, ...values]));
}

/** Throws a fault when the token is not valid. */
export function readUsageToken(
  scope: UsageScope,
  groups: UsageQuery['groups'],
  token: string,
): PagedRange & { readonly after: UsagePlace } {
  return readPageToken(listOf(scope), token, (text) => {
    const [from, to, requests, ...values] = parsed(text);
    const isRange = isWhole(from) && isWhole(to) && isWhole(requests);
    return isRange && areValuesOf(groups, values) ? { from, to, after: { requests, values } } : undefined;
  });
}

/** A number for the time, and texts: two for the client, one for each other group. */
function areValuesOf(groups: UsageQuery['groups'], values: unknown[]): values is (string | number)[] {
  const [first, ...rest] = values;
  const isFirst = groups.includes('time') ? isWhole : isText;
  const columns = groups.length + (groups.includes('client') ? 1 : 0);
  return values.length === columns && isFirst(first) && rest.every(isText);
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const listOf = (scope: UsageScope): PagedList => ({
  scope: JSON.stringify(['usage', ...scope.map((part) => part ?? null)]),
  sameParameters: ', with the same parameters',
  checksum: 'last',
});
