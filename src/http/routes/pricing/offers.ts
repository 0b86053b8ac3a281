import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import type { CacheUse } from '../../../domain/use-counts.ts';
import type { Condition, CustomerType } from '../../../domain/vocabulary.ts';
import type { Market } from '../../../market/market.ts';
import { offersExample } from '../../../wire/pricing/examples/offers.ts';
import { NOT_BUILT_YET, noItem, noListing } from '../../../wire/pricing/no-product.ts';
import { OffersAnswer, writeOffersAnswer } from '../../../wire/pricing/offers.ts';
import { offersQuery, SellerSkuShape, StoreItemIdShape } from '../../../wire/pricing/query.ts';
import { Type } from '../../../wire/type.ts';
import {
  ConditionalHeaders,
  conditionalAnswers,
  conditionalReply,
  type TaggedAnswer,
  tagAnswer,
} from '../../answers/conditional-get.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { AnswerCache, itemKeyText } from './answer-cache.ts';

/** The listing or the item whose offers are requested. */
export type OffersKey = { sku: string } | { itemId: string };

const Query = Type.Object(offersQuery);
const config = { right: 'seller-api:pricing:read' } as const;

const about = `\`Offers\` are the 20 best of the condition: by landed price, then FS first, then the seller's feedback. \`Summary\` covers
all conditions. For an item without buyable offers the answer is 200, and \`status\` gives the reason. When you poll, send the
\`ETag\` of the last answer as \`If-None-Match\`: the answer is 304 while nothing has changed.`;

const ANSWER = 'The lowest priced offers of an item.';

/** Spec 4.2, and the same by item (decision 25). */
export const offerRoutes = (offers: OfferAnswers) => (scope: FastifyInstance) => {
  scope.get('/listings/:SellerSKU/offers', {
    config,
    schema: {
      operationId: 'getListingOffers',
      summary: 'Get offers for a SKU',
      description: `The offers on the item of one of the caller's SKUs. ${about}`,
      params: Type.Object({ SellerSKU: SellerSkuShape }),
      querystring: Query,
      headers: ConditionalHeaders,
      response: conditionalAnswers(OffersAnswer, ANSWER, { Success: offersExample('DEMO-SKU-1') }),
    },
    handler: (request, reply) => {
      const { SellerSKU: sku } = request.params as { SellerSKU: string };
      const answer = offers(sellerOf(request), { sku }, queryOf(request));
      return andThen(answer, (found) => conditionalReply(request, reply, found));
    },
  });

  scope.get('/items/:storeItemId/offers', {
    config,
    schema: {
      operationId: 'getItemOffers',
      summary: 'Get offers for an item',
      description: `The offers on an item, by its item ID. ${about}`,
      params: Type.Object({ storeItemId: StoreItemIdShape }),
      querystring: Query,
      headers: ConditionalHeaders,
      response: conditionalAnswers(OffersAnswer, ANSWER, { Success: offersExample() }),
    },
    handler: (request, reply) => {
      const { storeItemId: itemId } = request.params as { storeItemId: string };
      const answer = offers(sellerOf(request), { itemId }, queryOf(request));
      return andThen(answer, (found) => conditionalReply(request, reply, found));
    },
  });
};

const queryOf = (request: FastifyRequest) => request.query as Static<typeof Query>;

type OffersQuery = { MarketplaceId: string; ItemCondition: Condition; CustomerType?: CustomerType };

/** The answer to one request. Throws a fault for an unknown marketplace, listing or item. */
export type OfferAnswers = (sellerId: string, key: OffersKey, query: OffersQuery) => MaybePromise<TaggedAnswer>;

/** Answers from the cache while the cached answer is valid, else from the market. */
export function offerAnswers(market: Market, cacheUse?: CacheUse): OfferAnswers {
  const cache = new AnswerCache(market.reader, undefined, cacheUse);
  return (sellerId, key, query) => {
    const { MarketplaceId: marketplaceId, ItemCondition: condition, CustomerType: customer = 'Consumer' } = query;
    const id = 'sku' in key ? key.sku : key.itemId;
    // A line break separates the parts: identifiers have no control characters.
    const cacheKey = `${condition}\n${customer}\n${marketplaceId}\n${sellerId}\n${'sku' in key ? 'SKU' : ''}\n${id}`;
    return andThen(market.facts.marketplaces(), (marketplaces) => {
      checkMarketplace(marketplaceId, marketplaces);
      const cached = cache.get(cacheKey);
      if (cached) return cached;
      const found =
        'sku' in key
          ? market.reader.listing({ marketplaceId, sellerId, sku: id }, customer, condition)
          : market.reader.itemBoard({ marketplaceId, itemId: id }, customer, condition);
      return andThen(found, (board) => {
        if (!board) throw new Fault('NotFound', 'sku' in key ? noListing(marketplaceId) : noItem(marketplaceId));
        if (board.summary === null) throw notBuiltYet();
        const sku = 'sku' in key ? key.sku : undefined;
        const answer = tagAnswer(writeOffersAnswer({ sellerId, marketplaceId, sku, condition }, board));
        if (!(found instanceof Promise) && cache.isWorthCaching(cacheKey)) {
          const itemKey = itemKeyText({ marketplaceId, itemId: board.item_id });
          const { version, oldest_reader, valid_from, valid_until } = board;
          cache.put(cacheKey, { ...answer, itemKey, board: { version, oldest_reader, valid_from, valid_until } });
        }
        return answer;
      });
    });
  };
}

export const notBuiltYet = () => new Fault('ServiceUnavailable', NOT_BUILT_YET, { hints: { retryAfterSeconds: 1 } });
