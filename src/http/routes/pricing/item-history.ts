import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { Market } from '../../../market/market.ts';
import {
  ItemHistoryAnswer,
  ItemHistoryQuery,
  itemHistoryExample,
  writeItemStep,
} from '../../../wire/market/item-history.ts';
import { readHistoryRange } from '../../../wire/pricing/history/history-range.ts';
import { DEFAULT_HISTORY_PAGE_SIZE, writePriceHistory } from '../../../wire/pricing/history/price-history.ts';
import { noItem } from '../../../wire/pricing/no-product.ts';
import { StoreItemIdShape } from '../../../wire/pricing/query.ts';
import { Type } from '../../../wire/type.ts';
import { successOf } from '../../answers/success.ts';
import { checkMarketplace } from './check-marketplace.ts';
import { nextTurn } from './long-requests.ts';
import { boxOf, readHistoryToken, writeHistoryToken } from './price-history.ts';

/** Who held a buy box, for the operator, who sees the SKU of every seller (decision 55). */
export const itemHistoryRoutes = (market: Market) => (scope: FastifyInstance) => {
  scope.get('/items/:storeItemId/history', {
    config: { right: 'operator:market:read' },
    schema: {
      operationId: 'getItemHistory',
      summary: 'Read the history of a buy box',
      description:
        'Who held a buy box of an item, at which price, and the lowest price of its offers, step by step: each step lasts until the next one. ' +
        'What sellers read as `priceHistory`, with the SKU of every holder.',
      params: Type.Object({ storeItemId: StoreItemIdShape }),
      querystring: ItemHistoryQuery,
      response: { 200: successOf(ItemHistoryAnswer, 'The steps of the buy box.', itemHistoryExample) },
    },
    handler: async (request, reply) => {
      const { storeItemId: itemId } = request.params as { storeItemId: string };
      const query = request.query as Static<typeof ItemHistoryQuery>;
      const { MarketplaceId: marketplaceId, pageSize = DEFAULT_HISTORY_PAGE_SIZE, nextToken } = query;
      const { currency } = checkMarketplace(marketplaceId, await market.facts.marketplaces());
      const box = boxOf(query, itemId);
      const { sinceMs, untilMs } = readHistoryRange(query, market.now());
      const after = nextToken === undefined || nextToken === '' ? undefined : readHistoryToken(box, nextToken);
      const observedSinceMs = await market.history.observedSince(box);
      if (observedSinceMs === undefined && !(await market.history.hasItem(box)))
        throw new Fault('NotFound', noItem(marketplaceId));
      await nextTurn();
      const range = { fromMs: Math.max(sinceMs, observedSinceMs ?? 0), untilMs, after };
      const { steps, next } =
        observedSinceMs === undefined
          ? { steps: [], next: undefined }
          : await market.history.steps(box, range, pageSize);
      void reply.header('cache-control', 'no-store');
      return writePriceHistory(box, observedSinceMs, {
        steps: steps.map((step) => writeItemStep(step, currency)),
        ownPrices: undefined,
        nextToken: next && writeHistoryToken(box, next),
      });
    },
  });
};
