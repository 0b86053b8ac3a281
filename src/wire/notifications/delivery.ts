import type { Static } from 'typebox';
import { type Attempt, DELIVERY_STATES, type Delivery } from '../../domain/notifications/delivery.ts';
import { deliveryItemOf, type LoggedDelivery } from '../../domain/notifications/logged-delivery.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { noNul } from '../pricing/query.ts';
import { Type } from '../type.ts';
import { FILTER_KEYS } from './event-filter.ts';
import { EventKindText, SellerEvent } from './events/seller-event-shape.ts';
import { queuedExample } from './examples.ts';

const attemptFields = {
  number: Type.Integer('From 1.'),
  outcome: openSet(
    ['DELIVERED', 'STORED', 'FAILED', 'IN_PROGRESS', 'UNKNOWN'],
    'DELIVERED, STORED, FAILED, IN_PROGRESS, or UNKNOWN: it was started and its outcome was never stored; an open set.',
  ),
  startedTime: Type.Optional.Time('When it was started.'),
  durationMs: Type.Optional.Integer('How long it took.'),
  code: Type.Optional.Integer("The receiver's code: an HTTP status, an SMTP reply."),
  error: Type.Optional.String('What went wrong.'),
};

const AttemptShape = Type.Named('DeliveryAttempt', 'One attempt.', {
  ...attemptFields,
  answer: Type.Optional.String("The beginning of the receiver's answer."),
});

/** An event of a seller with hundreds of SKUs on one item names them all. */
const MAX_SKUS = 10;

export const deliveryFields = {
  deliveryId: Type.String('Its identifier.'),
  channelId: Type.String('The destination.'),
  notificationId: Type.String('The `id` of the event: the same in every delivery of it.'),
  eventType: EventKindText,
  isTest: Type.Boolean('Whether it is a test notification.'),
  state: openSet(DELIVERY_STATES, {
    title: 'DeliveryState',
    description:
      'PENDING waits for its next attempt, SENDING is in flight or held by a receiver, DELIVERED was acknowledged, ' +
      "STORED is a file in the operator's outbox, because no mail server or SMS gateway is configured, " +
      'DEAD failed for good, EXPIRED was not delivered in time, CANCELED was canceled, SUPERSEDED was replaced by a newer event ' +
      '(supersededBy), FILTERED was kept back by the filter of the destination (filteredBy); an open set.',
  }),
  heldBy: Type.Optional(
    openSet(
      ['WINDOW', 'HOURLY_LIMIT', 'DAILY_LIMIT', 'QUIET_HOURS'],
      'While it is PENDING: why it waits until nextAttemptTime. WINDOW: the window of the destination, HOURLY_LIMIT: one e-mail an hour ' +
        'for each kind, DAILY_LIMIT: 10 SMS a day, QUIET_HOURS: the quiet hours of the destination; an open set.',
    ),
  ),
  supersededBy: Type.Optional.String('The notification that replaced it.'),
  filteredBy: Type.Optional(openSet(FILTER_KEYS, 'The key of the filter that kept it back; an open set.')),
  attemptCount: Type.Integer('How many attempts were started.'),
  lastAttempt: Type.Optional.Named(
    'LastDeliveryAttempt',
    "The last attempt, without the receiver's answer. Absent: none was started, or the answer is about a resend.",
    attemptFields,
  ),
  marketplaceId: Type.Optional.String('The marketplace of the item.'),
  storeItemId: Type.Optional.String(
    'The item that the event is about. Absent: it is about none, or the answer is about a resend.',
  ),
  skus: Type.Optional.Array(Type.String(), {
    maxItems: MAX_SKUS,
    description: "With storeItemId: the first of the caller's SKUs that the event names.",
  }),
  createdTime: Type.Time('When it was queued.'),
  nextAttemptTime: Type.Optional.Time('While it is PENDING: the earliest time of the next attempt.'),
  settledTime: Type.Optional.Time('When it reached a final state.'),
  expiresTime: Type.Time('When it expires.'),
};

export const DeliveryShape = Type.Named('Delivery', 'One notification to one destination.', deliveryFields);

export const DeliveryPage = Type.Named(
  'Deliveries',
  'A page of the log.',
  {
    deliveries: Type.Array(DeliveryShape, 'Newest first.'),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  { examples: [{ deliveries: [queuedExample] }] },
);

export const DeliveryDetails = Type.Named('DeliveryDetails', 'A delivery with all its attempts and its event.', {
  ...deliveryFields,
  attempts: Type.Array(AttemptShape, 'Every attempt, in order.'),
  event: SellerEvent,
});

export const DeliveriesQuery = Type.Object({
  state: Type.Optional.Enum(DELIVERY_STATES, { description: 'Only deliveries in this state.', examples: ['PENDING'] }),
  id: Type.Optional.String({
    minLength: 1,
    maxLength: 256,
    ...noNul,
    description:
      'Only the delivery with this `deliveryId`, or the deliveries of the notification with this `notificationId` (the `id` of the event).',
  }),
  from: Type.Optional.String({ description: 'Queued at this time or later.', examples: ['2026-11-15T00:00:00Z'] }),
  to: Type.Optional.String('Queued before this time.'),
  limit: Type.Optional.Integer({
    minimum: 1,
    maximum: 100,
    default: 20,
    description: 'The maximum number of deliveries.',
  }),
  nextToken: Type.Optional.String({ maxLength: 256, description: 'Where the last page ended.' }),
});

export const RecoverBody = Type.Named(
  'RecoverDeliveries',
  'Which deliveries to recover.',
  {
    since: Type.String({
      description: 'Failed deliveries that were queued at this time or later.',
      examples: ['2026-11-15T00:00:00Z'],
    }),
  },
  { examples: [{ since: '2026-11-15T00:00:00Z' }] },
);

export const RecoverAnswer = Type.Named(
  'RecoveredDeliveries',
  'How many deliveries are sent again.',
  { recovered: Type.Integer('How many are queued again.') },
  { examples: [{ recovered: 0 }, { recovered: 12 }] },
);

export function writeDelivery(delivery: LoggedDelivery): Static<typeof DeliveryShape> {
  const { item, lastAttempt } = delivery;
  const { deliveryId, destinationId, notificationId, isTest, state, dueMs, settledMs, reason, supersededBy } = delivery;
  return {
    ...{ deliveryId, channelId: destinationId, notificationId, eventType: delivery.kind, isTest, state },
    attemptCount: delivery.attempts,
    createdTime: writeTime(delivery.createdMs),
    ...(state === 'PENDING' ? { nextAttemptTime: writeTime(dueMs) } : {}),
    ...(settledMs === undefined ? {} : { settledTime: writeTime(settledMs) }),
    expiresTime: writeTime(delivery.expiresMs),
    ...(state === 'PENDING' && reason !== undefined ? { heldBy: reason } : {}),
    ...(state === 'SUPERSEDED' && supersededBy !== undefined ? { supersededBy } : {}),
    ...(state === 'FILTERED' && reason !== undefined ? { filteredBy: reason } : {}),
    ...(lastAttempt && { lastAttempt: writeAttempt(delivery, lastAttempt) }),
    ...(item && { marketplaceId: item.marketplaceId, storeItemId: item.itemId, skus: item.skus.slice(0, MAX_SKUS) }),
  };
}

/** `hidesAnswers`: leaves out what receivers answered, which may name an address that the caller must not learn. */
export function writeDeliveryDetails(
  delivery: Delivery,
  attempts: readonly Attempt[],
  { hidesAnswers }: { hidesAnswers: boolean },
): object {
  const event = JSON.parse(delivery.body) as { subject?: string; data?: unknown };
  const written = attempts.map(({ answer, ...rest }) =>
    writeAttempt(delivery, answer === undefined || hidesAnswers ? rest : { ...rest, answer }),
  );
  const last = attempts.at(-1);
  const { answer: _inAttempts, ...lastAttempt } = last ?? { number: 0 };
  const item = deliveryItemOf({ kind: delivery.kind, itemId: event.subject, data: event.data });
  const logged = writeDelivery({ ...delivery, item, ...(last && { lastAttempt }) });
  return { ...logged, attempts: written, event };
}

function writeAttempt(delivery: LoggedDelivery, attempt: Attempt): Static<typeof AttemptShape> {
  const { number, startedMs, ...rest } = attempt;
  const startedTime = startedMs === undefined ? {} : { startedTime: writeTime(startedMs) };
  return { number, outcome: attemptOutcome(delivery, attempt), ...startedTime, ...rest };
}

/** A 2xx code is an acknowledgement in HTTP and in SMTP. Pulled deliveries have no code. */
function attemptOutcome({ state, attempts }: LoggedDelivery, { number, durationMs, code, error }: Attempt): string {
  if (durationMs === undefined) return state === 'SENDING' && number === attempts ? 'IN_PROGRESS' : 'UNKNOWN';
  const isAccepted = error === undefined && (code === undefined || (code >= 200 && code < 300));
  if (!isAccepted) return 'FAILED';
  return state === 'STORED' && number === attempts ? 'STORED' : 'DELIVERED';
}
