import type { BoardView, BuyBoxPrice } from '../../domain/board-view.ts';
import type { Item } from '../../domain/item.ts';
import type { Condition } from '../../domain/vocabulary.ts';
import { writeMoney, writePrice } from './money.ts';
import { writeTier } from './offer-summary.ts';

/** Decision 24: 1 is the New buy box, 2 the Used one; other conditions have no competitive price. */
const priceIds: { [C in Condition]?: string } = { New: '1', Used: '2' };

/** 4.3's `CompetitivePricing`. It comes from the same buy box that 4.2 shows (decision 23). */
export function writeCompetitivePricing(item: Item, view: BoardView) {
  const { currency, tradeInValueMinor } = item;
  return {
    CompetitivePrices: view.buyBox.flatMap((price) => writeCompetitivePrice(price, currency)),
    NumberOfOfferListings: view.listings.map(({ condition, count }) => ({ Count: count, condition })),
    TradeInValue: tradeInValueMinor === undefined ? undefined : writeMoney(tradeInValueMinor, currency),
  };
}

/** `belongsToRequester` and `sellerId` stand together: see `belongingTo`. */
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
