import type { Item } from '../../domain/market/item.ts';
import type { BoardView, BuyBoxPrice } from '../../domain/pricing/board-view.ts';
import { CONDITIONS, type Condition } from '../../domain/vocabulary.ts';
import { MoneyShape, priceFields, writeMoney, writePrice } from '../money.ts';
import { closedSet, openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { ConditionText, tierFields, writeTier } from './offer-summary.ts';
import { OfferTypeShape, SubConditionShape } from './shelf-offer.ts';

export const PriceShape = Type.Named('Price', 'LandedPrice = ListingPrice + Shipping.', priceFields);

export const CompetitivePricingShape = Type.Named(
  'CompetitivePricing',
  'The buy box prices of the item and the number of its offers.',
  {
    CompetitivePrices: Type.Array(
      Type.Named('CompetitivePrice', 'The price that wins a buy box.', {
        CompetitivePriceId: openSet(['1', '2'], '1: the New buy box. 2: the Used buy box; an open set.'),
        Price: PriceShape,
        condition: ConditionText,
        subcondition: SubConditionShape,
        offerType: OfferTypeShape,
        ...tierFields,
        sellerId: Type.String('The seller that wins the buy box.'),
        belongsToRequester: Type.Boolean('Whether that seller is the caller.'),
      }),
    ),
    NumberOfOfferListings: Type.Array(
      Type.Named('OfferListingCount', 'The number of buyable offers of one condition.', {
        Count: Type.Integer('The number of buyable offers.'),
        condition: closedSet([...CONDITIONS, 'Any'], 'A condition, or Any.'),
      }),
    ),
    TradeInValue: Type.Optional(MoneyShape),
  },
);

/** Decision 24: 1 is the New buy box, 2 is the Used one. Other conditions have no competitive price. */
const priceIds: { [C in Condition]?: string } = { New: '1', Used: '2' };

/** `CompetitivePricing` of spec 4.3. It shows the same buy box as spec 4.2 (decision 23). */
export function writeCompetitivePricing(item: Item, view: BoardView<unknown>) {
  const { currency, tradeInValueMinor } = item;
  return {
    CompetitivePrices: view.buyBox.flatMap((price) => writeCompetitivePrice(price, currency)),
    NumberOfOfferListings: view.listings.map(({ condition, count }) => ({ Count: count, condition })),
    TradeInValue: tradeInValueMinor === undefined ? undefined : writeMoney(tradeInValueMinor, currency),
  };
}

/** `belongsToRequester` must come right before `sellerId`: see `withMyPrices`. */
function writeCompetitivePrice(price: BuyBoxPrice, currency: string) {
  const id = priceIds[price.condition];
  if (id === undefined) return [];
  return [
    {
      CompetitivePriceId: id,
      Price: writePrice(price.listingMinor, price.shippingMinor, currency),
      condition: price.condition,
      subcondition: price.subCondition,
      offerType: price.offerType,
      ...writeTier(price.quantityTier),
      belongsToRequester: false,
      sellerId: price.sellerId,
    },
  ];
}
