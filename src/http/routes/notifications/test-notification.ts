import type { FastifyInstance, FastifyReply } from 'fastify';
import { DAY_MS } from '../../../domain/duration.ts';
import { Fault } from '../../../domain/fault.ts';
import type { KeyReused } from '../../../domain/idempotent-request.ts';
import { isId } from '../../../domain/ids.ts';
import { type DeliveryState, FAILED_STATES } from '../../../domain/notifications/delivery.ts';
import { CHANNEL_TYPES, type ChannelType } from '../../../domain/notifications/destination.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { TestRejection } from '../../../notifications/destinations/test-notifications.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { BodyReading, type Fields } from '../../../wire/body-reading.ts';
import {
  readTestNotification,
  TestNotificationAnswer,
  TestNotificationBody,
  testWarnings,
} from '../../../wire/notifications/test-notification.ts';
import { dropNullFields } from '../../../wire/null-fields.ts';
import { Type } from '../../../wire/type.ts';
import { writeWarnings } from '../../../wire/warning.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { traceOf } from '../../requests/request-trace.ts';
import {
  idempotencyAnswers,
  idempotencyHeader,
  idempotentRequest,
  keyReused,
  markReplayed,
  replayedHeader,
} from '../idempotency-header.ts';
import { LongPolls } from '../long-poll.ts';
import { preferHeader, waitSecondsOf } from '../prefer.ts';
import type { AccessOf } from './caller-access.ts';
import { DAILY_LIMITS, ensureValid, noDestination, notActive } from './destination-faults.ts';

/** How often a waiting request reads the states. */
const POLL_MS = 75;

const text = (description: string, example: string) => ({ type: 'string', description, examples: [example] });

const noneOfType = {
  message: 'There is no destination of this type to send to.',
  details: 'Create one with POST /notifications/v4/destinations, or set the status of one to ACTIVE.',
};

/** Spec 4.5, decision 28. */
export const testNotificationRoutes =
  (notifications: Notifications, facts: MarketFacts, accessOf: AccessOf) => (scope: FastifyInstance) => {
    const longPolls = new LongPolls(scope);

    scope.post('/subscriptions/:notificationType/testNotification', {
      config: { right: 'seller-api:notifications:write', documentedBody: TestNotificationBody },
      schema: {
        operationId: 'sendTestNotification',
        summary: 'Send a test notification',
        description:
          'Sends a real test notification: to one destination, or to every destination of the type that is not INACTIVE. ' +
          'The answer is sent when the test is durably queued; with `Prefer: wait=10` it waits for the outcome, which is in ' +
          '`X-Delivery-Status`. It does not wait for a PULL destination: only its receiver can acknowledge the test.',
        params: Type.Object({
          notificationType: Type.String({
            minLength: 1,
            maxLength: 256,
            description: 'EMAIL, WEBHOOKS, SMS, PULL or MOBILE_PUSH.',
            examples: ['WEBHOOKS'],
            // The handler also takes other cases and WEBHOOK, and its 400 lists the types (decision 28).
            'x-documented': { enum: CHANNEL_TYPES },
          }),
        }),
        headers: Type.Object({ ...idempotencyHeader, ...preferHeader }),
        body: Type.Object({}),
        response: {
          200: successOf(
            TestNotificationAnswer,
            'It is queued, or has arrived.',
            {},
            {
              'X-Notification-Id': text('The `id` of the event.', 'ntf_019a8541c400aa55bb66cc77dd88ee99ff02'),
              'X-Delivery-Status': text(
                'With `Prefer: wait`: DELIVERED when all have arrived; STORED when one is only a file in the outbox; DEAD, EXPIRED or CANCELED when one failed for good; otherwise PENDING.',
                'DELIVERED',
              ),
              'Preference-Applied': text('The wait that was granted.', 'wait=10'),
              ...replayedHeader,
            },
          ),
          404: answerOf('NotFound', list, {
            description: 'The caller has no destination of this type.',
            ...noneOfType,
          }),
          409: answerOf('Conflict', list, { description: 'The destination is INACTIVE.' }),
          ...idempotencyAnswers,
        },
      },
      handler: async (request, reply) => {
        const { notificationType } = request.params as { notificationType: string };
        const reading = new BodyReading();
        dropNullFields(TestNotificationBody, request.body);
        const test = readTestNotification(reading, notificationType, request.body as Fields);
        ensureValid(reading);
        const { type, destinationId } = test as NonNullable<typeof test>;
        if (destinationId !== undefined && !isId(destinationId)) throw noDestination();
        const marketplaces = await facts.marketplaces();
        const marketplaceId = marketplaces.find(({ isDefault }) => isDefault)?.marketplaceId;
        const sent = await notifications.tests.send(
          {
            access: accessOf(request),
            marketplaceId,
            trace: traceOf(request),
            ...(test as NonNullable<typeof test>),
          },
          idempotentRequest(request, `testNotification ${type}`),
        );
        if ('rejected' in sent) throw faultOf(sent.rejected, type, destinationId);
        void reply.header('x-notification-id', sent.notificationId);
        if (sent.repeated) markReplayed(reply);
        await addOutcome(reply, type, sent.deliveryIds, waitSecondsOf(request.headers.prefer));
        return reply.send(writeWarnings(testWarnings(request.body)));
      },
    });

    /** Waits until every delivery is settled, at most as long as the caller prefers, and adds their state to the answer. */
    async function addOutcome(reply: FastifyReply, type: ChannelType, ids: readonly string[], seconds?: number) {
      if (seconds === undefined) return;
      if (type === 'PULL') return void reply.header('x-delivery-status', 'PENDING');
      const poll = longPolls.begin(reply, seconds);
      try {
        let states = await notifications.log.states(ids);
        while (poll.isOpen && [...states.values()].some(isOpen)) {
          await poll.pause(POLL_MS);
          states = await notifications.log.states(ids);
        }
        // A missing delivery was deleted with its destination.
        void reply.header('x-delivery-status', overallState(ids.map((id) => states.get(id) ?? 'CANCELED')));
        void reply.header('preference-applied', `wait=${seconds}`);
      } finally {
        poll.end();
      }
    }
  };

const isOpen = (state: DeliveryState) => state === 'PENDING' || state === 'SENDING';

/** A delivery that failed for good decides, then one that is open, then one in the outbox. DELIVERED: all have arrived. */
function overallState(states: readonly DeliveryState[]): DeliveryState {
  const failed = FAILED_STATES.find((one) => states.includes(one));
  if (failed || states.some(isOpen)) return failed ?? 'PENDING';
  return states.includes('STORED') ? 'STORED' : 'DELIVERED';
}

type Rejection = (TestRejection | KeyReused)['rejected'];

function faultOf(rejection: Rejection, type: ChannelType, destinationId: string | undefined): Fault {
  switch (rejection) {
    case 'keyReused':
      return keyReused();
    case 'dailyLimit':
      return dailyLimitReached();
    case 'inactive':
      return notActive('INACTIVE');
    case 'withdrawn':
      return notActive('WITHDRAWN');
    case 'wrongType':
      return new Fault('InvalidInput', {
        message: 'The destination is of another type.',
        details: `destinationId must be a destination of type ${type}, the type in the path.`,
      });
    case 'noDestination':
      return destinationId === undefined ? new Fault('NotFound', noneOfType) : noDestination();
  }
}

/** Decision 27. The limits are per calendar day, UTC. */
function dailyLimitReached(): Fault {
  const retryAfterSeconds = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000);
  const problem = { message: 'Too many test notifications to unconfirmed addresses today.', details: DAILY_LIMITS };
  return new Fault('QuotaExceeded', problem, { hints: { retryAfterSeconds } });
}
