import { EVENTS_PATH, sellersOf } from './activity.ts';
import type { Callers } from './callers.ts';
import { bearer, json, MARKETPLACE } from './headers.ts';
import type { LoadRequest } from './load.ts';
import { ofSellers, pick } from './spread.ts';

/** The most listings of a request for their history. */
const LISTINGS = 50;

/** The first events of each seller who has some. */
export const eventsRequests = (market: Callers): LoadRequest[] =>
  sellersOf(market.active).map((sellerId) => ({
    method: 'GET',
    path: EVENTS_PATH,
    headers: bearer(market, sellerId),
  }));

/** The price history of each item whose prices changed. */
export const priceHistoryRequests = (market: Callers): LoadRequest[] =>
  market.active.map(({ itemId, sellerId, condition }) => ({
    method: 'GET',
    path: `/products/pricing/v4/items/${itemId}/priceHistory?MarketplaceId=${MARKETPLACE}&ItemCondition=${condition}`,
    headers: bearer(market, sellerId),
  }));

/** Buy box shares and price steps of listings all over the catalogue. Most of them never changed. */
export function listingHistoryRequests(market: Callers): LoadRequest[] {
  const bySeller = market.bySeller.filter((own) => own.length >= LISTINGS);
  return ofSellers({ ...market, bySeller }, (own, n) => ({
    method: 'POST',
    path: '/products/pricing/v4/listings/history',
    headers: json(market, own[0]?.sellerId ?? ''),
    body: JSON.stringify({ MarketplaceId: MARKETPLACE, SellerSKUs: pick(own, n, LISTINGS).map(({ sku }) => sku) }),
  }));
}
