import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { ID_RULE, isId } from '../../../domain/ids.ts';
import { ShownNames } from '../../../domain/notifications/texts/event-names.ts';
import type { Market } from '../../../market/market.ts';
import {
  MAX_SELLER_NAMES,
  MarketplaceParticipations,
  SellerNames,
  SellerNamesQuery,
  writeParticipations,
  writeSellerNames,
} from '../../../wire/market/seller.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { ANY_SELLER_RIGHT } from '../../guards/needed-right.ts';

export const sellerRoutes =
  ({ facts, priceChanges }: Pick<Market, 'facts' | 'priceChanges'>) =>
  (scope: FastifyInstance) => {
    scope.get('/marketplaceParticipations', {
      config: { right: ANY_SELLER_RIGHT },
      schema: {
        operationId: 'getMarketplaceParticipations',
        summary: 'List marketplaces',
        description:
          'Lists the MarketplaceIds that the other endpoints take. A seller takes part in every marketplace unless the ' +
          "operator's record of the seller lists some. A seller without a record takes part in none. `priceChanges` says whether " +
          'sellers can change prices with this service.',
        response: { 200: MarketplaceParticipations },
      },
      handler: async (request) => {
        const [marketplaces, seller] = await Promise.all([facts.marketplaces(), facts.seller(sellerOf(request))]);
        return writeParticipations(marketplaces, seller, priceChanges.mode, request.caller?.person);
      },
    });

    scope.get('/sellerNames', {
      config: { right: ANY_SELLER_RIGHT },
      schema: {
        operationId: 'getSellerNames',
        summary: 'Get the names of sellers',
        description:
          'Offers, buy boxes and events name sellers by their SellerId. This gives the display names for people to read. ' +
          'A seller that the service does not know, or that has no name, is answered without one.',
        querystring: SellerNamesQuery,
        response: { 200: SellerNames },
      },
      handler: async (request) => {
        const sellers = sellerIdsOf(request.query as Static<typeof SellerNamesQuery>);
        const names = await facts.names({ items: [], sellers });
        const shown = new ShownNames(names, undefined);
        return writeSellerNames(sellers, (id) => (names.sellers.has(id) ? shown.seller(id) : undefined));
      },
    });
  };

/** Without duplicates. Throws a fault that names what would be right. */
function sellerIdsOf({ sellerIds }: Static<typeof SellerNamesQuery>): string[] {
  const ids = [...new Set(sellerIds.flatMap((value) => value.split(',')).filter((id) => id !== ''))];
  if (ids.length > 0 && ids.length <= MAX_SELLER_NAMES && ids.every(isId)) return ids;
  throw new Fault('InvalidInput', {
    message: 'sellerIds is not valid.',
    details: `Query parameter sellerIds names 1 to ${MAX_SELLER_NAMES} SellerIds, repeated or joined with commas, each of ${ID_RULE}.`,
  });
}
