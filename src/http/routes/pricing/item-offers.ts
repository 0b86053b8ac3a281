import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { OfferKey } from '../../../domain/market/offer.ts';
import { boardTime } from '../../../domain/pricing/board-time.ts';
import { explainBox } from '../../../domain/pricing/box-explanation.ts';
import type { CustomerType } from '../../../domain/vocabulary.ts';
import type { Market } from '../../../market/market.ts';
import type { ListingPosition } from '../../../market/projections/boards/listing-position.ts';
import {
  DEFAULT_ITEM_OFFERS,
  ItemOffersAnswer,
  ItemOffersQuery,
  writeItemOffer,
  writeItemOffers,
} from '../../../wire/market/item-offers.ts';
import { itemOffersExample } from '../../../wire/market/item-offers-example.ts';
import { noItem } from '../../../wire/pricing/no-product.ts';
import { StoreItemIdShape } from '../../../wire/pricing/query.ts';
import { Type } from '../../../wire/type.ts';
import { successOf } from '../../answers/success.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { readPageToken, writePageToken } from '../page-token.ts';
import { notBuiltYet } from './offers.ts';

const FIRST = { sellerId: '', sku: '' };

/** All offers on an item with the verdict of each gate, for the operator, who may see those of every seller (decision 55). */
export const itemOffersRoutes = (market: Market) => (scope: FastifyInstance) => {
  scope.get('/items/:storeItemId/offers', {
    config: { right: 'operator:market:read' },
    schema: {
      operationId: 'explainItemOffers',
      summary: 'Explain all offers on an item',
      description:
        'Every offer on an item, of all sellers and conditions, on sale or not: the verdict of each gate of the buy box rule, why the offer ' +
        'holds its buy box or does not, and the highest price with which it would. Answers "which offers keep this seller out of ' +
        'the buy box?". Costs and limits of sellers are not shown.',
      params: Type.Object({ storeItemId: StoreItemIdShape }),
      querystring: ItemOffersQuery,
      response: { 200: successOf(ItemOffersAnswer, 'A page of the offers on the item.', itemOffersExample) },
    },
    handler: async (request, reply) => {
      const { storeItemId: itemId } = request.params as { storeItemId: string };
      const query = request.query as Static<typeof ItemOffersQuery>;
      const { MarketplaceId: marketplaceId, CustomerType = 'Consumer', pageSize = DEFAULT_ITEM_OFFERS } = query;
      checkMarketplace(marketplaceId, await market.facts.marketplaces());
      const list = { scope: JSON.stringify([marketplaceId, itemId]), checksum: 'first' } as const;
      const after = query.nextToken ? readPageToken(list, query.nextToken, placeIn) : FIRST;
      const item = await market.facts.item({ marketplaceId, itemId });
      if (item === undefined) throw new Fault('NotFound', noItem(marketplaceId));
      const keys = await market.listings.ofItem(item, after, pageSize + 1);
      const page = keys.slice(0, pageSize);
      const offers = await explained(market, page, CustomerType);
      void reply.header('cache-control', 'no-store');
      const { sellerId, sku } = page.at(-1) ?? FIRST;
      const nextToken = keys.length > pageSize ? writePageToken(list, JSON.stringify([sellerId, sku])) : undefined;
      return { payload: { ...writeItemOffers(item, offers), nextToken } };
    },
  });
};

/** In the order of the keys. An offer that was removed meanwhile is missing. */
async function explained(market: Market, keys: readonly OfferKey[], customer: CustomerType): Promise<object[]> {
  if (keys.length === 0) return [];
  const sellers = [...new Set(keys.map(({ sellerId }) => sellerId))];
  const { sellers: names } = await market.facts.names({ items: [], sellers });
  const positions = await market.reader.listingPositions(keys);
  const byKey = new Map(positions.map((position) => [keyText(position.offer), position]));
  const now = market.now();
  return keys.flatMap((key) => {
    const position = byKey.get(keyText(key));
    if (position === undefined) return [];
    const { termsRevision, valid_from } = position;
    const explanation = explainBox(decided(position), customer, {}, boardTime(valid_from, now));
    return [writeItemOffer(explanation, { termsRevision, sellerName: names.get(key.sellerId) })];
  });
}

const keyText = ({ sellerId, sku }: Pick<OfferKey, 'sellerId' | 'sku'>) => JSON.stringify([sellerId, sku]);

function decided({ decision, ...position }: ListingPosition) {
  if (decision === null) throw notBuiltYet();
  return { ...position, decision };
}

function placeIn(position: string): typeof FIRST | undefined {
  try {
    const [sellerId, sku] = JSON.parse(position);
    const isPlace = [sellerId, sku].every((id) => typeof id === 'string' && !id.includes('\0'));
    return isPlace ? { sellerId, sku } : undefined;
  } catch {
    return undefined;
  }
}
