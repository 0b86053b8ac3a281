import type { Sql } from '../../db/db.ts';
import type { DestinationAccess } from '../../domain/notifications/access.ts';
import type { Attempt, Delivery, DeliveryState } from '../../domain/notifications/delivery.ts';
import type { LoggedDelivery } from '../../domain/notifications/logged-delivery.ts';
import type { NotificationContext } from '../context.ts';
import { type DeliveryRow, deliveryColumns, deliveryStatesOf, findDelivery } from './delivery-table.ts';
import { type AttemptRow, attemptOf, loggedDeliveries } from './logged-delivery.ts';

/** Attempts that are kept for a delivery: a receiver that pulls and gives back all day makes thousands. */
export const MAX_ATTEMPTS = 100;

/** Which part of a destination's log to read, newest first. `before` is the last delivery of the page before. */
export type LogQuery = {
  state?: DeliveryState | undefined;
  /** Only the delivery with this id, or those of the notification with this id. */
  id?: string | undefined;
  fromMs?: number | undefined;
  untilMs?: number | undefined;
  before?: { createdMs: number; deliveryId: string } | undefined;
  limit: number;
};

/** Reads what was sent and how it ended (decision 29). */
export class DeliveryLog {
  readonly #context: Pick<NotificationContext, 'db' | 'source'>;

  constructor(context: Pick<NotificationContext, 'db' | 'source'>) {
    this.#context = context;
  }

  /** Newest first. */
  deliveries(destinationId: string, query: LogQuery): Promise<LoggedDelivery[]> {
    return readLog(this.#context.db, destinationId, query, this.#context.source);
  }

  /** A delivery with all its attempts; undefined when the caller has no such delivery. */
  async delivery(
    access: DestinationAccess,
    deliveryId: string,
  ): Promise<{ delivery: Delivery; attempts: Attempt[] } | undefined> {
    const delivery = await findDelivery(this.#context.db, access, deliveryId, this.#context.source);
    return delivery && { delivery, attempts: await attemptsOf(this.#context.db, delivery) };
  }

  /** The current states by delivery id, for a caller that waits for an outcome. Deleted deliveries are missing. */
  states(deliveryIds: readonly string[]): Promise<Map<string, DeliveryState>> {
    return deliveryStatesOf(this.#context.db, deliveryIds);
  }
}

async function readLog(sql: Sql, destinationId: string, query: LogQuery, source: string): Promise<LoggedDelivery[]> {
  return loggedDeliveries(sql, await logRows(sql, destinationId, query), source);
}

/** The rows of a page of a destination's log, newest first. */
export async function logRows(sql: Sql, destinationId: string, query: LogQuery): Promise<DeliveryRow[]> {
  const { before, state, id } = query;
  const { table, condition } = id === undefined ? await plannedFor(sql, destinationId, state) : plannedForId(state);
  return sql.all<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM ${table} WHERE channel_id = $1 AND created_ms >= $2 AND created_ms < $3
       AND (created_ms, delivery_id) < ($4, $5) ${condition} ORDER BY created_ms DESC, delivery_id DESC LIMIT $6`,
    [
      ...[destinationId, query.fromMs ?? 0, query.untilMs ?? Number.MAX_SAFE_INTEGER],
      ...[before?.createdMs ?? Number.MAX_SAFE_INTEGER, before?.deliveryId ?? '', query.limit],
      ...(state === undefined ? [] : [state]),
      ...(id === undefined ? [] : [id]),
    ],
  );
}

const OPEN_STATES: readonly DeliveryState[] = ['PENDING', 'SENDING'];
/** Open deliveries of a destination that are sorted for a page. */
const MAX_SORTED = 5_000;
const isOpen = 'channel_id = $1 AND settled_ms IS NULL';

/**
 * What lets a page find the rows of one state without a look at all others: a filter, or the window of a busy item, leaves
 * thousands of FILTERED or SUPERSEDED rows before the next one that was delivered. Settled rows have an index by state. Open ones
 * have none, because it would be written three times for each delivery: a few are sorted, and where there are many, they are
 * mostly the newest rows of the log.
 */
async function plannedFor(sql: Sql, destinationId: string, state: DeliveryState | undefined) {
  if (state === undefined) return { table: 'delivery', condition: '' };
  if (!OPEN_STATES.includes(state))
    return { table: 'delivery', condition: 'AND settled_ms IS NOT NULL AND state = $7' };
  const row = await sql.get<{ open: number }>(
    `SELECT COUNT(*) AS open FROM (SELECT 1 FROM delivery WHERE ${isOpen} LIMIT ${MAX_SORTED + 1}) AS w`,
    [destinationId],
  );
  const isMany = (row?.open ?? 0) > MAX_SORTED;
  const few = `(SELECT * FROM delivery WHERE ${isOpen} ORDER BY due_ms LIMIT ${MAX_SORTED}) AS delivery`;
  return { table: isMany ? 'delivery' : few, condition: 'AND state = $7' };
}

/**
 * Both are found by key; a notification has few deliveries to one destination. Without the limits an engine would take the conditions
 * of the page into these reads, and look for the id in all of the log.
 */
function plannedForId(state: DeliveryState | undefined) {
  const id = state === undefined ? '$7' : '$8';
  const byDelivery = `SELECT * FROM delivery WHERE delivery_id = ${id} LIMIT 1`;
  const byNotification = `SELECT * FROM delivery WHERE channel_id = $1 AND notification_id = ${id} LIMIT ${MAX_SORTED}`;
  return {
    table: `(SELECT * FROM (${byDelivery}) AS one UNION ALL SELECT * FROM (${byNotification}) AS several) AS delivery`,
    condition: state === undefined ? '' : 'AND state = $7',
  };
}

/** Every attempt that was started, at most the last `MAX_ATTEMPTS`. One without a row was in flight when its worker died. */
async function attemptsOf(sql: Sql, { deliveryId, attempts }: Delivery): Promise<Attempt[]> {
  const rows = await sql.all<AttemptRow>(
    `SELECT number, started_ms, duration_ms, code, error, answer FROM delivery_attempt WHERE delivery_id = $1
     ORDER BY number`,
    [deliveryId],
  );
  const byNumber = new Map(rows.map((row) => [row.number, attemptOf(row)]));
  const first = Math.max(1, attempts - MAX_ATTEMPTS + 1);
  const numbers = Array.from({ length: Math.max(0, attempts + 1 - first) }, (_, n) => first + n);
  return numbers.map((number) => byNumber.get(number) ?? { number });
}
