import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { dayOf } from '../../../domain/duration.ts';
import { Fault } from '../../../domain/fault.ts';
import { isId } from '../../../domain/ids.ts';
import type { Market } from '../../../market/market.ts';
import type { SellerOverviewRow } from '../../../market/overview/seller-overview.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import type { UsageReader } from '../../../usage/usage-reader.ts';
import { identifierShape } from '../../../wire/identifier.ts';
import {
  MarketSellerQuery,
  MarketSellerShape,
  MarketSellers,
  marketSellerExample,
  writeMarketSeller,
} from '../../../wire/market/market-sellers.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { cutPage, type PagedList, readPageToken, writePageToken } from '../page-token.ts';

const NONE = {
  message: 'There is no such seller.',
  details:
    'The operator has sent no record of a seller with this SellerId. GET /operator/v1/marketSellers lists those that there are.',
};

type Parts = {
  readonly market: Pick<Market, 'sellers' | 'now'>;
  readonly notifications: Notifications;
  readonly usage: UsageReader;
};

/** The sellers of the market with what the operator is asked about them first (decision 55). Those that can sign in: `GET /sellers`. */
export const marketSellerRoutes =
  ({ market, notifications, usage }: Parts) =>
  (scope: FastifyInstance) => {
    const described = async (sellers: readonly SellerOverviewRow[]) => {
      const ids = sellers.map(({ sellerId }) => sellerId);
      const health = await notifications.oversight.health(ids);
      const used = await usage.ofSellers(ids, dayOf(usage.now()));
      return sellers.map((one) => writeMarketSeller(one, health.get(one.sellerId), used.get(one.sellerId)));
    };

    scope.get('/marketSellers', {
      config: { right: 'operator:sellers:read' },
      schema: {
        operationId: 'listMarketSellers',
        summary: 'List sellers of the market',
        description:
          'Every seller that the operator has sent a record of: how many listings in which state, its share of the buy boxes today, how its ' +
          'destinations are and how much it used the API today. In the order of SellerIds; GET /operator/v1/usage has the busiest first, ' +
          'GET /operator/v1/destinations those that fail.',
        querystring: MarketSellerQuery,
        response: { 200: MarketSellers },
      },
      handler: async (request) => {
        const { q = '', limit = 20, nextToken } = request.query as Static<typeof MarketSellerQuery>;
        const after = nextToken === undefined ? '' : readPageToken(listOf(q), nextToken, idIn);
        const found = await market.sellers.page({ prefix: q, after, limit: limit + 1 });
        const { page, last } = cutPage(found, limit);
        return { sellers: await described(page), ...(last && { nextToken: writePageToken(listOf(q), last.sellerId) }) };
      },
    });

    scope.get('/marketSellers/:sellerId', {
      config: { right: 'operator:sellers:read' },
      schema: {
        operationId: 'getMarketSeller',
        summary: 'Read a seller of the market',
        description:
          'Its listings, its share of the buy boxes in the last seven days, its destinations and its usage of today. Its people are in GET ' +
          '/operator/v1/sellers/{sellerId}, its applications in GET /operator/v1/applications.',
        params: Type.Object({ sellerId: identifierShape('The SellerId.', 'A1DEMOSELLER') }),
        response: {
          200: successOf(MarketSellerShape, 'The seller.', marketSellerExample),
          404: answerOf('NotFound', list, { description: 'There is no such seller.', ...NONE }),
        },
      },
      handler: async (request) => {
        const { sellerId } = request.params as { sellerId: string };
        const found = isId(sellerId) ? await market.sellers.find(sellerId) : undefined;
        if (found === undefined) throw new Fault('NotFound', NONE);
        return (await described([found]))[0];
      },
    });
  };

const listOf = (prefix: string): PagedList => ({
  ...{ scope: `sellers of the market ${prefix}`, sameParameters: ', with the same parameters', checksum: 'last' },
});

const idIn = (position: string) => (isId(position) ? position : undefined);
