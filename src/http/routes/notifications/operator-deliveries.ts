import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { isId } from '../../../domain/ids.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { identifierShape } from '../../../wire/identifier.ts';
import {
  OperatorDeliveries,
  OperatorDelivery,
  OperatorDeliveryQuery,
  operatorDeliveryExample,
  writeOperatorDelivery,
} from '../../../wire/notifications/operator-deliveries.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { cutPage } from '../page-token.ts';
import { timeOf } from '../time-field.ts';
import { readNextToken, writeNextToken } from './next-token.ts';

const NOT_FOUND = {
  message: 'There is no such delivery.',
  details: 'No seller has a delivery with this deliveryId: it does not exist, or its retention is over.',
};

/** The deliveries of all sellers (decision 55). */
export const operatorDeliveryRoutes =
  ({ oversight }: Notifications) =>
  (scope: FastifyInstance) => {
    scope.get('/deliveries', {
      config: { right: 'operator:sellers:read' },
      schema: {
        operationId: 'listDeliveriesOfSellers',
        summary: 'List deliveries of sellers',
        description:
          'What was queued for destinations, what became of it and why, newest first. Name at least one of sellerId, destinationId and eventId. ' +
          'Events and the answers of receivers are not shown: they belong to the seller.',
        querystring: OperatorDeliveryQuery,
        response: { 200: OperatorDeliveries },
      },
      handler: async (request) => {
        const asked = request.query as Static<typeof OperatorDeliveryQuery>;
        const { sellerId, destinationId, eventId, state, from, to, limit = 20, nextToken } = asked;
        if (sellerId === undefined && destinationId === undefined && eventId === undefined) throw tooWide();
        const scopeOf = JSON.stringify(['deliveries of sellers', sellerId, destinationId, eventId, state, from, to]);
        const found = await oversight.deliveries.search({
          ...{ sellerId, destinationId, eventId, state, limit: limit + 1 },
          fromMs: timeOf(from, 'Query parameter from'),
          untilMs: timeOf(to, 'Query parameter to'),
          before: nextToken === undefined ? undefined : readNextToken(scopeOf, nextToken),
        });
        const { page, last } = cutPage(found, limit);
        return {
          deliveries: page.map(writeOperatorDelivery),
          ...(last && { nextToken: writeNextToken(scopeOf, last) }),
        };
      },
    });

    scope.get('/deliveries/:deliveryId', {
      config: { right: 'operator:sellers:read' },
      schema: {
        operationId: 'getDeliveryOfSeller',
        summary: 'Read a delivery of a seller',
        description: 'A delivery with every attempt and its cause.',
        params: Type.Object({ deliveryId: identifierShape('The delivery.', operatorDeliveryExample.deliveryId) }),
        response: {
          200: successOf(OperatorDelivery, 'The delivery.', operatorDeliveryExample),
          404: answerOf('NotFound', list, { description: 'There is no such delivery.', ...NOT_FOUND }),
        },
      },
      handler: async (request) => {
        const { deliveryId } = request.params as { deliveryId: string };
        const found = isId(deliveryId) ? await oversight.deliveries.find(deliveryId) : undefined;
        if (found === undefined) throw new Fault('NotFound', NOT_FOUND);
        return writeOperatorDelivery(found);
      },
    });
  };

const tooWide = () =>
  new Fault('InvalidInput', {
    message: 'sellerId, destinationId or eventId is required.',
    details:
      'Send query parameter sellerId, destinationId or eventId: deliveries of all sellers are not listed together.',
  });
