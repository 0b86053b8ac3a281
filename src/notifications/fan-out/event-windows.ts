import type { Sql } from '../../db/db.ts';
import { isForPeople } from '../../domain/notifications/destination.ts';
import { type OpenState, updateWindow, windowSince } from '../../domain/notifications/window-update.ts';
import { type WindowSubject, windowSubjectOf } from '../../wire/notifications/events/window-subject.ts';
import { isSent, type QueuedDelivery } from '../deliveries/delivery-table.ts';
import type { NumberedEvent } from '../events/event-table.ts';
import type { Tally } from '../tally.ts';
import { hasWindows, type Subscriber, windowMsOf } from './subscribers.ts';
import {
  type AddressedDelivery,
  lockOpen,
  readWindows,
  statesOfOpen,
  supersede,
  type UnsettledRow,
  type WindowKey,
  windowKeyText,
  writeWindows,
} from './window-table.ts';

/** An event about an item, for a destination that has a window. */
type Windowed = {
  event: NumberedEvent;
  /** Undefined: the event is not sent there, but what waits may not be true any more. */
  deliveryId: string | undefined;
  subscriber: Subscriber;
  key: WindowKey;
  subject: WindowSubject;
};

/** The new events of sellers, and who may get them. */
export type Addressed = {
  subscribers: ReadonlyMap<string, readonly Subscriber[]>;
  events: ReadonlyMap<string, readonly NumberedEvent[]>;
};

/**
 * Sets when new deliveries are due by the windows of their destinations, and ends open ones that they replace, or that are not true
 * any more (`updateWindow`). Returns the new deliveries as they are queued, in their order. In the transaction that numbers the events:
 * the rows of their sellers keep others from the windows. A constant number of statements.
 */
export async function placeInWindows(
  tx: Sql,
  deliveries: readonly QueuedDelivery[],
  addressed: Addressed,
  { nowMs, tally }: { nowMs: number; tally: Tally },
): Promise<readonly QueuedDelivery[]> {
  const byKey = Map.groupBy(windowedOf(deliveries, addressed), ({ key }) => windowKeyText(key));
  if (byKey.size === 0) return deliveries;
  const groups = [...byKey].map(([text, list]) => ({ text, list, ...(list[0] as Windowed) }));
  const keys = groups.map(({ key }) => key);
  const read = await readWindows(tx, keys);
  const known = groups.map((group) => ({
    ...group,
    stored: windowSince(read.get(group.text), group.subscriber.modifiedMs),
  }));
  const open = known.flatMap(({ stored, key: { destinationId } }) =>
    (stored?.open ?? []).map(({ deliveryId }) => ({ deliveryId, destinationId })),
  );
  const destinationIds = deliveries.filter(isSent).map(({ destinationId }) => destinationId);
  const states = await openStates(tx, open, destinationIds, nowMs);
  const isConcerned = ({ list, stored }: (typeof known)[number]) =>
    list.some(({ deliveryId }) => deliveryId !== undefined) || (stored?.open.length ?? 0) > 0;
  const updates = known.filter(isConcerned).map(({ key, subscriber, list, stored, event: { kind } }) => {
    const windowMs = windowMsOf(subscriber, kind);
    const events = list.map(
      ({ event: { notificationId, sequence }, deliveryId, subject: { states, statesBefore } }) => ({
        ...{ notificationId, sequence, deliveryId, states, statesBefore },
      }),
    );
    return { key, subscriber, ...updateWindow(stored, states, events, { nowMs, windowMs }) };
  });
  for (const { subscriber, due, superseded } of updates) {
    const held = [...due].filter(([id, { dueMs }]) => dueMs > nowMs && !superseded.has(id));
    tally.add('held', subscriber.type, 'WINDOW', held.length);
    tally.add('superseded', subscriber.type, '', superseded.size);
  }
  const due = new Map(updates.flatMap((update) => [...update.due]));
  const superseded = new Map(updates.flatMap((update) => [...update.superseded]));
  await supersede(tx, new Map([...superseded].filter(([deliveryId]) => !due.has(deliveryId))), nowMs);
  const windows = updates.map(({ key, window }) => ({ key, ...window }));
  await writeWindows(tx, windows);
  return deliveries.map((one) => placed(one, due.get(one.deliveryId), superseded.get(one.deliveryId)));
}

type Due = { dueMs: number; supersedes: string | null };

/** A new delivery, due at its time, or only logged because a newer event has replaced it. */
function placed(delivery: QueuedDelivery, due: Due | undefined, supersededBy: string | undefined): QueuedDelivery {
  if (due === undefined) return delivery;
  const { dueMs, supersedes } = due;
  const moved = { ...delivery, dueMs, expiresMs: delivery.expiresMs + dueMs - delivery.dueMs };
  if (supersededBy !== undefined) return { ...moved, state: 'SUPERSEDED', supersededBy };
  const isHeld = dueMs > delivery.createdMs;
  return { ...moved, ...(isHeld && { reason: 'WINDOW' }), ...(supersedes !== null && { supersedes }) };
}

/** The new deliveries of events about items, and the events that are not sent but may end what waits. */
function windowedOf(deliveries: readonly QueuedDelivery[], { subscribers, events }: Addressed): Windowed[] {
  const withWindow = [...subscribers.values()].flat().filter(hasWindows);
  if (withWindow.length === 0) return [];
  const idOf = new Map(deliveries.filter(isSent).map((one) => [pairOf(one.destinationId, one), one.deliveryId]));
  const subjectOf = subjectReader();
  return withWindow.flatMap((subscriber) => {
    const { sellerId, destinationId, type } = subscriber;
    return (events.get(sellerId) ?? []).flatMap((event): Windowed[] => {
      const deliveryId = idOf.get(pairOf(destinationId, event));
      const { content, kind } = event;
      if (windowMsOf(subscriber, kind) === 0) return [];
      const isSentThere = deliveryId !== undefined;
      if (!content || !(isSentThere || (isForPeople(type) && mayContradict(subscriber, event)))) return [];
      const { marketplaceId, itemId } = content;
      const subject = subjectOf(event);
      const key = { destinationId, marketplaceId, itemId, condition: subject.condition, kind };
      return [{ event, deliveryId, subscriber, subject, key }];
    });
  });
}

const pairOf = (destinationId: string, { notificationId }: { notificationId: string }) =>
  `${destinationId} ${notificationId}`;

/**
 * By default people are notified only that they lost a buy box, and messages to them may wait for hours: a seller that has won it back
 * meanwhile must not read that it is lost. Programs get every event that they ask for.
 */
const mayContradict = ({ eventTypes }: Subscriber, { kind }: NumberedEvent): boolean =>
  (kind === 'BUY_BOX_CHANGED' || kind === 'PRICING_HEALTH') && (eventTypes?.includes(kind) ?? true);

/** Reads each text once: many sellers, and many destinations of one, get the same. */
function subjectReader(): (event: NumberedEvent) => WindowSubject {
  const read = new Map<string, WindowSubject>();
  return ({ kind, content, sellerPart, notificationId }) => {
    // Each seller gets the health and the terms of its own offers.
    const isOwn = kind === 'PRICING_HEALTH' || kind === 'PRICE_CHANGED';
    const textOf = isOwn ? notificationId : `${content?.revision}`;
    const known = read.get(textOf);
    if (known !== undefined) return known;
    const subject = windowSubjectOf(kind, content?.itemPart ?? '', sellerPart);
    read.set(textOf, subject);
    return subject;
  };
}

/** What became of open deliveries. Those that wait stay as they are until the transaction ends. */
async function openStates(
  tx: Sql,
  open: readonly AddressedDelivery[],
  destinationIds: readonly string[],
  nowMs: number,
): Promise<Map<string, OpenState>> {
  const rows = await statesOfOpen(tx, open);
  const waiting = open.filter(({ deliveryId }) => isWaiting(rows.get(deliveryId), nowMs));
  const locked = await lockOpen(tx, waiting, destinationIds);
  const states = new Map<string, OpenState>();
  for (const { deliveryId } of open) {
    const row = locked.get(deliveryId);
    const state = (row ?? rows.get(deliveryId))?.state;
    if (row && isWaiting(row, nowMs))
      states.set(deliveryId, { is: 'waiting', dueMs: row.due_ms, supersedes: row.supersedes });
    else if (state === 'DELIVERED' || state === 'STORED') states.set(deliveryId, { is: 'sent' });
    // PENDING: another transaction is about to change it. Most likely it is claimed.
    else if (state === 'SENDING' || state === 'PENDING') states.set(deliveryId, { is: 'inFlight' });
  }
  return states;
}

/** Neither settled nor in flight: a lease that has ended protects nothing. */
const isWaiting = (row: UnsettledRow | undefined, nowMs: number): boolean =>
  row?.state === 'PENDING' || (row?.state === 'SENDING' && row.due_ms <= nowMs);
