import type { FastifyInstance } from 'fastify';
import type { MarketFacts } from '../../../market/market-facts.ts';
import { MarketplaceParticipations, writeParticipations } from '../../../wire/market/seller.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { ANY_SELLER_RIGHT } from '../../guards/needed-right.ts';

export const sellerRoutes = (facts: MarketFacts) => (scope: FastifyInstance) => {
  scope.get('/marketplaceParticipations', {
    config: { right: ANY_SELLER_RIGHT },
    schema: {
      operationId: 'getMarketplaceParticipations',
      summary: 'List marketplaces',
      description:
        'Lists the MarketplaceIds that the other endpoints take. A seller takes part in every marketplace unless the ' +
        "operator's record of the seller lists some. A seller without a record takes part in none.",
      response: { 200: MarketplaceParticipations },
    },
    handler: async (request) => {
      const [marketplaces, seller] = await Promise.all([facts.marketplaces(), facts.seller(sellerOf(request))]);
      return writeParticipations(marketplaces, seller);
    },
  });
};
