import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { Static } from 'typebox';
import type { Offer } from '../../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { type OwnOfferFilter, ownOffers } from '../../../domain/pricing/own-offers.ts';
import type { CustomerType } from '../../../domain/vocabulary.ts';
import type { Market } from '../../../market/market.ts';
import type { ProductBoard } from '../../../market/projections/boards/product-board.ts';
import { productsExamples } from '../../../wire/pricing/examples/offers.ts';
import { writeOwnOffers } from '../../../wire/pricing/own-offers.ts';
import { type ProductElement, ProductsAnswer, writeProducts } from '../../../wire/pricing/products.ts';
import { ownOffersQuery, productsQuery } from '../../../wire/pricing/query.ts';
import { Type } from '../../../wire/type.ts';
import { ConditionalHeaders, conditionalAnswers, conditionalReply, tagAnswer } from '../../answers/conditional-get.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { identifiersOf } from './product-identifiers.ts';

const CompetitiveQuery = Type.Object(productsQuery);
const PriceQuery = Type.Object({ ...productsQuery, ...ownOffersQuery });
type ProductsQuery = Static<typeof PriceQuery>;

const config = { right: 'seller-api:pricing:read' } as const;

const about = `Takes up to 20 identifiers of the type in \`ItemType\` and returns one element for each, in the order of the request. The
element of an unknown identifier has \`status\` ClientError and \`errors\`; the others are still answered. \`storeItemIds\` is split
at commas. \`Skus\` that occurs once is one SKU if the caller has that SKU, otherwise it is split at commas. \`Skus\` that is
repeated is never split: repeat it when a SKU may have a comma.`;

const ANSWER = "Competitive prices and the caller's own offers.";

/** Spec 4.3, and its "further GET" of the caller's own prices (decision 25). */
export const productRoutes = (market: Market) => (scope: FastifyInstance) => {
  const answer: RouteHandlerMethod = (request, reply) => {
    const query = request.query as ProductsQuery;
    const sellerId = sellerOf(request);
    const elementsFor = query.ItemType === 'Sku' ? elementsBySku : elementsByItem;
    const identifiers = andThen(market.facts.marketplaces(), (marketplaces) => {
      checkMarketplace(query.MarketplaceId, marketplaces);
      return identifiersOf(query, (sku) =>
        andThen(market.listings.knownSkus([{ marketplaceId: query.MarketplaceId, sellerId, sku }]), (known) =>
          known.has(sku),
        ),
      );
    });
    const elements = andThen(identifiers, (ids) => elementsFor(market, query, sellerId, ids));
    return andThen(elements, (found) =>
      conditionalReply(request, reply, tagAnswer(writeProducts(sellerId, query.MarketplaceId, found))),
    );
  };

  scope.get('/competitivePrice', {
    config,
    schema: {
      operationId: 'getCompetitivePricing',
      summary: 'Get competitive prices',
      description: `Competitive prices of items, by the caller's SKUs or by item IDs. ${about}`,
      querystring: CompetitiveQuery,
      headers: ConditionalHeaders,
      response: conditionalAnswers(ProductsAnswer, ANSWER, productsExamples),
    },
    handler: answer,
  });

  scope.get('/price', {
    config,
    schema: {
      operationId: 'getPricing',
      summary: 'Get your own prices',
      description: `The caller's own active offers and the competitive prices of their items, by SKU or by item ID. ${about}`,
      querystring: PriceQuery,
      headers: ConditionalHeaders,
      response: conditionalAnswers(ProductsAnswer, ANSWER, productsExamples),
    },
    handler: answer,
  });
};

function elementsBySku(
  market: Market,
  query: ProductsQuery,
  sellerId: string,
  skus: readonly string[],
): MaybePromise<ProductElement[]> {
  const keys = skus.map((sku) => ({ marketplaceId: query.MarketplaceId, sellerId, sku }));
  const products = usesStoredText(query)
    ? market.reader.productsWithOwnOfferTexts(keys)
    : market.reader.productsBySku(keys, filterOf(query));
  return andThen(products, (found) => {
    const offersOf = ownOffersText(query);
    return skus.map((sku, n) => {
      // The rows are mostly in the order of the keys, but no store guarantees it.
      const product = found[n]?.sku === sku ? found[n] : found.find((one) => one.sku === sku);
      return elementOf(sku, product?.item_id, product, offersOf);
    });
  });
}

function elementsByItem(
  market: Market,
  query: ProductsQuery,
  sellerId: string,
  itemIds: readonly string[],
): MaybePromise<ProductElement[]> {
  const keys = itemIds.map((itemId) => ({ marketplaceId: query.MarketplaceId, itemId }));
  return andThen(market.reader.productsByItem(sellerId, keys, filterOf(query)), (found) => {
    const byItem = new Map(found.map((one) => [one.item_id, one]));
    const offersOf = ownOffersText(query);
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

/** Whether the stored text of the own offers is the answer: it shows all of them, as consumers see them. */
const usesStoredText = (query: ProductsQuery) =>
  customerOf(query) === 'Consumer' && query.OfferType === undefined && query.ItemCondition === undefined;

/** Writes the caller's own offers on an item: once for an item, even when several SKUs of the request are of that item. */
function ownOffersText(query: ProductsQuery): (board: ProductBoard) => string {
  const filter = filterOf(query);
  const written = new Map<string, string>();
  return ({ item_id, own, records }) => {
    if (own !== null) return own;
    const text = written.get(item_id) ?? writeOwnOffers(ownOffers(offersIn(records), filter));
    written.set(item_id, text);
    return text;
  };
}

const offersIn = (records: string | null): Offer[] =>
  records === null ? [] : records.split('\n').map((record) => JSON.parse(record));

const filterOf = (query: ProductsQuery): OwnOfferFilter => ({
  ...{ customer: customerOf(query), offerType: query.OfferType, condition: query.ItemCondition },
});

const customerOf = ({ CustomerType = 'Consumer' }: ProductsQuery): CustomerType => CustomerType;
