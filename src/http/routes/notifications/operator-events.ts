import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { SellerParams } from '../../../wire/accounts/seller-accounts.ts';
import {
  OperatorEventQuery,
  OperatorEvents,
  writeNoEvents,
  writeOperatorEvent,
  writeReceiving,
} from '../../../wire/notifications/operator-events.ts';
import { TraceQuery, TraceShape, writeTrace } from '../../../wire/notifications/trace.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { cutPage, type PagedList, readPageToken, writePageToken } from '../page-token.ts';
import { timeOf } from '../time-field.ts';

const NOTHING = {
  message: 'Nothing has this id.',
  details:
    'Query parameter id must be the id of a delivery (dlv_...), of an event or test (ntf_...) or of a destination (ch_...), and what it is ' +
    'of must still be kept. An event that no destination took is found only with query parameter sellerId.',
};

/** The events of each seller and what became of them (decision 55). */
export const operatorEventRoutes =
  ({ oversight }: Notifications) =>
  (scope: FastifyInstance) => {
    scope.get('/sellers/:sellerId/events', {
      config: { right: 'operator:sellers:read' },
      schema: {
        operationId: 'listEventsOfSeller',
        summary: 'List events of a seller',
        description:
          'The events that were made for a seller, newest first, and what became of each at each of its destinations: also why one did not get ' +
          'it. Where there is none, `none` says why. What an event says is not shown. Reading it makes nobody a receiver of events.',
        params: SellerParams,
        querystring: OperatorEventQuery,
        response: { 200: OperatorEvents },
      },
      handler: async (request) => {
        const { sellerId } = request.params as Static<typeof SellerParams>;
        const { from, to, limit = 20, nextToken } = request.query as Static<typeof OperatorEventQuery>;
        const pages = listOf([sellerId, from, to]);
        const untilMs = timeOf(to, 'Query parameter to');
        const { events, receiving } = await oversight.events.page({
          ...{ sellerId, fromMs: timeOf(from, 'Query parameter from'), untilMs, limit: limit + 1 },
          beforeSequence: nextToken === undefined ? undefined : readPageToken(pages, nextToken, sequenceIn),
        });
        const { page, last } = cutPage(events, limit);
        return {
          events: page.map(writeOperatorEvent),
          receiving: writeReceiving(receiving),
          ...(page.length === 0 && nextToken === undefined && { none: writeNoEvents(receiving, untilMs) }),
          ...(last && { nextToken: writePageToken(pages, String(last.sequence)) }),
        };
      },
    });

    scope.get('/trace', {
      config: { right: 'operator:sellers:read' },
      schema: {
        operationId: 'traceNotification',
        summary: 'Trace a notification',
        description:
          'From the id of a delivery, an event or a destination to its cause: the change of the market, the event that it became, and for each ' +
          'destination whether it was queued, held, left out by a filter or never for it, every failed attempt, and what it waits for.',
        querystring: TraceQuery,
        response: {
          200: TraceShape,
          404: answerOf('NotFound', list, { description: 'Nothing has this id.', ...NOTHING }),
        },
      },
      handler: async (request) => {
        const { id, sellerId } = request.query as Static<typeof TraceQuery>;
        const found = await oversight.traces.find(id, sellerId);
        if (found === undefined) throw new Fault('NotFound', NOTHING);
        return writeTrace(found);
      },
    });
  };

const listOf = (asked: readonly unknown[]): PagedList => ({
  scope: JSON.stringify(['events of a seller', ...asked.map((one) => one ?? null)]),
  sameParameters: ', with the same parameters',
  checksum: 'last',
});

const sequenceIn = (position: string): number | undefined =>
  /^\d{1,15}$/.test(position) ? Number(position) : undefined;
