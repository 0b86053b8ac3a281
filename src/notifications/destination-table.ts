import type { Sql } from '../db/db.ts';
import { BoundedCache } from '../domain/bounded-cache.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { DestinationAccess } from '../domain/notifications/access.ts';
import {
  type ChannelType,
  DEFAULT_WINDOW_SECONDS,
  type Destination,
  type DestinationSettings,
  type DestinationStatus,
  MAX_DESTINATIONS,
} from '../domain/notifications/destination.ts';
import type { EventFilter } from '../domain/notifications/event-filter.ts';
import type { KindChoice, KindChoices, WindowSeconds } from '../domain/notifications/kind-choice.ts';
import { EVENT_KINDS, type EventKind } from '../domain/notifications/notification.ts';
import type { DestinationFailure, Withdrawal } from '../domain/notifications/status-reason.ts';
import type { OperatorKey } from './keys/operator-key.ts';

/** A destination with the fields that the API does not show. */
export type StoredDestination = Destination & {
  /** Whether the owner of the address has agreed, or no agreement is needed (decision 27). */
  isConfirmed: boolean;
  /** The delegated application that it belongs to; absent: it belongs to the seller (decision 38). */
  application?: string;
  /** The status before it became WITHDRAWN. */
  statusBefore?: DestinationStatus;
  /** The first failure since the last delivery that arrived. */
  failingSinceMs?: number;
};

export type DestinationRow = {
  channel_id: string;
  seller_id: string;
  name: string;
  type: string;
  status: string;
  is_confirmed: number;
  settings: string;
  event_types: string | null;
  window_seconds: number | null;
  filter: string | null;
  /** What replaces `filter` and `window_seconds` for a kind: objects by kind, of filters and of seconds. */
  kind_filters: string | null;
  kind_windows: string | null;
  quiet_hours: string | null;
  secret_version: number;
  previous_secret_until: number | null;
  failing_since: number | null;
  application: string | null;
  created_by: string | null;
  suspension: string | null;
  failure: string | null;
  consent: string | null;
  status_before: string | null;
  created_ms: number;
  modified_ms: number;
};

export const destinationColumns = [
  ...['channel_id', 'seller_id', 'name', 'type', 'status', 'is_confirmed', 'settings', 'event_types'],
  ...['secret_version', 'previous_secret_until', 'failing_since', 'application', 'created_by', 'suspension'],
  ...['status_before', 'created_ms', 'modified_ms', 'window_seconds', 'filter', 'quiet_hours', 'failure', 'consent'],
  ...['kind_filters', 'kind_windows'],
]
  .map((column) => `destination.${column}`)
  .join(', ');

/** Without the filters, which may have 1 MB: what is sent has passed them. */
export const sendingColumns = destinationColumns
  .replace('destination.filter', 'NULL AS filter')
  .replace('destination.kind_filters', 'NULL AS kind_filters');

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
    windowSeconds: windowSecondsOf(row),
    ...(row.filter === null ? {} : { filter: JSON.parse(row.filter) }),
    ...choicesByKindOf(row),
    ...(row.quiet_hours === null ? {} : { quietHours: JSON.parse(row.quiet_hours) }),
    secretVersion: row.secret_version,
    ...(row.previous_secret_until === null ? {} : { previousSecretUntilMs: row.previous_secret_until }),
    ...(row.failing_since === null ? {} : { failingSinceMs: row.failing_since }),
    ...(row.application === null ? {} : { application: row.application }),
    ...(row.created_by === null ? {} : { createdBy: row.created_by }),
    ...(row.suspension === null ? {} : { suspension: row.suspension as Withdrawal }),
    ...(row.failure === null ? {} : { failure: row.failure as DestinationFailure }),
    ...(row.consent === null ? {} : { consent: 'ALLOWED' }),
    ...(row.status_before === null ? {} : { statusBefore: row.status_before as DestinationStatus }),
    createdMs: row.created_ms,
    modifiedMs: row.modified_ms,
  };
}

/** Decision 42. */
export const windowSecondsOf = ({ window_seconds }: Pick<DestinationRow, 'window_seconds'>): WindowSeconds =>
  (window_seconds ?? DEFAULT_WINDOW_SECONDS) as WindowSeconds;

/** The seconds by kind. */
export const kindWindowsOf = ({ kind_windows }: Pick<DestinationRow, 'kind_windows'>): KindWindows =>
  kind_windows === null ? {} : JSON.parse(kind_windows);

export type KindWindows = { readonly [K in EventKind]?: WindowSeconds };

function choicesByKindOf(row: Pick<DestinationRow, 'kind_filters' | 'kind_windows'>): { byKind?: KindChoices } {
  if (row.kind_filters === null && row.kind_windows === null) return {};
  const filters: { [K in EventKind]?: EventFilter } = row.kind_filters === null ? {} : JSON.parse(row.kind_filters);
  const windows = kindWindowsOf(row);
  const choices = EVENT_KINDS.flatMap((kind) => {
    const [filter, windowSeconds] = [filters[kind], windows[kind]];
    if (filter === undefined && windowSeconds === undefined) return [];
    return [[kind, { ...(filter && { filter }), ...(windowSeconds !== undefined && { windowSeconds }) }]];
  });
  return { byKind: Object.fromEntries(choices) };
}

type SealedSettings = Pick<DestinationRow, 'settings' | 'channel_id'>;

const MAX_CACHED = 1_000;

/** Decrypted settings, by the encrypted text. Decrypting and parsing take 15 µs, and every claim needs them. */
const decrypted = new WeakMap<OperatorKey, BoundedCache<DestinationSettings>>();

function settingsOf({ settings, channel_id }: SealedSettings, key: OperatorKey): DestinationSettings {
  const cache = decrypted.get(key) ?? new BoundedCache(MAX_CACHED);
  decrypted.set(key, cache);
  const cacheKey = `${channel_id} ${settings}`;
  return cache.get(cacheKey) ?? cache.set(cacheKey, JSON.parse(key.open(settings, channel_id)));
}

/** Settings that cannot be decrypted, until the operator repairs the key, must not stop other destinations: they are empty. */
export function readableSettings(row: SealedSettings, key: OperatorKey): DestinationSettings {
  try {
    return settingsOf(row, key);
  } catch {
    return {};
  }
}

/** Like `fromRow`, but undefined when the settings cannot be decrypted: one damaged row must not stop all the others. */
export function readable(row: DestinationRow, key: OperatorKey): StoredDestination | undefined {
  try {
    return fromRow(row, key);
  } catch {
    return undefined;
  }
}

/**
 * Decision 38, for the parameters `accessParameters` from number `n` on. An empty text stands for all applications: the id of
 * an application is never empty.
 */
export const isAccessible = (n: number): string =>
  `destination.seller_id = $${n} AND ($${n + 1} = '' OR destination.application = $${n + 1}) AND destination.status <> 'DELETED'`;

export const accessParameters = ({ sellerId, application = '' }: DestinationAccess): [string, string] => [
  sellerId,
  application,
];

/** Undefined when there is no such destination, or it belongs to another seller or application. */
export function findRow(
  sql: Sql,
  access: DestinationAccess,
  destinationId: string,
): MaybePromise<DestinationRow | undefined> {
  return sql.get(
    `SELECT ${destinationColumns} FROM destination WHERE destination.channel_id = $1 AND ${isAccessible(2)}`,
    [destinationId, ...accessParameters(access)],
  );
}

/** All destinations that are accessible, in the order in which they were created. */
export function rowsOf(sql: Sql, access: DestinationAccess): MaybePromise<DestinationRow[]> {
  return sql.all(
    `SELECT ${destinationColumns} FROM destination WHERE ${isAccessible(1)} ORDER BY created_ms, channel_id`,
    accessParameters(access),
  );
}

/** Also makes its seller a receiver of events. */
export async function insertDestination(tx: Sql, key: OperatorKey, one: StoredDestination): Promise<void> {
  await tx.run(
    `INSERT INTO destination (channel_id, seller_id, name, type, status, is_confirmed, settings, event_types,
       secret_version, created_ms, modified_ms, application, created_by, window_seconds, filter, quiet_hours,
       kind_filters, kind_windows, consent)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    [
      ...[one.destinationId, one.sellerId, one.name, one.type, one.status, ...agreedSettings(one, key)],
      ...[one.secretVersion, one.createdMs, one.modifiedMs, one.application ?? null, one.createdBy ?? null],
      ...[...choicesOf(one), one.consent ?? null],
    ],
  );
  // No worker sends to a PULL destination, so it needs no lane.
  if (one.type !== 'PULL') await tx.run('INSERT INTO lane (channel_id) VALUES ($1)', [one.destinationId]);
}

export async function updateDestination(tx: Sql, key: OperatorKey, one: StoredDestination): Promise<void> {
  await tx.run(
    `UPDATE destination SET name = $2, status = $3, is_confirmed = $4, settings = $5, event_types = $6,
       secret_version = $7, previous_secret_until = $8, failing_since = $9, modified_ms = $10, application = $11,
       suspension = $12, status_before = $13, window_seconds = $14, filter = $15, quiet_hours = $16,
       kind_filters = $17, kind_windows = $18, failure = $19, consent = $20 WHERE channel_id = $1`,
    [
      ...[one.destinationId, one.name, one.status, ...agreedSettings(one, key)],
      ...[one.secretVersion, one.previousSecretUntilMs ?? null, one.failingSinceMs ?? null, one.modifiedMs],
      ...[one.application ?? null, one.suspension ?? null, one.statusBefore ?? null],
      ...[...choicesOf(one), one.failure ?? null, one.consent ?? null],
    ],
  );
}

/** `is_confirmed`, `settings` and `event_types`. */
const agreedSettings = ({ destinationId, isConfirmed, settings, eventTypes }: StoredDestination, key: OperatorKey) => [
  isConfirmed ? 1 : 0,
  key.seal(JSON.stringify(settings), destinationId),
  eventTypes ? JSON.stringify(eventTypes) : null,
];

/** `window_seconds`, `filter`, `quiet_hours`, `kind_filters` and `kind_windows`. */
const choicesOf = ({ windowSeconds, filter, quietHours, byKind }: StoredDestination) => [
  windowSeconds,
  filter ? JSON.stringify(filter) : null,
  quietHours ? JSON.stringify(quietHours) : null,
  byKindText(byKind, ({ filter }) => filter),
  byKindText(byKind, ({ windowSeconds }) => windowSeconds),
];

function byKindText(byKind: KindChoices = {}, of: (choice: KindChoice) => unknown): string | null {
  const chosen = Object.entries(byKind).filter(([, choice]) => of(choice) !== undefined);
  if (chosen.length === 0) return null;
  return JSON.stringify(Object.fromEntries(chosen.map(([kind, choice]) => [kind, of(choice)])));
}

/** Adds to a seller's number of destinations; the new number. Concurrent transactions of one seller collide here. */
export async function countDestination(tx: Sql, sellerId: string, by: 1 | -1): Promise<number> {
  const row = await tx.get<{ destinations: number }>(
    `INSERT INTO destination_owner (seller_id, destinations) VALUES ($1, $2)
     ON CONFLICT (seller_id) DO UPDATE SET destinations = destination_owner.destinations + excluded.destinations
     RETURNING destinations`,
    [sellerId, by],
  );
  return row?.destinations ?? 0;
}

/** Whether any seller has a destination of the type. */
export async function hasDestinations(sql: Sql, type: ChannelType): Promise<boolean> {
  const row = await sql.get(`SELECT 1 AS one FROM destination WHERE type = $1 AND status <> 'DELETED' LIMIT 1`, [type]);
  return row !== undefined;
}

/** Whether another destination would be over a limit (decision 38). Call it after `countDestination`. */
export async function isOverDestinationLimit(
  tx: Sql,
  sellerId: string,
  application: string | undefined,
): Promise<boolean> {
  const row = await tx.get<{ sellers: number; applications: number; own: number }>(
    `SELECT COUNT(*) - COUNT(application) AS sellers, COUNT(application) AS applications,
       COUNT(CASE WHEN application = $2 THEN 1 END) AS own
     FROM destination WHERE seller_id = $1 AND status <> 'DELETED'`,
    [sellerId, application ?? ''],
  );
  const { sellers = 0, applications = 0, own = 0 } = row ?? {};
  if (application === undefined) return sellers >= MAX_DESTINATIONS.seller;
  return own >= MAX_DESTINATIONS.application || applications >= MAX_DESTINATIONS.allApplications;
}
