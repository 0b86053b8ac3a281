import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { OfferKey } from '../../../domain/market/offer.ts';
import type { Market } from '../../../market/market.ts';
import type { BoxKey } from '../../../market/projections/history/box-log.ts';
import type { StepsPage, StepsRange } from '../../../market/projections/history/box-steps.ts';
import type { OwnPriceStep } from '../../../market/projections/terms/own-prices.ts';
import { priceHistoryExamples } from '../../../wire/pricing/examples/history.ts';
import { writeOwnPriceStep } from '../../../wire/pricing/history/own-prices.ts';
import {
  DEFAULT_HISTORY_PAGE_SIZE,
  PriceHistoryAnswer,
  PriceHistoryQuery,
  writePriceHistory,
  writeStep,
} from '../../../wire/pricing/history/price-history.ts';
import { StoreItemIdShape } from '../../../wire/pricing/query.ts';
import { Type } from '../../../wire/type.ts';
import { successWith } from '../../answers/success.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { askedHistory, writeHistoryToken } from './history-request.ts';
import { nextTurn } from './long-requests.ts';

const description = `Who held a buy box of an item, at which price, and the lowest price of its offers, step by step: each step lasts
until the next one. The first step is the one in force at \`since\`. What was before \`observedSince\` is unknown; a \`since\` before
it means it. The operator sets how many days are kept. With \`SellerSKU\` the own price of that listing of the caller, step by step, is in
\`OwnPrices\`. \`nextToken\` gets the next page. A removed item keeps its history.`;

type Page = StepsPage & { readonly ownPrices?: readonly OwnPriceStep[] };

const NOTHING_KNOWN: Page = { steps: [] };

/** Behind every step of a time, in the fifteen digits of a token. */
const LAST_ID = 999_999_999_999_999;

export const priceHistoryRoutes = (market: Market) => (scope: FastifyInstance) => {
  scope.get('/items/:storeItemId/priceHistory', {
    config: { right: 'seller-api:pricing:read' },
    schema: {
      operationId: 'getPriceHistory',
      summary: 'Get price history',
      description,
      params: Type.Object({ storeItemId: StoreItemIdShape }),
      querystring: PriceHistoryQuery,
      response: { 200: successWith(PriceHistoryAnswer, 'The steps of the buy box.', priceHistoryExamples) },
    },
    handler: async (request, reply) => {
      const { storeItemId: itemId } = request.params as { storeItemId: string };
      const query = request.query as Static<typeof PriceHistoryQuery>;
      const { box, currency, observedSinceMs, range, pageSize } = await askedHistory(market, itemId, query);
      // What businesses see may be spread over many rows of the log.
      if (pageSize > DEFAULT_HISTORY_PAGE_SIZE || box.customer === 'Business') await nextTurn();
      const page: Page = range ? await market.history.steps(box, range, pageSize) : NOTHING_KNOWN;
      const sellerId = sellerOf(request);
      const own = query.SellerSKU === undefined ? undefined : { ...box, sellerId, sku: query.SellerSKU };
      const { steps, ownPrices, next } = own && range ? await withOwnPrices(market, own, range, page) : page;
      const written = {
        steps: steps.map((step) => writeStep(step, sellerId, currency)),
        ownPrices: own && (ownPrices ?? []).map((step) => writeOwnPriceStep(step, currency)),
        nextToken: next && writeHistoryToken(box, next),
      };
      void reply.type('application/json; charset=utf-8');
      return JSON.stringify(writePriceHistory(box, observedSinceMs, written));
    },
  });
};

/** Adds the own prices of the same time. Where a listing has too many of them, the page ends earlier. */
async function withOwnPrices(
  market: Market,
  own: BoxKey & OfferKey,
  { fromMs, untilMs, after }: Omit<StepsRange, 'limit'>,
  { steps, next }: StepsPage,
): Promise<Page> {
  const { steps: ownPrices, nextMs } = await market.listings.ownPrices(own, {
    fromMs: after?.atMs ?? fromMs,
    untilMs: next === undefined ? untilMs : next.atMs + 1,
    isFirst: after === undefined,
  });
  if (nextMs === undefined) return { steps, ownPrices, ...(next && { next }) };
  return {
    steps: steps.filter(({ at_ms }) => at_ms < nextMs),
    ...{ ownPrices, next: { atMs: nextMs - 1, id: LAST_ID } },
  };
}
