import type { Row, Sql } from '../../db/db.ts';
import type { DestinationStatus } from '../../domain/notifications/destination.ts';
import type { SeenDestination, WatchedDestination } from '../../domain/notifications/oversight.ts';
import type { NotificationContext } from '../context.ts';
import {
  destinationsOfSeller,
  type SeenRow,
  seenColumns,
  seenDestination,
  seenDestinations,
} from './seen-destination.ts';
import { lastFailures, waitingAt } from './waiting.ts';

/** The last destination of a page. `failingMs` where they are in the order in which they began to fail. */
export type OverviewPlace = { readonly failingMs: number; readonly destinationId: string };

export type OverviewQuery = {
  readonly sellerId?: string | undefined;
  /** Undefined: whatever its status. */
  readonly statuses?: readonly DestinationStatus[] | undefined;
  /** Only those that fail since this time or later. */
  readonly failingSinceMs?: number | undefined;
  readonly after?: OverviewPlace | undefined;
  readonly limit: number;
};

type Parts = Pick<NotificationContext, 'db' | 'key' | 'now'>;

/** The destinations of all sellers, for the operator. Each page is found by a key. */
export class DestinationOverview {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Those that fail in the order in which they began to, all others in the order of their ids. */
  async page(query: OverviewQuery): Promise<WatchedDestination[]> {
    const { db, key } = this.#parts;
    const found =
      query.sellerId === undefined
        ? await this.#ofAll(query)
        : ofOne(await destinationsOfSeller(db, key, query.sellerId), query);
    return this.#watched(found);
  }

  /** Undefined: there is none, or it was deleted. */
  async find(destinationId: string): Promise<WatchedDestination | undefined> {
    const found = (await seenDestinations(this.#parts.db, this.#parts.key, [destinationId])).get(destinationId);
    return found === undefined || found.status === 'DELETED' ? undefined : (await this.#watched([found]))[0];
  }

  async #ofAll(query: OverviewQuery): Promise<SeenDestination[]> {
    const { db, key } = this.#parts;
    const rows =
      query.failingSinceMs === undefined ? await byId(db, query) : await byFailure(db, query, query.failingSinceMs);
    return rows.map((row) => seenDestination(row, key));
  }

  async #watched(found: readonly SeenDestination[]): Promise<WatchedDestination[]> {
    const { db } = this.#parts;
    const waiting = await waitingAt(
      db,
      found.map(({ destinationId }) => destinationId),
    );
    const failures = await lastFailures(
      db,
      found.filter(({ failingSinceMs }) => failingSinceMs !== undefined),
    );
    return found.map((one) => ({
      ...one,
      waiting: waiting.get(one.destinationId) ?? { count: 0, isMore: false },
      lastFailure: failures.get(one.destinationId),
    }));
  }
}

/** Few rows, so their order is made here. */
function ofOne(
  all: readonly SeenDestination[],
  { statuses, failingSinceMs, after, limit }: OverviewQuery,
): SeenDestination[] {
  const placeOf = ({ failingSinceMs: ms, destinationId }: SeenDestination): OverviewPlace => ({
    failingMs: failingSinceMs === undefined ? 0 : (ms ?? 0),
    destinationId,
  });
  return all
    .filter(({ status }) => status !== 'DELETED' && (statuses === undefined || statuses.includes(status)))
    .filter(({ failingSinceMs: ms }) => failingSinceMs === undefined || (ms !== undefined && ms >= failingSinceMs))
    .sort((a, b) => byPlace(placeOf(a), placeOf(b)))
    .filter((one) => after === undefined || byPlace(placeOf(one), after) > 0)
    .slice(0, limit);
}

const byPlace = (a: OverviewPlace, b: OverviewPlace): number =>
  a.failingMs - b.failingMs || (a.destinationId < b.destinationId ? -1 : a.destinationId > b.destinationId ? 1 : 0);

/** Each status is a read of its own, in the order of the ids: an index gives no order to several. */
async function byId(sql: Sql, { statuses, after, limit }: OverviewQuery): Promise<SeenRow[]> {
  const last = after?.destinationId ?? '';
  if (statuses === undefined)
    return sql.all<SeenRow>(
      `SELECT ${seenColumns} FROM destination WHERE destination.channel_id > $1 AND destination.status <> 'DELETED'
       ORDER BY destination.channel_id LIMIT $2`,
      [last, limit],
    );
  const rows: SeenRow[] = [];
  for (const status of statuses)
    rows.push(
      ...(await sql.all<SeenRow>(
        `SELECT ${seenColumns} FROM destination WHERE destination.status = $1 AND destination.channel_id > $2
         ORDER BY destination.channel_id LIMIT $3`,
        [status, last, limit],
      )),
    );
  return rows.sort((a, b) => (a.channel_id < b.channel_id ? -1 : 1)).slice(0, limit);
}

/** Those that fail are few, so their status is only compared. */
async function byFailure(sql: Sql, { statuses, after, limit }: OverviewQuery, sinceMs: number): Promise<SeenRow[]> {
  const place: Row = [Math.max(sinceMs, after?.failingMs ?? 0), after?.failingMs ?? -1, after?.destinationId ?? ''];
  return sql.all<SeenRow>(
    `SELECT ${seenColumns} FROM destination
     WHERE destination.failing_since >= $1 AND (destination.failing_since, destination.channel_id) > ($2, $3)
       AND destination.status IN (${(statuses ?? ALL_STATUSES).map((status) => `'${status}'`).join(', ')})
     ORDER BY destination.failing_since, destination.channel_id LIMIT $4`,
    [...place, limit],
  );
}

const ALL_STATUSES: readonly DestinationStatus[] = [
  'PENDING_VERIFICATION',
  'ACTIVE',
  'INACTIVE',
  'SUSPENDED',
  'WITHDRAWN',
];
