import type { SeenEvent, SellerReceiving } from '../../domain/notifications/oversight.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { noNul } from '../pricing/query.ts';
import { Type } from '../type.ts';
import { EventKindText } from './events/seller-event-shape.ts';
import { OperatorDelivery, operatorDeliveryExample, writeOperatorDelivery } from './operator-deliveries.ts';
import { OutcomeShape, outcomeExample, seenFields, writeSeen } from './operator-destinations.ts';

/** SKUs of a seller with hundreds on one item. */
const MAX_SKUS = 10;

const EventFate = Type.Named('EventFate', 'What became of an event at one destination.', {
  ...seenFields,
  outcome: OutcomeShape,
  delivery: Type.Optional(OperatorDelivery),
});

export const OperatorEvent = Type.Named('OperatorEvent', 'An event of a seller, as the operator sees it.', {
  sellerId: Type.String('The seller.'),
  eventId: Type.String('The `id` of the event: the same in every delivery of it.'),
  sequence: Type.Integer("Its number among the seller's events."),
  eventType: EventKindText,
  time: Type.Time('When it happened.'),
  queuedTime: Type.Time("When it was queued for the seller's destinations."),
  marketplaceId: Type.Optional.String('The marketplace of the item.'),
  storeItemId: Type.Optional.String('The item. Absent: it is about none.'),
  skus: Type.Optional.Array(Type.String(), {
    maxItems: MAX_SKUS,
    description: "The first of the seller's SKUs that it names.",
  }),
  revision: Type.Optional.Integer('The revision of the item.'),
  destinations: Type.Array(EventFate, 'What became of it at each destination of the seller.'),
});

const { channelId, sellerId, channelName, type, address, status } = operatorDeliveryExample;

export const operatorEventExample = {
  ...{
    sellerId: 'A1DEMOSELLER',
    eventId: operatorDeliveryExample.notificationId,
    sequence: 31,
    eventType: 'BUY_BOX_CHANGED',
  },
  ...{ time: '2026-11-18T10:31:53.000Z', queuedTime: '2026-11-18T10:31:54.000Z' },
  ...{ marketplaceId: 'STORE_US', storeItemId: 'B0EARBUDS', skus: ['EARBUDS-1'], revision: 512 },
  destinations: [
    {
      ...{ channelId, sellerId, channelName, type, address, status },
      outcome: outcomeExample,
      delivery: operatorDeliveryExample,
    },
  ],
};

const ReceivingShape = Type.Named('SellerReceiving', 'Whether events are made for the seller at all.', {
  since: Type.Optional.Time(
    'Since when. Absent: never; it had no destination yet, and has not read its list of events.',
  ),
  latestSequence: Type.Integer('The number of its last event.'),
  oldestSequence: Type.Integer('The oldest event that is kept.'),
  addressingSince: Type.Optional.Time(
    'Changes of the market wait to become events since this time, of whichever seller. Absent: none waits.',
  ),
});

export const OperatorEvents = Type.Named(
  'OperatorEvents',
  'A page of the events of a seller.',
  {
    events: Type.Array(OperatorEvent, 'Newest first.'),
    receiving: ReceivingShape,
    none: Type.Optional.Named('NoEvents', 'Why the page has no event.', {
      code: openSet(
        ['NO_RECEIVER', 'BEFORE_RECEIVER', 'NOT_KEPT', 'WAITING', 'NO_EVENT'],
        'For programs; an open set.',
      ),
      text: Type.String('For people.'),
    }),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  {
    examples: [
      {
        events: [operatorEventExample],
        receiving: { since: '2026-11-15T00:00:00.000Z', latestSequence: 31, oldestSequence: 1 },
      },
    ],
  },
);

export const OperatorEventQuery = Type.Object({
  from: Type.Optional.String({
    maxLength: 64,
    description: 'Queued at this time or later.',
    examples: ['2026-11-18T10:30:00Z'],
  }),
  to: Type.Optional.String({ maxLength: 64, description: 'Queued before this time.' }),
  limit: Type.Optional.Integer({ minimum: 1, maximum: 50, default: 20, description: 'The maximum number of events.' }),
  nextToken: Type.Optional.String({ maxLength: 512, ...noNul, description: 'Where the last page ended.' }),
});

export function writeOperatorEvent(event: SeenEvent) {
  const { item, revision } = event;
  return {
    ...{ sellerId: event.sellerId, eventId: event.eventId, sequence: event.sequence, eventType: event.kind },
    ...{ time: writeTime(event.atMs), queuedTime: writeTime(event.queuedMs) },
    ...(item && { marketplaceId: item.marketplaceId, storeItemId: item.itemId, skus: item.skus.slice(0, MAX_SKUS) }),
    ...(revision !== undefined && { revision }),
    destinations: event.fates.map(({ destination, delivery, outcome }) => ({
      ...writeSeen(destination),
      outcome,
      ...(delivery && { delivery: writeOperatorDelivery(delivery) }),
    })),
  };
}

export const writeReceiving = ({ sinceMs, latestSequence, oldestSequence, addressingSinceMs }: SellerReceiving) => ({
  ...(sinceMs !== undefined && { since: writeTime(sinceMs) }),
  ...{ latestSequence, oldestSequence },
  ...(addressingSinceMs !== undefined && { addressingSince: writeTime(addressingSinceMs) }),
});

/** Why there is no event in a time: what is certain first. */
export function writeNoEvents(
  { sinceMs, oldestSequence, addressingSinceMs }: SellerReceiving,
  untilMs: number | undefined,
) {
  if (sinceMs === undefined)
    return {
      code: 'NO_RECEIVER',
      text: 'No events are made for this seller: it never had a destination, and has not read its list of events.',
    };
  const since = writeTime(sinceMs);
  if (untilMs !== undefined && untilMs <= sinceMs)
    return { code: 'BEFORE_RECEIVER', text: `Events are made for this seller since ${since}: that is later.` };
  if (addressingSinceMs !== undefined && (untilMs === undefined || addressingSinceMs < untilMs))
    return {
      code: 'WAITING',
      text: `No event was made yet. Changes of the market wait since ${writeTime(addressingSinceMs)} to become events: see whether a worker runs.`,
    };
  const kept = oldestSequence > 1 ? ` Older events than number ${oldestSequence} are not kept any more.` : '';
  return {
    code: oldestSequence > 1 ? 'NOT_KEPT' : 'NO_EVENT',
    text: `No event was made for this seller in this time: nothing changed that concerns its listings, or the change was a quiet one.${kept}`,
  };
}
