import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { isId } from '../../../domain/ids.ts';
import { type DestinationAccess, hidesContact } from '../../../domain/notifications/access.ts';
import type { Delivery } from '../../../domain/notifications/delivery.ts';
import { DEMO_MESSAGE } from '../../../domain/notifications/demo-ids.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { identifierShape } from '../../../wire/identifier.ts';
import {
  DeliveriesQuery,
  DeliveryDetails,
  DeliveryPage,
  DeliveryShape,
  RecoverAnswer,
  RecoverBody,
  writeDelivery,
  writeDeliveryDetails,
} from '../../../wire/notifications/delivery.ts';
import { deliveryExamples, queuedExample } from '../../../wire/notifications/examples.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf, successWith } from '../../answers/success.ts';
import { traceOf } from '../../requests/request-trace.ts';
import { cutPage } from '../page-token.ts';
import { timeOf } from '../time-field.ts';
import type { AccessOf } from './caller-access.ts';
import { destinationAnswers, destinationIdOf, destinationParams, findOrFail, notActive } from './destination-faults.ts';
import { readNextToken, writeNextToken } from './next-token.ts';

const READ = { right: 'seller-api:notifications:read' } as const;
const WRITE = { right: 'seller-api:notifications:write' } as const;

const NOT_FOUND = {
  message: 'There is no such delivery.',
  details: 'The caller has no delivery with this deliveryId: it does not exist, or its retention is over.',
};

const params = Type.Object({
  deliveryId: identifierShape('The delivery.', DEMO_MESSAGE.deliveryId),
});

const deliveryAnswers = {
  404: answerOf('NotFound', list, { description: 'The caller has no such delivery.', ...NOT_FOUND }),
};
const conflict = {
  409: answerOf('Conflict', list, { description: 'The destination cannot receive deliveries in its current status.' }),
};

/** The delivery log, and redelivery (decision 29). */
export const deliveryRoutes = (notifications: Notifications, accessOf: AccessOf) => (scope: FastifyInstance) => {
  scope.get('/destinations/:channelId/deliveries', {
    config: READ,
    schema: {
      operationId: 'getDeliveries',
      summary: 'List deliveries',
      description:
        'The log of a destination, newest first. Every attempt of a delivery is in GET /deliveries/{deliveryId}.',
      params: destinationParams('PULL'),
      querystring: DeliveriesQuery,
      response: { 200: DeliveryPage, ...destinationAnswers },
    },
    handler: async (request) => {
      const access = accessOf(request);
      const { destinationId } = await findOrFail(notifications.destinations, access, destinationIdOf(request));
      const { state, id, from, to, limit = 20, nextToken } = request.query as Static<typeof DeliveriesQuery>;
      const query = {
        state,
        id,
        fromMs: timeOf(from, 'Query parameter from'),
        untilMs: timeOf(to, 'Query parameter to'),
        before: nextToken === undefined ? undefined : readNextToken(destinationId, nextToken),
        limit: limit + 1,
      };
      const found = await notifications.log.deliveries(destinationId, query);
      const { page, last } = cutPage(found, limit);
      const more = last && { nextToken: writeNextToken(destinationId, last) };
      return { deliveries: page.map(writeDelivery), ...more };
    },
  });

  scope.get('/deliveries/:deliveryId', {
    config: READ,
    schema: {
      operationId: 'getDelivery',
      summary: 'Get a delivery',
      description: "A delivery with every attempt and the receiver's answers, and its event.",
      params,
      response: {
        200: successWith(DeliveryDetails, 'A delivery with all its attempts and its event.', deliveryExamples),
        ...deliveryAnswers,
      },
    },
    handler: async (request) => {
      const access = accessOf(request);
      const found = await notifications.log.delivery(access, deliveryIdOf(request));
      if (!found) throw noDelivery();
      const hidesAnswers = await namesHiddenContact(access, found.delivery);
      return writeDeliveryDetails(found.delivery, found.attempts, { hidesAnswers });
    },
  });

  /**
   * The answers of mail servers and gateways quote the address that a message went to. The log does not say which one that was,
   * so after a change of the destination only what was queued since then is certain to have gone to the address of now.
   */
  const namesHiddenContact = async (access: DestinationAccess, delivery: Delivery): Promise<boolean> => {
    if (!hidesContact(access)) return false;
    const found = await notifications.destinations.find(access, delivery.destinationId);
    const contact = found?.settings.email ?? found?.settings.sms;
    if (!found || !contact) return false;
    const wasChanged = found.modifiedMs > found.createdMs && delivery.createdMs <= found.modifiedMs;
    return contact.isRegistered === true || wasChanged;
  };

  scope.post('/deliveries/:deliveryId/resend', {
    config: WRITE,
    schema: {
      operationId: 'resendDelivery',
      summary: 'Resend a delivery',
      description:
        'Queues a delivery again, in whatever state it is, with the same event and `id` and all its retries. A delivery that ' +
        'is in flight stays as it is.',
      params,
      response: {
        202: successOf(DeliveryShape, 'It is queued.', queuedExample),
        ...deliveryAnswers,
        ...conflict,
      },
    },
    handler: async (request, reply) => {
      const { redelivery } = notifications;
      const resent = await redelivery.resend(accessOf(request), deliveryIdOf(request), traceOf(request));
      if (!('rejected' in resent)) return reply.code(202).send(writeDelivery(resent));
      throw resent.rejected === 'inactive' ? cannotReceive() : noDelivery();
    },
  });

  scope.post('/destinations/:channelId/recover', {
    config: WRITE,
    schema: {
      operationId: 'recoverDeliveries',
      summary: 'Resend failed deliveries',
      description:
        'Queues again all deliveries of a destination that are DEAD, EXPIRED or CANCELED and were queued since a time. ' +
        'Those of a SUSPENDED destination wait until it is ACTIVE again.',
      params: destinationParams('PULL'),
      body: RecoverBody,
      response: { 202: RecoverAnswer, ...destinationAnswers, ...conflict },
    },
    handler: async (request, reply) => {
      const { since } = request.body as Static<typeof RecoverBody>;
      const sinceMs = timeOf(since, 'since') as number;
      const access = accessOf(request);
      const destination = await findOrFail(notifications.destinations, access, destinationIdOf(request));
      const { status } = destination;
      if (status !== 'ACTIVE' && status !== 'SUSPENDED') throw notActive(status);
      const recovered = await notifications.redelivery.recover(destination, sinceMs, traceOf(request));
      return reply.code(202).send({ recovered });
    },
  });
};

const noDelivery = () => new Fault('NotFound', NOT_FOUND);

function deliveryIdOf(request: FastifyRequest): string {
  const { deliveryId } = request.params as { deliveryId: string };
  if (!isId(deliveryId)) throw noDelivery();
  return deliveryId;
}

const cannotReceive = () =>
  new Fault('Conflict', {
    message: 'The destination of this delivery cannot receive it.',
    details: 'It is INACTIVE, SUSPENDED or not confirmed. Set its status to ACTIVE first.',
  });
