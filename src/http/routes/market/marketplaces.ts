import type { FastifyInstance } from 'fastify';
import { scheduleInForce } from '../../../domain/fees/estimate.ts';
import type { Imports } from '../../../imports/imports.ts';
import type { Market } from '../../../market/market.ts';
import { OperatorMarketplaces, writeMarketplaces } from '../../../wire/market/marketplaces.ts';

/** The operator's marketplaces with their counts (decision 55). */
export const marketplaceRoutes = (market: Market, imports: Pick<Imports, 'lastOf'>) => (scope: FastifyInstance) => {
  scope.get('/marketplaces', {
    config: { right: 'operator:market:read' },
    schema: {
      operationId: 'getMarketplaces',
      summary: 'List marketplaces with counts',
      description:
        'Every marketplace: how many items, offers and sellers it has, how many offers are on sale and in which state, how fresh that is, the last import, and the ' +
        'fee schedule in force with those to come. Counting ends at a bound, and the count says so; it is repeated every ten seconds at most.',
      response: { 200: OperatorMarketplaces },
    },
    handler: async (_request, reply) => {
      void reply.header('cache-control', 'no-store');
      const schedules = await market.facts.feeSchedules();
      const overviews = await market.overview.marketplaces();
      const lastImports = await imports.lastOf(overviews.map(({ marketplace }) => marketplace.marketplaceId));
      const figures = overviews.map(({ counts, ...overview }) => {
        const { marketplaceId } = overview.marketplace;
        const own = schedules.filter((one) => one.marketplaceId === marketplaceId);
        const coming = own.filter(({ effectiveFromMs }) => effectiveFromMs > overview.countedMs);
        return {
          ...{ ...overview, ...counts, schedule: scheduleInForce(own, overview.countedMs) },
          lastImport: lastImports.get(marketplaceId),
          coming: coming.toSorted((a, b) => a.effectiveFromMs - b.effectiveFromMs),
        };
      });
      return writeMarketplaces(figures, market.priceChanges.mode);
    },
  });
};
