import type { Callers } from './callers.ts';
import { bearer, json, MARKETPLACE } from './headers.ts';
import type { LoadRequest } from './load.ts';
import { CATALOGUE_SKUS } from './market.ts';
import { ofSellers, pick } from './spread.ts';

const EXPECTED_PRICES = 40;

/** The most listings that a request for expected prices may have, spread over the listings of a seller. */
export function expectedPriceRequests(market: Callers): LoadRequest[] {
  const bySeller = market.bySeller.filter((own) => own.length >= EXPECTED_PRICES);
  return ofSellers({ ...market, bySeller }, (own, n) => {
    const requests = pick(own, n, EXPECTED_PRICES).map(({ sku }) => ({ marketplaceId: MARKETPLACE, sku }));
    return {
      method: 'POST',
      path: '/batches/products/pricing/v4/offer/featuredOfferExpectedPrice',
      headers: json(market, own[0]?.sellerId ?? ''),
      body: JSON.stringify({ requests }),
    };
  });
}

/** The most listings that a what-if may have. Each seller who has so many sends one. */
export function whatIfRequests(market: Callers): LoadRequest[] {
  if (market.catalogues.length === 0)
    throw new Error(`No seller has ${CATALOGUE_SKUS} listings in this market. Use one with more items.`);
  return market.catalogues.map(({ sellerId, skus }) => ({
    method: 'POST',
    path: '/products/pricing/v4/whatIf',
    headers: json(market, sellerId),
    body: JSON.stringify({ MarketplaceId: MARKETPLACE, strategy: { type: 'match' }, SellerSKUs: skus }),
  }));
}

/** The first page of each seller's listings. */
export function listingsPageRequests(market: Callers): LoadRequest[] {
  return ofSellers(market, ([one]) => ({
    method: 'GET',
    path: `/products/pricing/v4/listings?MarketplaceId=${MARKETPLACE}`,
    headers: bearer(market, one?.sellerId ?? ''),
  }));
}
