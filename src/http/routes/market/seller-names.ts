import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { ID_RULE, isId } from '../../../domain/ids.ts';
import { ShownNames } from '../../../domain/notifications/texts/event-names.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import {
  MAX_SELLER_NAMES,
  SellerNames,
  SellerNamesQuery,
  writeSellerNames,
} from '../../../wire/market/seller-names.ts';
import { ANY_SELLER_RIGHT } from '../../guards/needed-right.ts';

/** One keyed read of each seller. */
export const sellerNameRoutes = (facts: MarketFacts) => (scope: FastifyInstance) => {
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
