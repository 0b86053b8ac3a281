import type { Db, Value } from '../db/db.ts';
import { type CountedSpan, type Coverage, coverageOf, MAX_LOST_MS, type TimeRange } from '../domain/usage/gaps.ts';
import type {
  UsageGroup,
  UsageGroupValues,
  UsageOutcome,
  UsagePlace,
  UsageQuery,
  UsageResolution,
  UsageSum,
} from '../domain/usage/usage-query.ts';
import { DURATION_COLUMNS } from './usage-table.ts';

/** The columns of each group, in the order in which they are sorted. */
const COLUMNS: Readonly<Record<Exclude<UsageGroup, 'time'>, readonly string[]>> = {
  client: ['client_id', 'caller'],
  seller: ['seller_id'],
  operation: ['operation'],
};

const TOTAL = 'CAST(SUM(u.requests) AS BIGINT)';

type Read = Record<string, string | number>;

/** Reads what the processes have counted and written. */
export class UsageReader {
  readonly #db: Db;
  readonly #now: () => number;

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  /** The sums of a page, in their order. One statement: they are of one moment. */
  async page(query: UsageQuery): Promise<UsageSum[]> {
    const { sql, params } = statementOf(query);
    return sumsOf(query, await this.#db.all<Read>(sql, params));
  }

  /** How many requests were sent for these sellers on a day, and how many of them were refused. Sellers without any are missing. */
  async ofSellers(
    sellerIds: readonly string[],
    day: number,
  ): Promise<Map<string, { requests: number; refused: number }>> {
    const rows = await this.#db.many<{ seller_id: string; requests: number; refused: number }>(
      `SELECT u.seller_id, CAST(SUM(u.requests) AS BIGINT) AS requests,
         CAST(SUM(CASE WHEN u.status >= 400 THEN u.requests ELSE 0 END) AS BIGINT) AS refused
       FROM (VALUES {rows: text, bigint}) AS k JOIN usage_day u ON u.seller_id = k.column1 AND u.day = k.column2
       GROUP BY u.seller_id`,
      sellerIds.map((id) => [id, day]),
    );
    return new Map(rows.map(({ seller_id, requests, refused }) => [seller_id, { requests, refused }]));
  }

  /** Whether requests of this time could not be told apart because there were too many kinds of them. */
  async hasOthers({ resolution, from, to }: Pick<UsageQuery, 'resolution' | 'from' | 'to'>): Promise<boolean> {
    const row = await this.#db.get<{ found: number }>(
      `SELECT 1 AS found FROM usage_${resolution} WHERE seller_id = '' AND ${resolution} >= $1 AND ${resolution} < $2
         AND client_id = '' AND caller = 'other' LIMIT 1`,
      [from, to],
    );
    return row !== undefined;
  }

  /** Until when the counts of this time are complete, and what is missing of them. */
  async coverage({ fromMs, toMs }: TimeRange): Promise<Coverage> {
    const spans = await this.#db.all<{ from_ms: number; until_ms: number; ended_ms: number | null }>(
      'SELECT from_ms, until_ms, ended_ms FROM usage_span WHERE until_ms >= $1 AND from_ms < $2',
      [fromMs - MAX_LOST_MS, toMs],
    );
    const counted = spans.map(
      (span): CountedSpan => ({ fromMs: span.from_ms, untilMs: span.until_ms, endedMs: span.ended_ms }),
    );
    return coverageOf(counted, { fromMs, toMs }, this.#now());
  }
}

/** First the keys of the page, then all that was counted of them. */
function statementOf(query: UsageQuery): { sql: string; params: Value[] } {
  const { resolution, groups, from, to, sellerId, clientId, operation, after, limit } = query;
  const params: Value[] = [from, to];
  const param = (value: Value) => `$${params.push(value)}`;
  const filters = Object.entries({ seller_id: sellerId, client_id: clientId, operation }).flatMap(([column, value]) =>
    value === undefined ? [] : [` AND u.${column} = ${param(value)}`],
  );
  const where = `u.${resolution} >= $1 AND u.${resolution} < $2${filters.join('')}`;
  const time = groups.includes('time') ? `u.${resolution}` : undefined;
  const keys = columnsOf(groups).map((column) => `u.${column}`);
  const columns = [...(time === undefined ? [] : [time]), ...keys];
  const ofPage = columns.map((column) => column.replace('u.', 'page.'));
  const order = [...(time === undefined ? [] : [time]), `${TOTAL} DESC`, ...keys].join(', ');
  const having = after === undefined ? '' : `HAVING ${behind({ time, keys }, after, param)}`;
  const sums = ['requests', ...DURATION_COLUMNS].map((name) => `CAST(SUM(u.${name}) AS BIGINT) AS ${name}`);
  const sql = `WITH page AS (
      SELECT ${columns.join(', ')}, ${TOTAL} AS total, ROW_NUMBER() OVER (ORDER BY ${order}) AS place
      FROM usage_${resolution} u WHERE ${where} GROUP BY ${columns.join(', ')} ${having}
      ORDER BY ${order} LIMIT ${param(limit)})
    SELECT page.place, page.total, ${ofPage.join(', ')}, u.status, u.reason, ${sums.join(', ')}
    FROM page JOIN usage_${resolution} u ON ${columns.map((column, n) => `${column} = ${ofPage[n]}`).join(' AND ')}
    WHERE ${where}
    GROUP BY page.place, page.total, ${ofPage.join(', ')}, u.status, u.reason
    ORDER BY page.place, u.status, u.reason`;
  return { sql, params };
}

const columnsOf = (groups: readonly UsageGroup[]): string[] =>
  groups.flatMap((group) => (group === 'time' ? [] : COLUMNS[group]));

/** The condition of the rows behind a place: `time` is the column of the time if it is a group. */
function behind(
  { time, keys }: { readonly time: string | undefined; readonly keys: readonly string[] },
  { requests, values }: UsagePlace,
  param: (value: Value) => string,
): string {
  const texts = time === undefined ? values : values.slice(1);
  const bound = param(requests);
  const sameTotal =
    keys.length === 0 ? '' : ` OR (${TOTAL} = ${bound} AND (${keys.join(', ')}) > (${texts.map(param).join(', ')}))`;
  const byTotal = `(${TOTAL} < ${bound}${sameTotal})`;
  if (time === undefined) return byTotal;
  const at = param(values[0] ?? 0);
  return `(${time} > ${at} OR (${time} = ${at} AND ${byTotal}))`;
}

/** One sum for each place. The rows come in its order, one for each outcome. */
function sumsOf({ resolution, groups }: UsageQuery, rows: readonly Read[]): UsageSum[] {
  const keys = [...(groups.includes('time') ? [resolution] : []), ...columnsOf(groups)];
  const sums = new Map<number, { first: Read; outcomes: UsageOutcome[]; durations: number[] }>();
  for (const row of rows) {
    const place = Number(row.place);
    const sum = sums.get(place) ?? { first: row, outcomes: [], durations: DURATION_COLUMNS.map(() => 0) };
    sums.set(place, sum);
    sum.outcomes.push({ status: Number(row.status), reason: String(row.reason), requests: Number(row.requests) });
    sum.durations = sum.durations.map((count, n) => count + Number(row[DURATION_COLUMNS[n] as string]));
  }
  return [...sums.values()].map(({ first, outcomes, durations }) => ({
    ...valuesOf(first, resolution),
    ...{ outcomes, durations, requests: outcomes.reduce((sum, { requests }) => sum + requests, 0) },
    place: { requests: Number(first.total), values: keys.map((key) => first[key] as string | number) },
  }));
}

const valuesOf = (row: Read, resolution: UsageResolution): UsageGroupValues => ({
  ...(row[resolution] !== undefined && { at: Number(row[resolution]) }),
  ...(row.seller_id !== undefined && { sellerId: String(row.seller_id) }),
  ...(row.client_id !== undefined && { clientId: String(row.client_id), caller: String(row.caller) }),
  ...(row.operation !== undefined && { operation: String(row.operation) }),
});
