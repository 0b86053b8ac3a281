import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Offer } from '../../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { ownOffers } from '../../../domain/pricing/own-offers.ts';
import type { CustomerType } from '../../../domain/vocabulary.ts';
import type { Market } from '../../../market/market.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { ProductBoard } from '../../../market/product-board.ts';
import { writeOwnOffers } from '../../../wire/pricing/own-offers.ts';
import { type ProductElement, ProductsAnswer, writeProducts } from '../../../wire/pricing/products.ts';
import { ownOffersQuery, productsQuery } from '../../../wire/pricing/query.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { checkMarketplace } from './check-marketplace.ts';
import { ConditionalHeaders, conditionalAnswers, conditionalReply, tagAnswer } from './conditional-get.ts';
import { identifiersOf } from './product-identifiers.ts';

/** What the answer is made of: finished pieces, and the caller's own offers. One read, however many identifiers. */
export type ProductMarket = Pick<
  Market,
  'productsBySku' | 'productsWithOwnOfferTexts' | 'productsByItem' | 'knownSkus'
> & {
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
  const answer: RouteHandlerMethod = (request, reply) => {
    const asked = request.query as Asked;
    const sellerId = sellerOf(request);
    const elementsFor = asked.ItemType === 'Sku' ? elementsBySku : elementsByItem;
    const identifiers = andThen(market.facts.marketplaces(), (marketplaces) => {
      checkMarketplace(asked.MarketplaceId, marketplaces);
      return identifiersOf(asked, (skus) =>
        market.knownSkus(skus.map((sku) => ({ marketplaceId: asked.MarketplaceId, sellerId, sku }))),
      );
    });
    const elements = andThen(identifiers, (known) => elementsFor(market, asked, sellerId, known));
    return andThen(elements, (found) =>
      conditionalReply(request, reply, tagAnswer(writeProducts(sellerId, asked.MarketplaceId, found))),
    );
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
    answer,
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
    answer,
  );
};

function elementsBySku(
  market: ProductMarket,
  asked: Asked,
  sellerId: string,
  skus: readonly string[],
): MaybePromise<ProductElement[]> {
  const keys = skus.map((sku) => ({ marketplaceId: asked.MarketplaceId, sellerId, sku }));
  const products = isAsWritten(asked)
    ? market.productsWithOwnOfferTexts(keys)
    : market.productsBySku(keys, customerOf(asked));
  return andThen(products, (found) => {
    const offersOf = ownOffersIn(asked);
    return skus.map((sku, n) => {
      // Mostly in the order of the question; the store does not promise it.
      const product = found[n]?.sku === sku ? found[n] : found.find((one) => one.sku === sku);
      return elementOf(sku, product?.item_id, product, offersOf);
    });
  });
}

function elementsByItem(
  market: ProductMarket,
  asked: Asked,
  sellerId: string,
  itemIds: readonly string[],
): MaybePromise<ProductElement[]> {
  const keys = itemIds.map((itemId) => ({ marketplaceId: asked.MarketplaceId, itemId }));
  return andThen(market.productsByItem(sellerId, keys, customerOf(asked)), (found) => {
    const byItem = new Map(found.map((one) => [one.item_id, one]));
    const offersOf = ownOffersIn(asked);
    return itemIds.map((itemId) => elementOf(undefined, itemId, byItem.get(itemId), offersOf));
  });
}

function elementOf(
  sku: string | undefined,
  itemId: string | undefined,
  board: ProductBoard | undefined,
  offersOf: (board: ProductBoard) => string,
): ProductElement {
  return { sku, itemId, product: board?.product, offers: board ? offersOf(board) : '[]' };
}

/** Whether what is written of the own offers is what is wanted of them. */
const isAsWritten = (asked: Asked) =>
  customerOf(asked) === 'Consumer' && asked.OfferType === undefined && asked.ItemCondition === undefined;

/** What is wanted of the own offers; worked out once for an item, however many SKUs lead to it. */
function ownOffersIn(asked: Asked): (board: ProductBoard) => string {
  const wish = { customer: customerOf(asked), offerType: asked.OfferType, condition: asked.ItemCondition };
  const known = new Map<string, string>();
  return ({ item_id, own, records }) => {
    if (own !== null) return own;
    const text = known.get(item_id) ?? writeOwnOffers(ownOffers(offersIn(records), wish));
    known.set(item_id, text);
    return text;
  };
}

const offersIn = (records: string | null): Offer[] =>
  records === null ? [] : records.split('\n').map((record) => JSON.parse(record));

const customerOf = ({ CustomerType = 'Consumer' }: Asked): CustomerType => CustomerType;
