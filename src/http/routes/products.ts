import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Offer } from '../../domain/offer.ts';
import { type OwnOfferWish, ownOffers } from '../../domain/own-offers.ts';
import type { Market } from '../../store/market.ts';
import type { MarketFacts } from '../../store/market-facts.ts';
import { sellerOf } from '../bearer.ts';
import { ConditionalHeaders, conditionalAnswers, sendConditional } from '../conditional.ts';
import { ownOffersQuery, productsQuery } from '../wire/pricing-query.ts';
import { type ProductElement, ProductsAnswer, writeProducts } from '../wire/products-answer.ts';
import { mustExist } from './offers.ts';
import { identifiersOf } from './product-identifiers.ts';

/** What the answer is made of: finished pieces, and the caller's own offers. Two reads, however many identifiers. */
export type ProductMarket = Pick<Market, 'productsBySku' | 'productsByItem'> & {
  facts: Pick<MarketFacts, 'marketplaces' | 'ownOffersOn'>;
};

const CompetitiveQuery = Type.Object(productsQuery);
const PriceQuery = Type.Object({ ...productsQuery, ...ownOffersQuery });
type Asked = Static<typeof PriceQuery>;

const config = { right: 'seller-api:pricing:read' } as const;

const about = `Up to 20 identifiers, all of the kind that \`ItemType\` says; one element each, in the order of the request. An identifier
that is not known is an element with \`status\` ClientError; the others are still answered. A SKU with a comma is written as it
is: a value that is, whole, one of the caller's SKUs is that SKU, any other is split at its commas.`;

/** Spec 4.3, and its "further GET" (decision 25). */
export const productRoutes = (market: ProductMarket) => (scope: FastifyInstance) => {
  const answer = async (request: FastifyRequest): Promise<string> => {
    const asked = request.query as Asked;
    const sellerId = sellerOf(request);
    const marketplaceId = asked.MarketplaceId;
    mustExist(marketplaceId, await market.facts.marketplaces());
    const identifiers = await identifiersOf(asked, (skus) => skusOf(market, marketplaceId, sellerId, skus));
    const elements =
      asked.ItemType === 'Sku'
        ? await elementsBySku(market, asked, sellerId, identifiers)
        : await elementsByItem(market, asked, identifiers);
    return writeProducts(sellerId, marketplaceId, await withOwnOffers(market, asked, sellerId, elements));
  };

  scope.get(
    '/competitivePrice',
    {
      config,
      schema: {
        operationId: 'getCompetitivePricing',
        summary: 'Where do my listings stand?',
        description: `Competitive prices of items, by the caller's SKUs or by item IDs. ${about}`,
        querystring: CompetitiveQuery,
        headers: ConditionalHeaders,
        response: conditionalAnswers(ProductsAnswer),
      },
    },
    async (request, reply) => sendConditional(request, reply, await answer(request)),
  );

  scope.get(
    '/price',
    {
      config,
      schema: {
        operationId: 'getPricing',
        summary: 'What do I ask for these items?',
        description: `The caller's own active offers, by SKU or by item ID, beside where each item stands. ${about}`,
        querystring: PriceQuery,
        headers: ConditionalHeaders,
        response: conditionalAnswers(ProductsAnswer),
      },
    },
    async (request, reply) => sendConditional(request, reply, await answer(request)),
  );
};

/** Which of these are SKUs of the caller. */
async function skusOf(market: ProductMarket, marketplaceId: string, sellerId: string, skus: readonly string[]) {
  const known = await market.productsBySku(
    skus.map((sku) => ({ marketplaceId, sellerId, sku })),
    'Consumer',
  );
  return new Set(known.map(({ sku }) => sku));
}

async function elementsBySku(
  market: ProductMarket,
  { MarketplaceId: marketplaceId, CustomerType: customer }: Asked,
  sellerId: string,
  skus: readonly string[],
): Promise<ProductElement[]> {
  const keys = skus.map((sku) => ({ marketplaceId, sellerId, sku }));
  const found = new Map((await market.productsBySku(keys, customer)).map((one) => [one.sku, one]));
  return skus.map((sku) => {
    const one = found.get(sku);
    return { sku, itemId: one?.item_id, product: one?.product, offers: [] };
  });
}

async function elementsByItem(
  market: ProductMarket,
  { MarketplaceId: marketplaceId, CustomerType: customer }: Asked,
  itemIds: readonly string[],
): Promise<ProductElement[]> {
  const keys = itemIds.map((itemId) => ({ marketplaceId, itemId }));
  const found = new Map((await market.productsByItem(keys, customer)).map((one) => [one.item_id, one]));
  return itemIds.map((itemId) => ({ sku: undefined, itemId, product: found.get(itemId)?.product, offers: [] }));
}

async function withOwnOffers(
  market: ProductMarket,
  { MarketplaceId: marketplaceId, CustomerType: customer, OfferType: offerType, ItemCondition: condition }: Asked,
  sellerId: string,
  elements: readonly ProductElement[],
): Promise<ProductElement[]> {
  const known = elements.filter(({ product }) => typeof product === 'string');
  const itemIds = [...new Set(known.map(({ itemId }) => itemId as string))];
  const keys = itemIds.map((itemId) => ({ marketplaceId, itemId }));
  const own: Offer[] = keys.length === 0 ? [] : await market.facts.ownOffersOn(sellerId, keys);
  const byItem = Map.groupBy(own, ({ itemId }) => itemId);
  const wish: OwnOfferWish = { customer, offerType, condition };
  return elements.map((one) => ({ ...one, offers: ownOffers(byItem.get(one.itemId ?? '') ?? [], wish) }));
}
