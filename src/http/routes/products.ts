import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { SeenOffer } from '../../domain/offers.ts';
import { ownOffers } from '../../domain/own-offers.ts';
import type { CustomerType } from '../../domain/vocabulary.ts';
import type { ProductBoard } from '../../store/listing.ts';
import type { Market } from '../../store/market.ts';
import type { MarketFacts } from '../../store/market-facts.ts';
import { sellerOf } from '../bearer.ts';
import { ConditionalHeaders, conditionalAnswers, sendConditional } from '../conditional.ts';
import { ownOffersQuery, productsQuery } from '../wire/pricing-query.ts';
import { type ProductElement, ProductsAnswer, writeProducts } from '../wire/products-answer.ts';
import { mustExist } from './known-marketplace.ts';
import { identifiersOf } from './product-identifiers.ts';

/** What the answer is made of: finished pieces, and the caller's own offers. One read, however many identifiers. */
export type ProductMarket = Pick<Market, 'productsBySku' | 'productsByItem'> & {
  facts: Pick<MarketFacts, 'marketplaces'>;
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
    const elementsFor = asked.ItemType === 'Sku' ? elementsBySku : elementsByItem;
    return writeProducts(sellerId, marketplaceId, await elementsFor(market, asked, sellerId, identifiers));
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
  asked: Asked,
  sellerId: string,
  skus: readonly string[],
): Promise<ProductElement[]> {
  const keys = skus.map((sku) => ({ marketplaceId: asked.MarketplaceId, sellerId, sku }));
  const found = await market.productsBySku(keys, customerOf(asked));
  const bySku = new Map(found.map((one) => [one.sku, one]));
  const offersOf = ownOffersIn(asked);
  return skus.map((sku) => elementOf(sku, bySku.get(sku)?.item_id, bySku.get(sku), offersOf));
}

async function elementsByItem(
  market: ProductMarket,
  asked: Asked,
  sellerId: string,
  itemIds: readonly string[],
): Promise<ProductElement[]> {
  const keys = itemIds.map((itemId) => ({ marketplaceId: asked.MarketplaceId, itemId }));
  const found = await market.productsByItem(sellerId, keys, customerOf(asked));
  const byItem = new Map(found.map((one) => [one.item_id, one]));
  const offersOf = ownOffersIn(asked);
  return itemIds.map((itemId) => elementOf(undefined, itemId, byItem.get(itemId), offersOf));
}

function elementOf(
  sku: string | undefined,
  itemId: string | undefined,
  board: ProductBoard | undefined,
  offersOf: (board: ProductBoard) => readonly SeenOffer[],
): ProductElement {
  return { sku, itemId, product: board?.product, offers: board ? offersOf(board) : [] };
}

/** What is wanted of the own offers; worked out once for an item, however many SKUs lead to it. */
function ownOffersIn(asked: Asked): (board: ProductBoard) => readonly SeenOffer[] {
  const wish = { customer: customerOf(asked), offerType: asked.OfferType, condition: asked.ItemCondition };
  const known = new Map<string, readonly SeenOffer[]>();
  return ({ item_id, own }) => {
    const offers = known.get(item_id) ?? ownOffers(own, wish);
    known.set(item_id, offers);
    return offers;
  };
}

const customerOf = ({ CustomerType = 'Consumer' }: Asked): CustomerType => CustomerType;
