import type { Sql } from '../db/db.ts';
import { BoundedCache } from '../domain/bounded-cache.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { Destination, DestinationSettings } from '../domain/notifications/destination.ts';
import type { OperatorKey } from './operator-key.ts';

/** A destination with what only the service itself knows of it. */
export type StoredDestination = Destination & {
  /** Whether the address's owner has agreed, or need not (decision 27). */
  isConfirmed: boolean;
  /** Since when nothing but failures came of it. */
  failingSinceMs?: number;
};

const MAX_OPENED = 1_000;

export type DestinationRow = {
  channel_id: string;
  seller_id: string;
  name: string;
  type: string;
  status: string;
  is_confirmed: number;
  settings: string;
  event_types: string | null;
  secret_version: number;
  previous_secret_until: number | null;
  failing_since: number | null;
  created_ms: number;
  modified_ms: number;
};

export const destinationColumns = [
  ...['channel_id', 'seller_id', 'name', 'type', 'status', 'is_confirmed', 'settings', 'event_types'],
  ...['secret_version', 'previous_secret_until', 'failing_since', 'created_ms', 'modified_ms'],
]
  .map((column) => `destination.${column}`)
  .join(', ');

export function fromRow(row: DestinationRow, key: OperatorKey): StoredDestination {
  return {
    destinationId: row.channel_id,
    sellerId: row.seller_id,
    name: row.name,
    type: row.type as Destination['type'],
    status: row.status as Destination['status'],
    isConfirmed: row.is_confirmed === 1,
    settings: settingsOf(row, key),
    ...(row.event_types === null ? {} : { eventTypes: JSON.parse(row.event_types) }),
    secretVersion: row.secret_version,
    ...(row.previous_secret_until === null ? {} : { previousSecretUntilMs: row.previous_secret_until }),
    ...(row.failing_since === null ? {} : { failingSinceMs: row.failing_since }),
    createdMs: row.created_ms,
    modifiedMs: row.modified_ms,
  };
}

/** Opening and reading costs 15 µs, and every claim needs it: what was opened last is remembered, by the sealed text itself. */
const opened = new WeakMap<OperatorKey, BoundedCache<DestinationSettings>>();

function settingsOf({ settings, channel_id }: DestinationRow, key: OperatorKey): DestinationSettings {
  const known = opened.get(key) ?? new BoundedCache(MAX_OPENED);
  opened.set(key, known);
  const place = `${channel_id} ${settings}`;
  return known.get(place) ?? known.set(place, JSON.parse(key.open(settings, channel_id)));
}

/** The same, or undefined when the settings cannot be read: one spoilt row must not stop the work for all others. */
export function readable(row: DestinationRow, key: OperatorKey): StoredDestination | undefined {
  try {
    return fromRow(row, key);
  } catch {
    return undefined;
  }
}

/** A seller's own, by id; undefined when there is none, or it is another seller's. */
export function findRow(sql: Sql, sellerId: string, destinationId: string): MaybePromise<DestinationRow | undefined> {
  return sql.get(
    `SELECT ${destinationColumns} FROM destination WHERE channel_id = $1 AND seller_id = $2 AND status <> 'DELETED'`,
    [destinationId, sellerId],
  );
}

/** All of a seller's, in the order they were made. */
export function rowsOfSeller(sql: Sql, sellerId: string): MaybePromise<DestinationRow[]> {
  return sql.all(
    `SELECT ${destinationColumns} FROM destination WHERE seller_id = $1 AND status <> 'DELETED'
     ORDER BY created_ms, channel_id`,
    [sellerId],
  );
}

export async function insertDestination(tx: Sql, key: OperatorKey, one: StoredDestination): Promise<void> {
  await tx.run(
    `INSERT INTO destination (channel_id, seller_id, name, type, status, is_confirmed, settings, event_types,
       secret_version, created_ms, modified_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      one.destinationId,
      one.sellerId,
      one.name,
      one.type,
      one.status,
      one.isConfirmed ? 1 : 0,
      key.seal(JSON.stringify(one.settings), one.destinationId),
      one.eventTypes ? JSON.stringify(one.eventTypes) : null,
      one.secretVersion,
      one.createdMs,
      one.modifiedMs,
    ],
  );
  // What is pulled has no worker that looks for it.
  if (one.type !== 'PULL') await tx.run('INSERT INTO lane (channel_id) VALUES ($1)', [one.destinationId]);
}

export async function updateDestination(tx: Sql, key: OperatorKey, one: StoredDestination): Promise<void> {
  await tx.run(
    `UPDATE destination SET name = $2, status = $3, is_confirmed = $4, settings = $5, event_types = $6,
       secret_version = $7, previous_secret_until = $8, failing_since = $9, modified_ms = $10 WHERE channel_id = $1`,
    [
      one.destinationId,
      one.name,
      one.status,
      one.isConfirmed ? 1 : 0,
      key.seal(JSON.stringify(one.settings), one.destinationId),
      one.eventTypes ? JSON.stringify(one.eventTypes) : null,
      one.secretVersion,
      one.previousSecretUntilMs ?? null,
      one.failingSinceMs ?? null,
      one.modifiedMs,
    ],
  );
}

/** Counts a destination of a seller more or less; how many there are then. Transactions of one seller meet here. */
export async function countDestination(tx: Sql, sellerId: string, by: 1 | -1): Promise<number> {
  const row = await tx.get<{ destinations: number }>(
    `INSERT INTO destination_owner (seller_id, destinations) VALUES ($1, $2)
     ON CONFLICT (seller_id) DO UPDATE SET destinations = destination_owner.destinations + excluded.destinations
     RETURNING destinations`,
    [sellerId, by],
  );
  return row?.destinations ?? 0;
}
