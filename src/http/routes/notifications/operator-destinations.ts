import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { DestinationStatus } from '../../../domain/notifications/destination.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import type { OverviewPlace } from '../../../notifications/oversight/destination-overview.ts';
import {
  OperatorDestinationQuery,
  OperatorDestinations,
  writeOperatorDestination,
} from '../../../wire/notifications/operator-destinations.ts';
import { cutPage, type PagedList, readPageToken, writePageToken } from '../page-token.ts';
import { timeOf } from '../time-field.ts';

/** The destinations of all sellers (decision 55). */
export const operatorDestinationRoutes =
  ({ oversight }: Notifications, facts: Pick<MarketFacts, 'names'>) =>
  (scope: FastifyInstance) => {
    scope.get('/destinations', {
      config: { right: 'operator:sellers:read' },
      schema: {
        operationId: 'listDestinationsOfSellers',
        summary: 'List destinations of sellers',
        description:
          'Where sellers want notifications, whether that works, why the last attempt failed, and how long the oldest notification waits. No ' +
          'settings: no path of a webhook, no header, no secret, no key, and no whole address of a person.',
        querystring: OperatorDestinationQuery,
        response: { 200: OperatorDestinations },
      },
      handler: async (request) => {
        const {
          sellerId,
          state,
          failingSince,
          limit = 20,
          nextToken,
        } = request.query as Static<typeof OperatorDestinationQuery>;
        const failingSinceMs = timeOf(failingSince, 'Query parameter failingSince');
        const list = listOf([sellerId, state, failingSinceMs]);
        const found = await oversight.destinations.page({
          ...{ sellerId, failingSinceMs, statuses: state && STATUSES[state], limit: limit + 1 },
          after: nextToken === undefined ? undefined : readPageToken(list, nextToken, placeIn),
        });
        const { page, last } = cutPage(found, limit);
        const place = last && `${failingSinceMs === undefined ? 0 : last.failingSinceMs}.${last.destinationId}`;
        const sellers = [...new Set(page.map((one) => one.sellerId))];
        const names = await facts.names({ items: [], sellers });
        return {
          destinations: page.map((one) => writeOperatorDestination(one, names.sellers.get(one.sellerId))),
          ...(place !== undefined && { nextToken: writePageToken(list, place) }),
        };
      },
    });
  };

/** WITHDRAWN is shown as SUSPENDED. */
const STATUSES: Readonly<Record<string, readonly DestinationStatus[]>> = {
  PENDING_VERIFICATION: ['PENDING_VERIFICATION'],
  ACTIVE: ['ACTIVE'],
  INACTIVE: ['INACTIVE'],
  SUSPENDED: ['SUSPENDED', 'WITHDRAWN'],
};

const listOf = (asked: readonly unknown[]): PagedList => ({
  scope: JSON.stringify(['destinations of sellers', ...asked.map((one) => one ?? null)]),
  sameParameters: ', with the same parameters',
  checksum: 'last',
});

function placeIn(position: string): OverviewPlace | undefined {
  const [, failingMs, destinationId] = /^(\d{1,15})\.(\w{1,64})$/.exec(position) ?? [];
  return destinationId === undefined ? undefined : { failingMs: Number(failingMs), destinationId };
}
