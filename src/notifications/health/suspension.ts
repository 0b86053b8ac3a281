import type { Row, Sql } from '../../db/db.ts';
import { timeOrderedId } from '../../db/time-ordered-id.ts';
import type { ChannelType } from '../../domain/notifications/destination.ts';
import { suspensionEvent } from '../../domain/notifications/notification.ts';
import type { StatusReason } from '../../domain/notifications/status-reason.ts';
import { writeTime } from '../../domain/time.ts';
import { lockLanes } from '../deliveries/lane.ts';
import { lockReceivers } from '../events/receivers.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import { SELLER_ONLY, type ServiceEvent } from '../fan-out/service-event.ts';
import type { Tally } from '../tally.ts';

/** A destination that is suspended, or will be, with what its seller learns of it. */
export type SuspendedDestination = {
  channel_id: string;
  seller_id: string;
  name: string;
  type: string;
  application: string | null;
  created_by: string | null;
};

export const suspendedColumns =
  'destination.channel_id, destination.seller_id, destination.name, destination.type, destination.application, destination.created_by';

/** What an event says of destinations of one owner that are suspended for one reason. */
export type SuspensionNotice = {
  destinations: readonly [SuspendedDestination, ...SuspendedDestination[]];
  reason: StatusReason;
  /** ACTIVE: they will be suspended at `fromMs`. */
  status: 'ACTIVE' | 'SUSPENDED';
  fromMs: number;
  lastUsedMs?: number | null;
  lastError?: string | undefined;
};

/**
 * Publishes suspensions to sellers, in the transaction that suspends: one DESTINATION_SUSPENDED for each notice. It goes to the other
 * destinations of the application that the suspended ones belong to, and to those of the seller. Other applications learn nothing
 * of it (decision 38). Only a change of status is published, so destinations that fail because of such an event start no chain: each
 * is suspended once, until somebody reactivates it. Call `lockForSuspensions` first.
 */
export async function publishSuspensions(
  tx: Sql,
  notices: readonly SuspensionNotice[],
  nowMs: number,
  { sellerEvents, tally }: { sellerEvents: SellerEvents; tally?: Tally },
): Promise<void> {
  if (notices.length === 0) return;
  const names = await applicationNames(tx, notices);
  const events = notices.map(({ destinations, reason, status, fromMs, lastUsedMs, lastError }): ServiceEvent => {
    const [{ seller_id: sellerId, application, created_by: createdBy }] = destinations;
    const about = { id: timeOrderedId('ntf', nowMs), source: sellerEvents.source, sellerId, nowMs };
    const creator = application ?? createdBy;
    const name = names.get(keyOf(sellerId, application));
    const event = suspensionEvent(about, {
      ...(creator === null ? {} : { createdBy: creator }),
      ...(name === undefined ? {} : { applicationName: name }),
      channelIds: destinations.map(({ channel_id }) => channel_id),
      channelNames: destinations.map(({ name }) => name),
      ...{ status, statusReason: reason },
      ...(lastUsedMs == null ? {} : { lastUsedTime: writeTime(lastUsedMs) }),
      ...(lastError === undefined ? {} : { lastError }),
      EffectiveFrom: writeTime(fromMs),
    });
    return { event, onlyFor: application ?? SELLER_ONLY };
  });
  await sellerEvents.publish(tx, events, tally);
  for (const { destinations, reason, status } of notices) {
    if (status === 'SUSPENDED')
      for (const { type } of destinations) tally?.add('suspended', type as ChannelType, reason);
  }
}

/** The names of the applications that own the destinations, where they are known, by `keyOf`. */
async function applicationNames(tx: Sql, notices: readonly SuspensionNotice[]): Promise<Map<string, string>> {
  const owned = notices.flatMap(({ destinations: [{ seller_id, application }] }) =>
    application === null ? [] : [[seller_id, application]],
  );
  const rows = await tx.many<{ seller_id: string; application: string; name: string }>(
    `SELECT a.seller_id, a.application, a.name FROM (VALUES {rows: text, text}) AS k
       JOIN delegated_application AS a ON a.seller_id = k.column1 AND a.application = k.column2 WHERE a.name IS NOT NULL`,
    owned,
  );
  return new Map(rows.map(({ seller_id, application, name }) => [keyOf(seller_id, application), name]));
}

const keyOf = (sellerId: string, application: string | null) => `${sellerId}\n${application}`;

/**
 * Locks what telling these sellers writes, and the rows of `destinationIds`, in the order of all who write events: receivers,
 * destinations, lanes, each in the order of its ids. Two transactions that lock in different orders would wait for each other
 * until PostgreSQL ends one of them. Call it before the first change of a destination.
 */
export async function lockForSuspensions(
  tx: Sql,
  sellerIds: readonly string[],
  destinationIds: readonly string[] = [],
): Promise<void> {
  const sellers = [...new Set(sellerIds)].sort();
  await lockReceivers(tx, sellers);
  const rows = await tx.many<{ channel_id: string }>(
    `SELECT destination.channel_id FROM (VALUES {rows: text}) AS k JOIN destination ON destination.seller_id = k.column1
     WHERE destination.status <> 'DELETED'`,
    sellers.map((sellerId) => [sellerId]),
  );
  const ids = [...new Set([...rows.map(({ channel_id }) => channel_id), ...destinationIds])].sort();
  await tx.many(
    `SELECT 1 AS locked FROM (VALUES {rows: text key}) AS k JOIN destination ON destination.channel_id = k.column1
     {postgres: ORDER BY destination.channel_id FOR NO KEY UPDATE OF destination}`,
    ids.map((id): Row => [id]),
  );
  await lockLanes(tx, ids);
}
