import { OUTCOME_CODES, type Outcome, statusOutcome } from '../../domain/notifications/delivery-outcome.ts';
import { DEMO_DESTINATIONS } from '../../domain/notifications/demo-ids.ts';
import { CHANNEL_TYPES, shownStatus } from '../../domain/notifications/destination.ts';
import type { SeenDestination, WatchedDestination } from '../../domain/notifications/oversight.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { noNul } from '../pricing/query.ts';
import { Type } from '../type.ts';
import { EventKindText } from './events/seller-event-shape.ts';
import { SUSPENSION_REASONS } from './events/service-event-shapes.ts';

export const OutcomeShape = Type.Named('NotificationOutcome', 'What became of it, and why.', {
  code: openSet(OUTCOME_CODES, 'For programs; an open set.'),
  text: Type.String('For people: the cause, and what it waits for.'),
});

export const outcomeExample: Outcome = {
  code: 'WAITS_FOR_RETRY',
  text: 'The next attempt is due at 2026-11-18T10:37:00.000Z. Attempt 2: The receiver answered 500 Internal Server Error.',
};

const SHOWN_STATUSES = ['PENDING_VERIFICATION', 'ACTIVE', 'INACTIVE', 'SUSPENDED'] as const;

/** What a destination is, wherever the operator sees one. */
export const seenFields = {
  channelId: Type.String('The destination.'),
  sellerId: Type.String('Its seller.'),
  channelName: Type.String('The name that the seller gave it.'),
  type: openSet(CHANNEL_TYPES, 'An open set.'),
  address: Type.Optional.String(
    'The host of a webhook or a push service, because its path may be a secret; the address of a person masked. Absent: it has none.',
  ),
  status: openSet([...SHOWN_STATUSES, 'DELETED'], 'DELETED: only in the log, until that is removed. An open set.'),
  statusReason: Type.Optional(openSet(SUSPENSION_REASONS, 'Why it is SUSPENDED; an open set.')),
};

const OperatorDestination = Type.Named('OperatorDestination', 'A destination of a seller, as the operator sees it.', {
  ...seenFields,
  sellerName: Type.Optional.String("The name of its seller. Absent: the operator's record has none."),
  stopped: Type.Optional(OutcomeShape),
  failingSince: Type.Optional.Time('The first failure since the last delivery that arrived. Absent: it does not fail.'),
  lastFailure: Type.Optional.Named('DestinationFailure', 'The last attempt that failed. Only while it fails.', {
    deliveryId: Type.String('The delivery.'),
    time: Type.Time('When it was attempted.'),
    code: Type.Optional.Integer("The receiver's code: an HTTP status, an SMTP reply."),
    cause: Type.String('Why it failed, without the address of a person.'),
  }),
  waiting: Type.Named('WaitingDeliveries', 'What waits for it or is in flight.', {
    count: Type.Integer('How many deliveries, at most 1,000.'),
    isMore: Type.Boolean('true: more than that.'),
    oldestTime: Type.Optional.Time(
      'When the oldest of them was queued. With isMore the oldest of the 500 that are due first and the 500 that are due last.',
    ),
  }),
  eventTypes: Type.Optional.Array(
    EventKindText,
    'The kinds of events that it takes. Absent: the default ones of its type.',
  ),
  windowSeconds: Type.Integer('How long it gathers events about one item.'),
  hasFilter: Type.Boolean('Whether a filter keeps events back.'),
  hasQuietHours: Type.Boolean('Whether nothing is sent at some hours.'),
  application: Type.Optional.String('The application that it belongs to. Absent: it belongs to the seller.'),
  createdBy: Type.Optional.String('The application that created it.'),
  createdTime: Type.Time('When it was created.'),
  modifiedTime: Type.Time('When it was last changed.'),
});

export const OperatorDestinationShape = OperatorDestination;

const operatorDestinationExample = {
  ...{ channelId: DEMO_DESTINATIONS.WEBHOOKS, sellerId: 'A1DEMOSELLER', channelName: 'Repricer', type: 'WEBHOOKS' },
  ...{
    sellerName: 'Demo Seller',
    address: 'https://hooks.seller.example',
    status: 'ACTIVE',
    failingSince: '2026-11-18T08:02:11.000Z',
  },
  lastFailure: {
    ...{ deliveryId: 'dlv_019a8541c4000000001f77cc88dd99ee00', time: '2026-11-18T10:32:00.000Z', code: 500 },
    cause: 'The receiver answered 500 Internal Server Error.',
  },
  waiting: { count: 41, isMore: false, oldestTime: '2026-11-18T08:02:10.000Z' },
  ...{ windowSeconds: 60, hasFilter: false, hasQuietHours: false, createdBy: 'demoseller' },
  ...{ createdTime: '2026-11-15T00:00:00.000Z', modifiedTime: '2026-11-15T00:00:00.000Z' },
};

export const OperatorDestinations = Type.Named(
  'OperatorDestinations',
  'A page of destinations.',
  {
    destinations: Type.Array(
      OperatorDestination,
      'In the order of their ids; with failingSince in the order in which they began to fail.',
    ),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  { examples: [{ destinations: [operatorDestinationExample] }] },
);

export const OperatorDestinationQuery = Type.Object({
  sellerId: Type.Optional.String({ minLength: 1, maxLength: 256, ...noNul, description: 'Only those of this seller.' }),
  state: Type.Optional.Enum([...SHOWN_STATUSES], {
    description: 'Only those with this status.',
    examples: ['SUSPENDED'],
  }),
  failingSince: Type.Optional.String({
    maxLength: 64,
    description:
      'Only those that fail, and whose first failure since the last delivery that arrived was at this time or later.',
    examples: ['2026-11-18T00:00:00Z'],
  }),
  limit: Type.Optional.Integer({
    minimum: 1,
    maximum: 50,
    default: 20,
    description: 'The maximum number of destinations.',
  }),
  nextToken: Type.Optional.String({ maxLength: 512, description: 'Where the last page ended.' }),
});

export function writeSeen(one: SeenDestination) {
  const { destinationId, sellerId, name, type, address, status, statusReason } = one;
  return {
    ...{ channelId: destinationId, sellerId, channelName: name, type },
    ...(address !== undefined && { address }),
    status: status === 'DELETED' ? status : shownStatus(status),
    ...(statusReason !== undefined && { statusReason }),
  };
}

export function writeOperatorDestination(one: WatchedDestination, sellerName?: string) {
  const stopped = statusOutcome(one);
  const { failingSinceMs, lastFailure, waiting, eventTypes, application, createdBy } = one;
  const { count, isMore, oldestMs } = waiting;
  return {
    ...writeSeen(one),
    ...(sellerName !== undefined && { sellerName }),
    ...(stopped !== undefined && { stopped }),
    ...(failingSinceMs !== undefined && { failingSince: writeTime(failingSinceMs) }),
    ...(lastFailure && {
      lastFailure: {
        ...{ deliveryId: lastFailure.deliveryId, time: writeTime(lastFailure.atMs) },
        ...(lastFailure.code !== undefined && { code: lastFailure.code }),
        cause: lastFailure.cause,
      },
    }),
    waiting: { count, isMore, ...(oldestMs !== undefined && { oldestTime: writeTime(oldestMs) }) },
    ...(eventTypes && { eventTypes: [...eventTypes] }),
    ...{ windowSeconds: one.windowSeconds, hasFilter: one.hasFilter, hasQuietHours: one.hasQuietHours },
    ...(application !== undefined && { application }),
    ...(createdBy !== undefined && { createdBy }),
    createdTime: writeTime(one.createdMs),
    modifiedTime: writeTime(one.modifiedMs),
  };
}
