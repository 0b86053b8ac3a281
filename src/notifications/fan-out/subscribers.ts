import type { Sql } from '../../db/db.ts';
import { type ChannelType, deliveryLifetimeMs } from '../../domain/notifications/destination.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import { type DestinationRow, kindWindowsOf, readableSettings, windowSecondsOf } from '../destination-table.ts';
import type { OperatorKey } from '../keys/operator-key.ts';
import type { FilterRules, KindRules } from './filter-rules.ts';

/** A destination as far as queueing events for it needs. */
export type Subscriber = {
  destinationId: string;
  sellerId: string;
  /** The delegated application that it belongs to; absent: it belongs to the seller. */
  application: string | undefined;
  type: ChannelType;
  /** Undefined: the default kinds of the type. */
  eventTypes: readonly EventKind[] | undefined;
  /** Undefined: it has no filter. */
  rules: KindRules | undefined;
  /** The last event that was queued for it. */
  latestSequence: number | undefined;
  lifetimeMs: number;
  windows: Windows;
  modifiedMs: number;
};

/** The length of its windows, by kind where that differs. 0: it has none. */
type Windows = { readonly ms: number; readonly msByKind?: { readonly [K in EventKind]?: number } };

export const windowMsOf = ({ windows: { ms, msByKind } }: Pick<Subscriber, 'windows'>, kind: EventKind): number =>
  msByKind?.[kind] ?? ms;

export const hasWindows = ({ windows: { ms, msByKind } }: Pick<Subscriber, 'windows'>): boolean =>
  ms > 0 || (msByKind !== undefined && Object.values(msByKind).some((one) => one > 0));

type SubscriberRow = Pick<
  DestinationRow,
  | 'channel_id'
  | 'seller_id'
  | 'type'
  | 'application'
  | 'event_types'
  | 'created_ms'
  | 'modified_ms'
  | 'window_seconds'
  | 'kind_windows'
> & { has_filter: number; latest_sequence: number | null; pull_settings: string | null };

/**
 * The destinations of these sellers that events are queued for. Events wait for a destination that is INACTIVE or failing. What
 * happens before the owner of an address agrees, or while an application has no access, is not for it.
 */
export async function subscribersOf(
  tx: Sql,
  sellerIds: readonly string[],
  { key, lifetimeMs, filters }: { key: OperatorKey; lifetimeMs: number; filters: FilterRules },
  nowMs: number,
): Promise<Map<string, Subscriber[]>> {
  const rows = await tx.many<SubscriberRow>(
    // Only a PULL destination has a setting that matters here, and decrypting takes longer than all the rest.
    `SELECT destination.channel_id, destination.seller_id, destination.type, destination.application, destination.event_types,
       CASE WHEN destination.filter IS NULL AND destination.kind_filters IS NULL THEN 0 ELSE 1 END AS has_filter,
       destination.latest_sequence, destination.created_ms, destination.modified_ms, destination.window_seconds, destination.kind_windows,
       CASE WHEN destination.type = 'PULL' THEN destination.settings END AS pull_settings
     FROM (VALUES {rows: text}) AS k JOIN destination ON destination.seller_id = k.column1
     WHERE destination.status NOT IN ('DELETED', 'PENDING_VERIFICATION', 'WITHDRAWN')`,
    sellerIds.map((sellerId) => [sellerId]),
  );
  rows.sort((a, b) => a.created_ms - b.created_ms || (a.channel_id < b.channel_id ? -1 : 1));
  const filtered = rows.filter(({ has_filter }) => has_filter === 1);
  const rules = await filters.of(tx, filtered, nowMs);
  return Map.groupBy(
    rows.map((row) => subscriberOf(row, rules.get(row.channel_id), { key, lifetimeMs })),
    ({ sellerId }) => sellerId,
  );
}

function subscriberOf(
  row: SubscriberRow,
  rules: KindRules | undefined,
  { key, lifetimeMs }: { key: OperatorKey; lifetimeMs: number },
): Subscriber {
  const { channel_id, pull_settings: sealed } = row;
  const settings = sealed === null ? {} : readableSettings({ channel_id, settings: sealed }, key);
  return {
    destinationId: row.channel_id,
    sellerId: row.seller_id,
    type: row.type as ChannelType,
    application: row.application ?? undefined,
    eventTypes: row.event_types === null ? undefined : JSON.parse(row.event_types),
    rules,
    latestSequence: row.latest_sequence ?? undefined,
    lifetimeMs: deliveryLifetimeMs({ settings }, lifetimeMs),
    windows: windowsOf(row),
    modifiedMs: row.modified_ms,
  };
}

function windowsOf(row: SubscriberRow): Windows {
  const ms = windowSecondsOf(row) * 1_000;
  if (row.kind_windows === null) return { ms };
  const ofKinds = Object.entries(kindWindowsOf(row)).map(([kind, seconds]) => [kind, seconds * 1_000]);
  return { ms, msByKind: Object.fromEntries(ofKinds) };
}
