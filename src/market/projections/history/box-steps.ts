import type { Sql } from '../../../db/db.ts';
import type { MaybePromise } from '../../../domain/maybe-promise.ts';
import { type BoxKey, boxValues, type LogRow, ofBox } from './box-log.ts';

/** A place in the order of the log. */
export type BoxLogPosition = { atMs: number; id: number };

/** The time of which steps are read. `after`: only steps behind that place, for the next page. */
export type StepsRange = {
  /** The item is observed since then, or longer. */
  fromMs: number;
  untilMs: number;
  after?: BoxLogPosition | undefined;
  /** How many steps the reader takes at most: no more than these are read at once. */
  limit: number;
};

/** A part of the steps of a box. */
export type StepsPage = {
  steps: LogRow[];
  /** There may be more steps, behind this place. */
  next?: BoxLogPosition;
};

/**
 * Rows of the log that are read for one page. A box of businesses can have thousands of rows in which nothing changes for them: each time that
 * consumers see another holder and no more. One more than the largest page.
 */
const MAX_ROWS = 501;

/** Rows that are read at once for a page of fewer steps: not every row is a step. */
const MIN_READ = 50;

type RowsBefore = Pick<StepsRange, 'untilMs' | 'limit'>;

/** Rows of the log of buy boxes. */
export type BoxRows = {
  /** The row in force at a place. */
  rowAt(box: BoxKey, place: BoxLogPosition): MaybePromise<LogRow | undefined>;
  /** The rows behind a place and before a time, in their order. */
  rowsAfter(box: BoxKey, start: BoxLogPosition, range: RowsBefore): AsyncIterable<LogRow> | Iterable<LogRow>;
};

const storedRows = (sql: Sql): BoxRows => ({
  rowAt: (box, place) => rowAt(sql, box, place),
  rowsAfter: (box, start, range) => rowsAfter(sql, box, start, range),
});

/** Behind every row of a time. */
const LAST_ID = Number.MAX_SAFE_INTEGER;

/**
 * The states of a box one after the other, each from its `at_ms` on: first the one in force at `fromMs`, then the changes
 * before `untilMs`. A box without a row yet has had no offer. Businesses see the rows of consumers where theirs say so, and before their
 * first one. A row after which the box is as before is no step: businesses may begin to follow consumers and see the same.
 */
export async function* stepsOf(log: BoxRows, box: BoxKey, range: StepsRange): AsyncGenerator<LogRow> {
  for await (const { row, isStep } of examinedRows(log, box, range)) if (isStep) yield row;
}

/** The same in pages of at most `limit` steps. A page can be short, or empty, before the last. */
export async function stepsPage(
  sql: Sql,
  box: BoxKey,
  { limit, ...range }: StepsRange,
  maxRows: number = MAX_ROWS,
): Promise<StepsPage> {
  const steps: LogRow[] = [];
  let place: BoxLogPosition | undefined;
  let examined = 0;
  for await (const { row, isStep } of examinedRows(storedRows(sql), box, {
    ...range,
    limit: Math.max(limit, MIN_READ) + 1,
  })) {
    // Within a millisecond nobody can tell what the box was like, so that no page that is short ends there.
    const isEnough = place !== undefined && examined >= maxRows && row.at_ms > place.atMs;
    if (place && (isEnough || (isStep && steps.length === limit))) return { steps, next: place };
    if (isStep) steps.push(row);
    place = { atMs: row.at_ms, id: row.id };
    examined += 1;
  }
  return { steps };
}

async function* examinedRows(
  log: BoxRows,
  box: BoxKey,
  { fromMs, untilMs, after, limit }: StepsRange,
): AsyncGenerator<{ row: LogRow; isStep: boolean }> {
  if (fromMs >= untilMs) return;
  const start = after ?? { atMs: fromMs, id: LAST_ID };
  const consumers: BoxKey | undefined =
    box.customer === 'Business' && box.offerType === 'B2C' ? { ...box, customer: 'Consumer' } : undefined;
  const own = await log.rowAt(box, start);
  const isFollowing = consumers !== undefined && (own === undefined || own.follows_consumers === 1);
  // A row that says that businesses follow shows the consumers' last row of its millisecond.
  const seenAt = own?.id === start.id ? { ...start, id: LAST_ID } : start;
  const seen = isFollowing ? await log.rowAt(consumers, seenAt) : own;
  // Where there is no row, nobody has offered anything since the item is observed.
  let last = seen ?? noOfferSince(fromMs);
  if (after === undefined) yield { row: { ...last, at_ms: Math.max(last.at_ms, fromMs) }, isStep: true };
  const rows =
    consumers === undefined
      ? log.rowsAfter(box, start, { untilMs, limit })
      : followedSteps(log, { box, consumers, isFollowing }, start, { untilMs, limit });
  for await (const row of rows) {
    const isStep = !isSameState(last, row);
    last = row;
    yield { row, isStep };
  }
}

/** Its id is before those of all rows, so that the next page begins with the first of them. */
const noOfferSince = (atMs: number): LogRow => ({
  ...{ id: 0, at_ms: atMs, follows_consumers: 0, seller_id: null, sku: null, channel: null },
  ...{ listing_minor: null, shipping_minor: null, lowest_listing_minor: null, lowest_shipping_minor: null },
});

const stateColumns = [
  ...(['seller_id', 'sku', 'channel', 'listing_minor', 'shipping_minor'] as const),
  ...(['lowest_listing_minor', 'lowest_shipping_minor'] as const),
];

const isSameState = (one: LogRow, other: LogRow) => stateColumns.every((column) => one[column] === other[column]);

/** A box of businesses, that of consumers, which it may follow, and whether it does at the start. */
type FollowingBox = { box: BoxKey; consumers: BoxKey; isFollowing: boolean };

async function* followedSteps(
  log: BoxRows,
  { box, consumers, isFollowing: isFollowingAtStart }: FollowingBox,
  start: BoxLogPosition,
  { untilMs, limit }: RowsBefore,
): AsyncGenerator<LogRow> {
  let position = start;
  let isFollowing = isFollowingAtStart;
  for await (const own of log.rowsAfter(box, start, { untilMs, limit })) {
    if (isFollowing) yield* log.rowsAfter(consumers, position, { untilMs: own.at_ms, limit });
    position = { atMs: own.at_ms, id: own.id };
    isFollowing = own.follows_consumers === 1;
    const seen = isFollowing ? await log.rowAt(consumers, { atMs: own.at_ms, id: LAST_ID }) : own;
    yield { ...(seen ?? own), at_ms: own.at_ms, id: own.id };
  }
  if (isFollowing) yield* log.rowsAfter(consumers, position, { untilMs, limit });
}

export const logColumns = `id, at_ms, follows_consumers, seller_id, sku, channel, listing_minor, shipping_minor,
  lowest_listing_minor, lowest_shipping_minor`;

const thisBox = ofBox(['$1', '$2', '$3', '$4', '$5']);

/** The row in force at a place. */
function rowAt(sql: Sql, box: BoxKey, { atMs, id }: BoxLogPosition): MaybePromise<LogRow | undefined> {
  return sql.get<LogRow>(
    `SELECT ${logColumns} FROM market_log WHERE ${thisBox} AND (at_ms, id) <= ($6, $7)
     ORDER BY at_ms DESC, id DESC LIMIT 1`,
    [...boxValues(box), atMs, id],
  );
}

/** The rows behind a place and before a time, in pages. */
async function* rowsAfter(
  sql: Sql,
  box: BoxKey,
  start: BoxLogPosition,
  { untilMs, limit }: RowsBefore,
): AsyncGenerator<LogRow> {
  let { atMs, id } = start;
  for (;;) {
    const rows = await sql.all<LogRow>(
      `SELECT ${logColumns} FROM market_log WHERE ${thisBox} AND (at_ms, id) > ($6, $7) AND at_ms < $8
       ORDER BY at_ms, id LIMIT $9`,
      [...boxValues(box), atMs, id, untilMs, limit],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    ({ at_ms: atMs, id } = last);
  }
}

/** The newest of these states, oldest first, at most `limit`. The first one begins at `fromMs` at the earliest. */
export async function newestSteps(sql: Sql, box: BoxKey, range: StepsRange): Promise<LogRow[]> {
  const { limit } = range;
  const fromMs = Math.max(range.fromMs, await beginOfNewest(sql, box, limit));
  const steps: LogRow[] = [];
  for await (const step of stepsOf(storedRows(sql), box, { ...range, fromMs })) steps.push(step);
  return steps.slice(-limit);
}

/** When the `limit`th newest row of a box begins; 0: there are fewer. */
async function beginOfNewest(sql: Sql, box: BoxKey, limit: number): Promise<number> {
  const begin = async (one: BoxKey) => {
    const row = await sql.get<{ at_ms: number }>(
      `SELECT at_ms FROM market_log WHERE ${thisBox} ORDER BY at_ms DESC, id DESC LIMIT 1 OFFSET $6`,
      [...boxValues(one), limit - 1],
    );
    return row?.at_ms ?? 0;
  };
  // Businesses may see rows of both boxes.
  return Math.max(await begin(box), box.customer === 'Business' ? await begin({ ...box, customer: 'Consumer' }) : 0);
}
