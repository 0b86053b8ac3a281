import type { Sql } from '../../db/db.ts';
import { type ChannelType, isForPeople } from '../../domain/notifications/destination.ts';
import { type WindowSubject, windowSubjectOf } from '../../wire/notifications/events/told-states.ts';
import type { QueuedDelivery } from '../deliveries/delivery-table.ts';
import type { SellerEvent } from '../events/event-table.ts';
import type { Tally } from '../tally.ts';
import { isSent, type Subscriber } from './event-deliveries.ts';
import { type Look, OpenWindow } from './open-window.ts';
import {
  keyText,
  lockOpen,
  type OpenDelivery,
  readWindows,
  type StoredWindow,
  statesOfOpen,
  supersede,
  type UnsettledRow,
  type WindowKey,
  writeWindows,
} from './window-table.ts';

type NumberedDelivery = QueuedDelivery & { sequence: number };

/** An event about an item, for a destination that has a window. */
type Windowed = {
  event: SellerEvent;
  /** Undefined: the event is not sent there, but what waits may not be true any more. */
  delivery: NumberedDelivery | undefined;
  subscriber: Subscriber;
  key: WindowKey;
  subject: WindowSubject;
};

/**
 * Sets when new deliveries are due by the windows of their destinations, and ends open ones that they replace (decision 42: see
 * `stillSent`), or that are not true any more. In the dispatcher's transaction: its lease keeps others from the windows. A constant number of statements.
 */
export async function placeInWindows(
  tx: Sql,
  deliveries: readonly QueuedDelivery[],
  about: {
    subscribers: ReadonlyMap<string, readonly Subscriber[]>;
    events: ReadonlyMap<string, readonly SellerEvent[]>;
  },
  nowMs: number,
  tally: Tally,
): Promise<void> {
  const windowed = windowedOf(deliveries, about);
  if (windowed.length === 0) return;
  const byKey = Map.groupBy(windowed, ({ key }) => keyText(key));
  const groups = [...byKey].map(([text, list]) => ({ text, list, ...(list[0] as Windowed) }));
  const stored = await readWindows(
    tx,
    groups.map(({ key }) => key),
  );
  for (const { text, subscriber } of groups) forgetOld(stored.get(text), subscriber);
  const isConcerned = ({ text, list }: (typeof groups)[number]) =>
    list.some(({ delivery }) => delivery !== undefined) || (stored.get(text)?.open.length ?? 0) > 0;
  const lookAt = await lookAtOpen(
    tx,
    [...stored.values()].flatMap(({ open }) => open),
    deliveries.filter(isSent).map(({ destinationId }) => destinationId),
    nowMs,
  );
  const replaced: { deliveryId: string; by: string }[] = [];
  const windows = groups.filter(isConcerned).map(({ text, key, subscriber, list }) => {
    const window = new OpenWindow(stored.get(text), lookAt);
    for (const { delivery, event, subject } of list) {
      const ended = delivery
        ? window.add(delivery, subject, { nowMs, windowMs: subscriber.windowMs })
        : window.end(subject.tells, event.notificationId);
      for (const { deliveryId } of ended) replaced.push({ deliveryId, by: event.notificationId });
      tally.superseded(subscriber.type, ended.length);
    }
    for (const { delivery } of list) if (delivery) count(tally, subscriber.type, delivery);
    return { key, ...window.stored(nowMs) };
  });
  await supersede(tx, replaced, nowMs);
  await writeWindows(tx, windows);
}

/** The new deliveries of events about items, and the events that are not sent but may end what waits. */
function windowedOf(
  deliveries: readonly QueuedDelivery[],
  { subscribers, events }: Parameters<typeof placeInWindows>[2],
): Windowed[] {
  const withWindow = [...subscribers.values()].flat().filter(({ windowMs }) => windowMs > 0);
  if (withWindow.length === 0) return [];
  const deliveryTo = new Map(deliveries.filter(isQueued).map((one) => [pairOf(one.destinationId, one), one]));
  const subjectOf = subjectReader();
  return withWindow.flatMap((subscriber) => {
    const { sellerId, destinationId, type } = subscriber;
    return (events.get(sellerId) ?? []).flatMap((event): Windowed[] => {
      const delivery = deliveryTo.get(pairOf(destinationId, event));
      const { content, kind } = event;
      if (!content || !(delivery || (isForPeople(type) && mayContradict(subscriber, event)))) return [];
      const { marketplaceId, itemId } = content;
      const subject = subjectOf(event);
      const key = { destinationId, marketplaceId, itemId, condition: subject.condition, kind };
      return [{ event, delivery, subscriber, subject, key }];
    });
  });
}

const pairOf = (destinationId: string, { notificationId }: Pick<SellerEvent, 'notificationId'>) =>
  `${destinationId} ${notificationId}`;

const isQueued = (delivery: QueuedDelivery): delivery is NumberedDelivery =>
  delivery.sequence !== undefined && isSent(delivery);

/**
 * By default people are told only that they lost a buy box, and messages to them may wait for hours: a seller that has won it back
 * meanwhile must not read that it is lost. Programs get every event that they ask for.
 */
const mayContradict = ({ eventTypes }: Subscriber, { kind }: SellerEvent): boolean =>
  (kind === 'BUY_BOX_CHANGED' || kind === 'PRICING_HEALTH') && (eventTypes?.includes(kind) ?? true);

/** Reads each text once: many sellers, and many destinations of one, get the same. */
function subjectReader(): (event: SellerEvent) => WindowSubject {
  const read = new Map<string, WindowSubject>();
  return ({ kind, content, sellerPart, notificationId }) => {
    // The health of its own offers is told to each seller.
    const textOf = kind === 'PRICING_HEALTH' ? notificationId : `${content?.revision}`;
    const known = read.get(textOf);
    if (known !== undefined) return known;
    const subject = windowSubjectOf(kind, content?.itemPart ?? '', sellerPart);
    read.set(textOf, subject);
    return subject;
  };
}

/**
 * A destination that was changed may have got events meanwhile that its windows do not know of, because it had none. What waits
 * from before that is sent.
 */
function forgetOld(stored: StoredWindow | undefined, { modifiedMs }: Subscriber): void {
  if (stored === undefined || stored.touchedMs >= modifiedMs) return;
  stored.known.clear();
  stored.open.length = 0;
}

/** What became of open deliveries. Those that wait stay as they are until the transaction ends. */
async function lookAtOpen(
  tx: Sql,
  open: readonly OpenDelivery[],
  destinationIds: readonly string[],
  nowMs: number,
): Promise<(deliveryId: string) => Look | undefined> {
  const states = await statesOfOpen(tx, open);
  const locked = await lockOpen(
    tx,
    open.filter(({ deliveryId }) => isWaiting(states.get(deliveryId), nowMs)),
    destinationIds,
  );
  return (deliveryId) => {
    const row = locked.get(deliveryId);
    if (row && isWaiting(row, nowMs)) return { is: 'waiting', row };
    const state = (row ?? states.get(deliveryId))?.state;
    if (state === 'DELIVERED' || state === 'STORED') return { is: 'sent' };
    // PENDING: another transaction is about to change it. Most likely it is claimed.
    return state === 'SENDING' || state === 'PENDING' ? { is: 'inFlight' } : undefined;
  };
}

/** Neither settled nor in flight: a lease that has ended protects nothing. */
const isWaiting = (row: UnsettledRow | undefined, nowMs: number): boolean =>
  row?.state === 'PENDING' || (row?.state === 'SENDING' && row.due_ms <= nowMs);

function count(tally: Tally, channel: ChannelType, { state, reason }: QueuedDelivery): void {
  if (state === 'SUPERSEDED') tally.superseded(channel);
  else if (reason === 'WINDOW') tally.held(channel, reason);
}
