import type { Sql } from '../../db/db.ts';
import { type ChannelType, type DestinationStatus, statusReasonOf } from '../../domain/notifications/destination.ts';
import type { SeenDestination } from '../../domain/notifications/oversight.ts';
import { shownAddress } from '../../domain/notifications/shown-address.ts';
import type { DestinationFailure, Withdrawal } from '../../domain/notifications/status-reason.ts';
import { type DestinationRow, readableSettings, windowSecondsOf } from '../destination-table.ts';
import type { OperatorKey } from '../keys/operator-key.ts';

export type SeenRow = Omit<
  DestinationRow,
  'filter' | 'quiet_hours' | 'secret_version' | 'previous_secret_until' | 'consent'
> & {
  has_filter: number;
  has_quiet_hours: number;
};

/** Without the filter, which may have 1 MB. */
export const seenColumns = [
  ...['channel_id', 'seller_id', 'name', 'type', 'status', 'is_confirmed', 'settings', 'event_types', 'window_seconds'],
  ...[
    'failing_since',
    'application',
    'created_by',
    'suspension',
    'failure',
    'status_before',
    'created_ms',
    'modified_ms',
  ],
]
  .map((column) => `destination.${column}`)
  .concat('CASE WHEN destination.filter IS NULL THEN 0 ELSE 1 END AS has_filter')
  .concat('CASE WHEN destination.quiet_hours IS NULL THEN 0 ELSE 1 END AS has_quiet_hours')
  .join(', ');

export function seenDestination(row: SeenRow, key: OperatorKey): SeenDestination {
  const status = row.status as DestinationStatus | 'DELETED';
  const reasons = {
    ...(row.suspension !== null && { suspension: row.suspension as Withdrawal }),
    ...(row.failure !== null && { failure: row.failure as DestinationFailure }),
  };
  return {
    ...{
      destinationId: row.channel_id,
      sellerId: row.seller_id,
      name: row.name,
      type: row.type as ChannelType,
      status,
    },
    statusReason: status === 'DELETED' ? undefined : statusReasonOf({ status, ...reasons }),
    address: shownAddress(readableSettings(row, key)),
    eventTypes: row.event_types === null ? undefined : JSON.parse(row.event_types),
    windowSeconds: windowSecondsOf(row),
    hasFilter: row.has_filter === 1,
    hasQuietHours: row.has_quiet_hours === 1,
    failingSinceMs: row.failing_since ?? undefined,
    application: row.application ?? undefined,
    createdBy: row.created_by ?? undefined,
    ...{ createdMs: row.created_ms, modifiedMs: row.modified_ms },
  };
}

/** By id, also those that are DELETED and whose log is not removed yet. */
export async function seenDestinations(
  sql: Sql,
  key: OperatorKey,
  ids: readonly string[],
): Promise<Map<string, SeenDestination>> {
  const rows = await sql.many<SeenRow>(
    `SELECT ${seenColumns} FROM (VALUES {rows: text}) AS k JOIN destination ON destination.channel_id = k.column1`,
    [...new Set(ids)].map((id) => [id]),
  );
  return new Map(rows.map((row) => [row.channel_id, seenDestination(row, key)]));
}

/** All of a seller in the order of their ids, also those that are DELETED. There are at most some hundreds. */
export async function destinationsOfSeller(sql: Sql, key: OperatorKey, sellerId: string): Promise<SeenDestination[]> {
  const rows = await sql.all<SeenRow>(
    `SELECT ${seenColumns} FROM destination WHERE destination.seller_id = $1 ORDER BY destination.created_ms, destination.channel_id`,
    [sellerId],
  );
  return rows.map((row) => seenDestination(row, key));
}
