import type { ListedEvent } from 'marketplace-seller-sdk';

/** The seller's own SKUs that an event names. The elements of some lists are the first ones only. */
export function skusOf(event: ListedEvent): readonly string[] {
  switch (event.type) {
    case 'BUY_BOX_CHANGED': {
      const { MyOffers, PreviousSellerSKU } = event.data;
      const before = PreviousSellerSKU === undefined ? [] : [PreviousSellerSKU];
      return [...new Set([...MyOffers.map(({ SellerSKU }) => SellerSKU), ...before])];
    }
    case 'ANY_OFFER_CHANGED':
      return event.data.MySKUs ?? [];
    case 'PRICING_HEALTH':
      return event.data.Offers.map(({ SellerSKU }) => SellerSKU);
    case 'PRICE_CHANGED':
      return [event.data.SellerSKU];
    case 'FEE_PROMOTION':
      return event.data.Listings.map(({ SellerSKU }) => SellerSKU);
    case 'FEE_CHANGED':
      return event.data.Largest.map(({ SellerSKU }) => SellerSKU);
    default:
      return [];
  }
}

/** The SellerIds of others that an event about a buy box names. */
export function rivalsOf(event: ListedEvent): readonly string[] {
  if (event.type !== 'BUY_BOX_CHANGED') return [];
  const { BuyBoxPrice, PreviousBuyBoxPrice } = event.data;
  const ids = [BuyBoxPrice, PreviousBuyBoxPrice].flatMap((box) =>
    box && !box.belongsToRequester ? [box.sellerId] : [],
  );
  return [...new Set(ids)];
}

/** Undefined: the event is about no marketplace, or about all. */
export function marketplaceIdOf(event: ListedEvent): string | undefined {
  const { marketplaceId } = event.data as { marketplaceId?: unknown };
  return typeof marketplaceId === 'string' ? marketplaceId : undefined;
}
