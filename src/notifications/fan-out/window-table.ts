import type { Row, Sql } from '../../db/db.ts';
import { dayOf } from '../../domain/duration.ts';
import type { SubjectStates } from '../../domain/notifications/event-window.ts';
import type { OpenDelivery, StoredWindow } from '../../domain/notifications/window-update.ts';
import { lockLanes } from '../deliveries/lane.ts';

/** The events that share a window (decision 42). */
export type WindowKey = {
  destinationId: string;
  marketplaceId: string;
  itemId: string;
  condition: string;
  kind: string;
};

export const windowKeyText = (key: WindowKey): string => JSON.stringify(valuesOf(key));

const valuesOf = ({ destinationId, marketplaceId, itemId, condition, kind }: WindowKey) => [
  ...[destinationId, marketplaceId, itemId, condition, kind],
];

type WindowRow = {
  channel_id: string;
  marketplace_id: string;
  item_id: string;
  condition: string;
  kind: string;
  until_ms: number;
  touched_ms: number;
  has_held: number;
  sent: string;
  open: string;
};

/** The stored windows by `windowKeyText`. */
export async function readWindows(tx: Sql, keys: readonly WindowKey[]): Promise<Map<string, StoredWindow>> {
  const rows = await tx.many<WindowRow>(
    `SELECT w.channel_id, w.marketplace_id, w.item_id, w.condition, w.kind, w.until_ms, w.touched_ms, w.has_held, w.sent, w.open
     FROM (VALUES {rows: text, text, text, text, text}) AS k JOIN event_window AS w ON w.channel_id = k.column1
       AND w.marketplace_id = k.column2 AND w.item_id = k.column3 AND w.condition = k.column4 AND w.kind = k.column5`,
    keys.map(valuesOf),
  );
  return new Map(
    rows.map((row) => {
      const { channel_id: destinationId, marketplace_id: marketplaceId, item_id: itemId, condition, kind } = row;
      return [windowKeyText({ destinationId, marketplaceId, itemId, condition, kind }), windowOf(row)];
    }),
  );
}

function windowOf(row: WindowRow): StoredWindow {
  const sent: [string, number, string][] = JSON.parse(row.sent);
  return {
    untilMs: row.until_ms,
    hasHeld: row.has_held === 1,
    touchedMs: row.touched_ms,
    known: new Map(sent.map(([subject, sequence, state]) => [subject, { sequence, state }])),
    open: openOf(row),
  };
}

type StoredOpen = [deliveryId: string, sequence: number, states: SubjectStates];

const openOf = ({ open }: WindowRow): OpenDelivery[] =>
  (JSON.parse(open) as StoredOpen[]).map(([deliveryId, sequence, states]) => ({ deliveryId, sequence, states }));

/** The ids of the deliveries that were open at the last look. */
export const openIdsOf = ({ open }: { open: string }): string[] =>
  (JSON.parse(open) as StoredOpen[]).map(([deliveryId]) => deliveryId);

export async function writeWindows(tx: Sql, windows: readonly (StoredWindow & { key: WindowKey })[]): Promise<void> {
  await tx.many(
    `INSERT INTO event_window (channel_id, marketplace_id, item_id, condition, kind, until_ms, touched_ms, touched_day, has_held,
       sent, open)
     VALUES {rows: text key, text key, text key, text key, text key, bigint, bigint, bigint, bigint, text, text}
     ON CONFLICT (channel_id, marketplace_id, item_id, condition, kind) DO UPDATE SET until_ms = excluded.until_ms,
       touched_ms = excluded.touched_ms, touched_day = excluded.touched_day, has_held = excluded.has_held,
       sent = excluded.sent, open = excluded.open`,
    windows.map(({ key, untilMs, hasHeld, touchedMs, known, open }): Row => {
      const sent = Array.from(known, ([subject, { sequence, state }]) => [subject, sequence, state]);
      const left = open.map(({ deliveryId, sequence, states }) => [deliveryId, sequence, states]);
      return [
        ...[...valuesOf(key), untilMs, touchedMs, dayOf(touchedMs), hasHeld ? 1 : 0],
        ...[JSON.stringify(sent), JSON.stringify(left)],
      ];
    }),
  );
}

/** An open delivery, and where it goes. */
export type AddressedDelivery = { deliveryId: string; destinationId: string };

/** An unsettled delivery. */
export type UnsettledRow = {
  delivery_id: string;
  state: string;
  due_ms: number;
  attempts: number;
  supersedes: string | null;
};

const stateColumns = 'delivery.delivery_id, delivery.state, delivery.due_ms, delivery.attempts, delivery.supersedes';

/** Their present states by delivery id. Deleted ones are missing. */
export async function statesOfOpen(tx: Sql, open: readonly AddressedDelivery[]): Promise<Map<string, UnsettledRow>> {
  const rows = await tx.many<UnsettledRow>(
    `SELECT ${stateColumns} FROM (VALUES {rows: text}) AS k JOIN delivery ON delivery.delivery_id = k.column1`,
    open.map(({ deliveryId }) => [deliveryId]),
  );
  return new Map(rows.map((row) => [row.delivery_id, row]));
}

/**
 * Keeps others from sending these deliveries until the transaction ends; those of them that nobody else is at work on, as they are
 * now. It waits for lanes, in the order of all others, but for no delivery: a receiver that pulls has no lane. `destinationIds` are
 * those that the transaction writes to: locking some lanes now and others later would not be in that order.
 */
export async function lockOpen(
  tx: Sql,
  open: readonly AddressedDelivery[],
  destinationIds: readonly string[],
): Promise<Map<string, UnsettledRow>> {
  if (open.length === 0) return new Map();
  await lockLanes(tx, [...destinationIds, ...open.map(({ destinationId }) => destinationId)]);
  const rows = await tx.many<UnsettledRow>(
    `SELECT ${stateColumns} FROM (VALUES {rows: text key}) AS k JOIN delivery ON delivery.delivery_id = k.column1
     {postgres: FOR UPDATE OF delivery SKIP LOCKED}`,
    open.map(({ deliveryId }) => [deliveryId]),
  );
  return new Map(rows.map((row) => [row.delivery_id, row]));
}

/**
 * Ends deliveries that `lockOpen` has locked, each for the notification that replaces it. What one of them replaced itself, the newer one names too: only one that was tried
 * keeps the list, so that a later attempt would send the same bytes.
 */
export async function supersede(tx: Sql, superseded: ReadonlyMap<string, string>, nowMs: number): Promise<void> {
  await tx.many(
    `WITH k (delivery_id, superseded_by, now_ms) AS (VALUES {rows: text key, text, bigint})
     UPDATE delivery SET state = 'SUPERSEDED', settled_ms = k.now_ms, superseded_by = k.superseded_by, reason = NULL, lease = NULL,
       supersedes = CASE WHEN delivery.attempts > 0 THEN delivery.supersedes END
     FROM k WHERE delivery.delivery_id = k.delivery_id AND delivery.settled_ms IS NULL`,
    [...superseded].map(([deliveryId, by]): Row => [deliveryId, by, nowMs]),
  );
}
