import type { Sql } from '../../db/db.ts';
import { HOLD_REASONS } from '../../domain/notifications/delivery.ts';

/** `oldestDueMs`: how long the oldest due delivery has waited; undefined when more than the bound of destinations are due before it. */
type TypeDepth = { readonly open: number; readonly oldestDueMs: number | undefined };

/** How many deliveries are open, how many of them are held back, by reason, and how long the oldest due one has waited. */
type QueueDepth = {
  readonly open: number;
  /** The queue is longer than the bound: `open` is the bound, and so is each count of a type or a reason that reaches it. */
  readonly isCapped: boolean;
  readonly oldestDueMs: number;
  readonly held: ReadonlyMap<string, number>;
  readonly byType: ReadonlyMap<string, TypeDepth>;
};

/** Where reading ends. A queue may have millions of deliveries, and this is read at every scrape. */
export type DepthBounds = {
  /** Each count. 100,000 entries of an index take some ten milliseconds on SQLite, which answers nobody else meanwhile. */
  readonly counted: number;
  /** The destinations that are looked at in a longer queue: each takes a search in the index. */
  readonly destinations: number;
};
export const DEPTH_BOUNDS: DepthBounds = { counted: 100_000, destinations: 10_000 };

export async function readQueueDepth(sql: Sql, nowMs: number, bounds: DepthBounds): Promise<QueueDepth> {
  const waitedMs = (dueMs: number | null | undefined) => (typeof dueMs === 'number' ? Math.max(0, nowMs - dueMs) : 0);
  const short = await openInShortQueue(sql, bounds);
  const open = short.reduce((sum, row) => sum + row.open, 0);
  const isCapped = open > bounds.counted;
  const types = isCapped ? await openInLongQueue(sql, bounds) : short;
  const capped = (count: number) => Math.min(count, bounds.counted);
  return {
    open: capped(open),
    isCapped,
    oldestDueMs: waitedMs(await nextLaneDueMs(sql)),
    held: new Map((await heldByReason(sql, bounds)).map((row) => [row.reason, capped(row.held)])),
    byType: new Map(
      types.map((row) => [
        row.type,
        { open: capped(row.open), oldestDueMs: row.due === undefined ? undefined : waitedMs(row.due) },
      ]),
    ),
  };
}

/** When the next destination has a due delivery; undefined when no delivery waits. */
export async function nextLaneDueMs(sql: Sql): Promise<number | undefined> {
  const row = await sql.get<{ due: number | null }>('SELECT MIN(due_ms) AS due FROM lane WHERE due_ms IS NOT NULL');
  return row?.due ?? undefined;
}

/** `due`: when the first delivery of the type is due; null: none is, undefined: that was not found out. */
type OpenOfType = { readonly type: string; readonly open: number; readonly due: number | null | undefined };

const ofDestination = (column: string, id: string) =>
  `(SELECT destination.${column} FROM destination WHERE destination.channel_id = ${id}) AS ${column}`;

/**
 * The open deliveries of each type of destination, and when the first is due. A worker knows that from the lane; a PULL
 * destination has none, and what its receiver has taken is due when it becomes visible again. It reads one index in its order, and
 * ends after one delivery more than the bound: then nothing is known about the destinations behind it.
 */
async function openInShortQueue(sql: Sql, { counted }: DepthBounds): Promise<OpenOfType[]> {
  return sql.all<OpenOfType>(
    `SELECT queued.type, SUM(queued.open) AS open,
       MIN(CASE WHEN queued.type <> 'PULL' THEN queued.lane_due WHEN queued.status = 'ACTIVE' THEN queued.due END) AS due
     FROM (SELECT COUNT(*) AS open, MIN(counted.due_ms) AS due,
             ${ofDestination('type', 'counted.channel_id')}, ${ofDestination('status', 'counted.channel_id')},
             (SELECT lane.due_ms FROM lane WHERE lane.channel_id = counted.channel_id) AS lane_due
           FROM (SELECT channel_id, due_ms FROM delivery WHERE settled_ms IS NULL ORDER BY channel_id, due_ms LIMIT $1) AS counted
           GROUP BY counted.channel_id) AS queued
     GROUP BY queued.type ORDER BY queued.type`,
    [counted + 1],
  );
}

/**
 * The same in a queue beyond the bound, with a bound for each type: it jumps from destination to destination in the index, and counts
 * the deliveries of each type until its bound. Behind the bound of destinations it counts none.
 */
async function openInLongQueue(sql: Sql, { counted, destinations }: DepthBounds): Promise<OpenOfType[]> {
  const isOpen = 'delivery.channel_id = waiting.channel_id AND delivery.settled_ms IS NULL';
  const next = (
    condition: string,
  ) => `(SELECT delivery.channel_id FROM delivery WHERE delivery.settled_ms IS NULL ${condition}
       ORDER BY delivery.channel_id, delivery.due_ms LIMIT 1)`;
  const rows = await sql.all<{ type: string; open: number; due: number | null }>(
    `WITH RECURSIVE walk (channel_id, n) AS (
       SELECT ${next('')}, 1 UNION ALL
       SELECT ${next('AND delivery.channel_id > walk.channel_id')}, walk.n + 1 FROM walk
         WHERE walk.channel_id IS NOT NULL AND walk.n < $2),
     waiting AS MATERIALIZED (
       SELECT walk.channel_id, ${ofDestination('type', 'walk.channel_id')}, ${ofDestination('status', 'walk.channel_id')}
       FROM walk WHERE walk.channel_id IS NOT NULL)
     SELECT of_type.type,
       (SELECT COUNT(*) FROM (SELECT 1 FROM waiting
            {sqlite: CROSS JOIN delivery ON ${isOpen}}
            {postgres: CROSS JOIN LATERAL (SELECT 1 FROM delivery WHERE ${isOpen} ORDER BY delivery.due_ms LIMIT $1) AS delivery}
          WHERE waiting.type = of_type.type LIMIT $1) AS counted) AS open,
       (SELECT MIN((SELECT delivery.due_ms FROM delivery WHERE ${isOpen} ORDER BY delivery.due_ms LIMIT 1)) FROM waiting
          WHERE of_type.type = 'PULL' AND waiting.type = 'PULL' AND waiting.status = 'ACTIVE') AS due
     FROM (SELECT DISTINCT waiting.type FROM waiting) AS of_type ORDER BY of_type.type`,
    [counted + 1, destinations],
  );
  const dues = await lanesDue(sql, destinations);
  return rows.map((row) => (row.type === 'PULL' ? row : { ...row, due: dues(row.type) }));
}

/** When the first lane of a type is due, by the order of all lanes. */
async function lanesDue(sql: Sql, destinations: number): Promise<(type: string) => number | null | undefined> {
  const rows = await sql.all<{ type: string; due: number; lanes: number }>(
    `SELECT due.type, MIN(due.due_ms) AS due, COUNT(*) AS lanes
     FROM (SELECT lane.due_ms, ${ofDestination('type', 'lane.channel_id')} FROM lane WHERE lane.due_ms IS NOT NULL
           ORDER BY lane.due_ms LIMIT $1) AS due
     GROUP BY due.type`,
    [destinations],
  );
  const areAll = rows.reduce((sum, { lanes }) => sum + lanes, 0) < destinations;
  const found = new Map(rows.map(({ type, due }) => [type, due]));
  return (type) => found.get(type) ?? (areAll ? null : undefined);
}

/**
 * Reasons of which none is held are left out. A range, because it has an order: with `=` PostgreSQL may collect all entries of the
 * reason before it counts the first ones.
 */
async function heldByReason(sql: Sql, { counted }: DepthBounds): Promise<{ reason: string; held: number }[]> {
  const held = HOLD_REASONS.map(
    (reason) => `SELECT '${reason}' AS reason, COUNT(*) AS held FROM (SELECT 1 FROM delivery
      WHERE settled_ms IS NULL AND reason BETWEEN '${reason}' AND '${reason}' ORDER BY reason LIMIT $1) AS counted`,
  ).join(' UNION ALL ');
  const rows = await sql.all<{ reason: string; held: number }>(held, [counted + 1]);
  return rows.filter((row) => row.held > 0);
}
