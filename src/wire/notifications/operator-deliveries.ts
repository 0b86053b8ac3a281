import { DELIVERY_STATES } from '../../domain/notifications/delivery.ts';
import { attemptCause } from '../../domain/notifications/delivery-outcome.ts';
import { DEMO_DESTINATIONS } from '../../domain/notifications/demo-ids.ts';
import type { SeenDelivery } from '../../domain/notifications/oversight.ts';
import { writeTime } from '../../domain/time.ts';
import { noNul } from '../pricing/query.ts';
import { Type } from '../type.ts';
import { deliveryFields, writeDelivery } from './delivery.ts';
import { OutcomeShape, outcomeExample, seenFields, writeSeen } from './operator-destinations.ts';

const { lastAttempt: _inAttempts, channelId: _inSeen, ...fields } = deliveryFields;

const OperatorAttempt = Type.Named('OperatorDeliveryAttempt', 'One attempt.', {
  number: Type.Integer('From 1.'),
  startedTime: Type.Optional.Time('When it was started. Absent: that was never stored.'),
  durationMs: Type.Optional.Integer('How long it took. Absent: it has no outcome.'),
  code: Type.Optional.Integer("The receiver's code: an HTTP status, an SMTP reply."),
  cause: Type.Optional.String('Why it failed, without the address of a person. Absent: it arrived, or is in flight.'),
});

/** Without the event and the receiver's answers: they are the seller's. */
const operatorDeliveryFields = {
  ...fields,
  ...seenFields,
  outcome: OutcomeShape,
  attempts: Type.Array(OperatorAttempt, 'In order. In a list the last five.'),
};

export const OperatorDelivery = Type.Named(
  'OperatorDelivery',
  'A notification to one destination, as the operator sees it.',
  operatorDeliveryFields,
);

const NOTIFICATION = 'ntf_019a8541c3ff55bb66cc77dd88ee99ff0011';

export const operatorDeliveryExample = {
  ...{
    deliveryId: 'dlv_019a8541c4000000001f77cc88dd99ee00',
    notificationId: NOTIFICATION,
    eventType: 'BUY_BOX_CHANGED',
  },
  ...{
    isTest: false,
    state: 'PENDING',
    attemptCount: 2,
    marketplaceId: 'STORE_US',
    storeItemId: 'B0EARBUDS',
    skus: ['EARBUDS-1'],
  },
  ...{ createdTime: '2026-11-18T10:31:54.000Z', nextAttemptTime: '2026-11-18T10:37:00.000Z' },
  expiresTime: '2026-11-25T10:31:54.000Z',
  ...{ channelId: DEMO_DESTINATIONS.WEBHOOKS, sellerId: 'A1DEMOSELLER', channelName: 'Repricer', type: 'WEBHOOKS' },
  ...{ address: 'https://hooks.seller.example', status: 'ACTIVE' },
  outcome: outcomeExample,
  attempts: [
    {
      ...{ number: 2, startedTime: '2026-11-18T10:32:00.000Z', durationMs: 41, code: 500 },
      cause: 'The receiver answered 500 Internal Server Error.',
    },
  ],
};

export const OperatorDeliveries = Type.Named(
  'OperatorDeliveries',
  'A page of deliveries.',
  {
    deliveries: Type.Array(OperatorDelivery, 'Newest first.'),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  { examples: [{ deliveries: [operatorDeliveryExample] }] },
);

const id = (description: string) => Type.Optional.String({ minLength: 1, maxLength: 256, ...noNul, description });

export const OperatorDeliveryQuery = Type.Object({
  sellerId: id('Only those of this seller.'),
  destinationId: id('Only those to this destination, by its channelId.'),
  eventId: id('Only those of this event or test: the `id` that the receiver got, `notificationId` in the log.'),
  state: Type.Optional.Enum([...DELIVERY_STATES], {
    description: 'Only deliveries in this state.',
    examples: ['DEAD'],
  }),
  from: Type.Optional.String({ maxLength: 64, description: 'Queued at this time or later.' }),
  to: Type.Optional.String({ maxLength: 64, description: 'Queued before this time.' }),
  limit: Type.Optional.Integer({
    minimum: 1,
    maximum: 50,
    default: 20,
    description: 'The maximum number of deliveries.',
  }),
  nextToken: Type.Optional.String({ maxLength: 512, description: 'Where the last page ended.' }),
});

export function writeOperatorDelivery(delivery: SeenDelivery) {
  const { destination, attempted, outcome } = delivery;
  const { lastAttempt: _none, ...written } = writeDelivery({ ...delivery, body: '' });
  return {
    ...written,
    ...writeSeen(destination),
    outcome,
    attempts: attempted.map((attempt) => {
      const { number, startedMs, durationMs, code } = attempt;
      const isInFlight = delivery.state === 'SENDING' && number === delivery.attempts && durationMs === undefined;
      const cause = isInFlight ? undefined : attemptCause(attempt);
      return {
        number,
        ...(startedMs !== undefined && { startedTime: writeTime(startedMs) }),
        ...(durationMs !== undefined && { durationMs }),
        ...(code !== undefined && { code }),
        ...(cause !== undefined && { cause }),
      };
    }),
  };
}
