import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import type { KeyReused } from '../../../domain/idempotent-request.ts';
import { isId } from '../../../domain/ids.ts';
import { MAX_KIND_FILTER_CHARACTERS } from '../../../domain/notifications/kind-choice.ts';
import type { EventKind } from '../../../domain/notifications/notification.ts';
import { destinationIdIn, SUBSCRIBED_KINDS } from '../../../domain/notifications/subscription.ts';
import type { SubscribeRejection } from '../../../notifications/destinations/subscriptions.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { BodyReading, type Fields } from '../../../wire/body-reading.ts';
import {
  createdExample,
  deletedExample,
  kindExample,
  kindsFixed,
  readSubscribedKind,
  readSubscription,
  SubscriptionBody,
  SubscriptionDeleted,
  SubscriptionList,
  SubscriptionShape,
  subscriptionExample,
  subscriptionWarnings,
  writeSubscription,
} from '../../../wire/notifications/subscription.ts';
import { dropNullFields } from '../../../wire/null-fields.ts';
import { Type } from '../../../wire/type.ts';
import { writeWarnings } from '../../../wire/warning.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { warnOfFields } from '../../requests/warning-header.ts';
import {
  idempotencyAnswers,
  idempotencyHeader,
  idempotentRequest,
  keyReused,
  markReplayed,
  replayedHeader,
} from '../idempotency-header.ts';
import type { AccessOf } from './caller-access.ts';
import { destinationAnswers, ensureValid, noDestination } from './destination-faults.ts';

const READ = { right: 'seller-api:notifications:read' } as const;
const WRITE = { right: 'seller-api:notifications:write' } as const;

const kindParam = (example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 256,
    description: `The kind of events: ${SUBSCRIBED_KINDS.join(', ')}.`,
    examples: [example],
    // The handler takes other cases, too, and its 400 lists the kinds (decision 58).
    'x-documented': { enum: SUBSCRIBED_KINDS },
  });
const subscriptionParams = (kind: string, subscriptionId: string) =>
  Type.Object({
    notificationType: kindParam(kind),
    subscriptionId: Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'The subscription.',
      examples: [subscriptionId],
    }),
  });

const NO_SUBSCRIPTION = {
  message: 'There is no such subscription.',
  details:
    'The caller has no subscription to this kind with this subscriptionId. GET /notifications/v4/subscriptions/{notificationType} lists them.',
};
/** The same bytes for the subscription of another seller or application, and for one that does not exist. */
const noSubscription = () => new Fault('NotFound', NO_SUBSCRIPTION);
const subscriptionAnswers = {
  404: answerOf('NotFound', list, { description: 'The caller has no such subscription.', ...NO_SUBSCRIPTION }),
};

const DELETED = {
  message: 'The subscription that this Idempotency-Key created has been deleted.',
  details: 'Use a new key to create it again.',
};

/** Which kinds a destination gets, one by one (decision 58). */
export const subscriptionRoutes = (notifications: Notifications, accessOf: AccessOf) => (scope: FastifyInstance) => {
  const { subscriptions } = notifications;

  scope.post('/subscriptions/:notificationType', {
    config: { ...WRITE, documentedBody: SubscriptionBody },
    schema: {
      operationId: 'createSubscription',
      summary: 'Subscribe a destination',
      description:
        'Makes the subscription, or sets its choices if there is one: afterwards it is as the body says. It is the same fact as ' +
        '`eventTypes` of the destination, which `choicesByKind` there shows, too. A destination without `eventTypes` has ' +
        'subscriptions to the default kinds of its type. If it is subscribed to another kind, its list is fixed, and `warnings` says so.',
      params: Type.Object({ notificationType: kindParam(kindExample) }),
      headers: Type.Object(idempotencyHeader),
      body: Type.Object({}),
      response: {
        200: successOf(SubscriptionShape, 'The subscription.', createdExample, replayedHeader),
        ...destinationAnswers,
        409: answerOf('Conflict', list, {
          description: 'The subscription that the Idempotency-Key created was deleted.',
          ...DELETED,
        }),
        ...idempotencyAnswers,
      },
    },
    handler: async (request, reply) => {
      const kind = kindIn(request);
      const body = request.body as Fields;
      dropNullFields(SubscriptionBody, body);
      const reading = new BodyReading();
      const draft = readSubscription(reading, body);
      ensureValid(reading);
      const { destinationId, choice } = draft as NonNullable<typeof draft>;
      if (!isId(destinationId)) throw noDestination();
      const created = await subscriptions.subscribe(
        accessOf(request),
        { destinationId, kind, choice },
        idempotentRequest(request, `createSubscription ${kind}`),
      );
      if ('rejected' in created) throw faultOf(created.rejected);
      if (created.repeated) markReplayed(reply);
      const fixed = created.isFixed ? [kindsFixed()] : [];
      const unknown = subscriptionWarnings(body, (keys) => warnOfFields(reply, keys));
      return { ...writeSubscription(created.subscription), ...writeWarnings([...fixed, ...unknown]) };
    },
  });

  scope.get('/subscriptions/:notificationType', {
    config: READ,
    schema: {
      operationId: 'getSubscriptions',
      summary: 'List subscriptions',
      description:
        "The caller's destinations that get this kind, with the filter and the window that count for it. An application that the " +
        'seller authorized gets those of its own destinations only.',
      params: Type.Object({ notificationType: kindParam(kindExample) }),
      response: { 200: SubscriptionList },
    },
    handler: async (request) => {
      const found = await subscriptions.list(accessOf(request), kindIn(request));
      return { subscriptions: found.map(writeSubscription) };
    },
  });

  scope.get('/subscriptions/:notificationType/:subscriptionId', {
    config: READ,
    schema: {
      operationId: 'getSubscription',
      summary: 'Get a subscription',
      description: 'One subscription of the caller, with the filter and the window that count for it.',
      params: subscriptionParams(kindExample, subscriptionExample.subscriptionId),
      response: {
        200: successOf(SubscriptionShape, 'The subscription.', subscriptionExample),
        ...subscriptionAnswers,
      },
    },
    handler: async (request) => {
      const { kind, destinationId } = subscriptionIn(request);
      const found = await subscriptions.find(accessOf(request), destinationId, kind);
      if (!found) throw noSubscription();
      return writeSubscription(found);
    },
  });

  scope.delete('/subscriptions/:notificationType/:subscriptionId', {
    config: WRITE,
    schema: {
      operationId: 'deleteSubscription',
      summary: 'Delete a subscription',
      description:
        'The destination gets no more events of this kind; what is queued is still sent. A destination that had the default kinds has ' +
        'a list of the others afterwards, and `warnings` says so. Without its last subscription it waits for others.',
      params: subscriptionParams(deletedExample.kind, deletedExample.subscriptionId),
      response: {
        200: successOf(SubscriptionDeleted, 'The subscription is deleted.', { warnings: [kindsFixed()] }),
        ...subscriptionAnswers,
      },
    },
    handler: async (request) => {
      const { kind, destinationId } = subscriptionIn(request);
      const deleted = await subscriptions.unsubscribe(accessOf(request), destinationId, kind);
      if (!deleted) throw noSubscription();
      return writeWarnings(deleted.isFixed ? [kindsFixed()] : []);
    },
  });
};

function kindIn(request: FastifyRequest): EventKind {
  const { notificationType } = request.params as { notificationType: string };
  const reading = new BodyReading();
  const kind = readSubscribedKind(reading, notificationType);
  ensureValid(reading);
  return kind as EventKind;
}

function subscriptionIn(request: FastifyRequest): { kind: EventKind; destinationId: string } {
  const kind = kindIn(request);
  const destinationId = destinationIdIn((request.params as { subscriptionId: string }).subscriptionId, kind);
  // Saves a read for a text that cannot be an id.
  if (destinationId === undefined || !isId(destinationId)) throw noSubscription();
  return { kind, destinationId };
}

function faultOf(rejection: (SubscribeRejection | KeyReused)['rejected']): Fault {
  switch (rejection) {
    case 'keyReused':
      return keyReused();
    case 'deleted':
      return new Fault('Conflict', DELETED);
    case 'noDestination':
      return noDestination();
    case 'tooLarge':
      return new Fault('InvalidInput', {
        message: 'processingDirective.eventFilter is not valid.',
        details: `processingDirective.eventFilter is too large: the filters by kind of a destination have at most ${MAX_KIND_FILTER_CHARACTERS} characters together.`,
      });
  }
}
