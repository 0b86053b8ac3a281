import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Market } from '../../../market/market.ts';
import {
  ItemHistoryAnswer,
  ItemHistoryQuery,
  itemHistoryExample,
  writeItemStep,
} from '../../../wire/market/item-history.ts';
import { writePriceHistory } from '../../../wire/pricing/history/price-history.ts';
import { StoreItemIdShape } from '../../../wire/pricing/query.ts';
import { Type } from '../../../wire/type.ts';
import { successOf } from '../../answers/success.ts';
import { askedHistory, writeHistoryToken } from './history-request.ts';
import { nextTurn } from './long-requests.ts';

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
      const { box, currency, observedSinceMs, range, pageSize } = await askedHistory(market, itemId, query);
      await nextTurn();
      const { steps, next } = range ? await market.history.steps(box, range, pageSize) : { steps: [], next: undefined };
      const sellers = [...new Set(steps.flatMap(({ seller_id: id }) => (id === null ? [] : [id])))];
      const names = await market.facts.names({ items: [], sellers });
      void reply.header('cache-control', 'no-store');
      return writePriceHistory(box, observedSinceMs, {
        steps: steps.map((step) => writeItemStep(step, currency, names.sellers)),
        ownPrices: undefined,
        nextToken: next && writeHistoryToken(box, next),
      });
    },
  });
};
