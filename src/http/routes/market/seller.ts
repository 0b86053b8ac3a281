import type { FastifyInstance } from 'fastify';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { Seller } from '../../../domain/market/seller.ts';
import { MarketplaceParticipations, writeParticipations } from '../../../wire/market/seller.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { ANY_SELLER_RIGHT } from '../../guards/needed-right.ts';

/** What the route reads: every marketplace there is, and the seller's record, which the operator may not have given. */
export type ParticipationFacts = {
  marketplaces(): Promise<readonly Marketplace[]> | readonly Marketplace[];
  seller(sellerId: string): Promise<Seller | undefined>;
};

export const sellerRoutes = (facts: ParticipationFacts) => (scope: FastifyInstance) => {
  scope.get(
    '/marketplaceParticipations',
    {
      config: { right: ANY_SELLER_RIGHT },
      schema: {
        operationId: 'getMarketplaceParticipations',
        summary: 'Which marketplaces are there, and where does the seller take part?',
        description:
          'How a client learns the MarketplaceIds that it may use. A seller takes part everywhere unless the operator has ' +
          'said where; a seller of whom the market knows nothing yet takes part nowhere.',
        response: { 200: MarketplaceParticipations },
      },
    },
    async (request) => {
      const [marketplaces, seller] = await Promise.all([facts.marketplaces(), facts.seller(sellerOf(request))]);
      return writeParticipations(marketplaces, seller);
    },
  );
};
