import type { Callers } from './callers.ts';
import { bearer, json, MARKETPLACE } from './headers.ts';
import { eventsRequests, listingHistoryRequests, priceHistoryRequests } from './history-rows.ts';
import type { LoadRequest } from './load.ts';
import type { BenchListing } from './market.ts';
import { expectedPriceRequests, listingsPageRequests, whatIfRequests } from './own-listings.ts';
import { ofSellers, pick, skewed, spread } from './spread.ts';

/** One line of the table: its requests, and the limit they are compared with. */
export type Row = {
  name: string;
  /** The bare server, or the identity provider called directly. */
  limit: 'bare' | 'provider';
  /** It reads what `addActivity` adds. */
  needsActivity?: true;
  requests(market: Callers): LoadRequest[];
};

const rows: readonly Row[] = [
  {
    name: 'fees',
    limit: 'bare',
    requests: (market) => spread(market, (listing, n) => feesRequest(market, listing, n)),
  },
  { name: 'offers-uniform', limit: 'bare', requests: offersRequests },
  { name: 'offers-skewed', limit: 'bare', requests: (market) => skewed(market, (one) => offersRequest(market, one)) },
  {
    name: 'competitive-1',
    limit: 'bare',
    requests: (market) => ofSellers(market, (own, n) => productsRequest(market, pick(own, n, 1))),
  },
  {
    name: 'competitive-20',
    limit: 'bare',
    requests: (market) => ofSellers(market, (own, n) => productsRequest(market, pick(own, n, 20))),
  },
  {
    name: 'fees-batch-20',
    limit: 'bare',
    requests: (market) => ofSellers(market, (own, n) => batchRequest(market, pick(own, n, 20))),
  },
  { name: 'expected-price-40', limit: 'bare', requests: expectedPriceRequests },
  { name: 'what-if-500', limit: 'bare', requests: whatIfRequests },
  { name: 'listings-page', limit: 'bare', requests: listingsPageRequests },
  { name: 'events-20', limit: 'bare', needsActivity: true, requests: eventsRequests },
  { name: 'price-history', limit: 'bare', needsActivity: true, requests: priceHistoryRequests },
  { name: 'listing-history-50', limit: 'bare', requests: listingHistoryRequests },
  { name: 'test-notification', limit: 'bare', requests: testRequests },
  { name: 'token', limit: 'provider', requests: tokenRequests },
];

/** The rows with these names, or all of them. Throws when a name is unknown, and none of `others`. */
export function rowsNamed(names: readonly string[], others: readonly string[] = []): readonly Row[] {
  const known = [...rows.map(({ name }) => name), ...others];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown row: ${unknown.join(', ')}. Rows: ${known.join(', ')}.`);
  return names.length === 0 ? rows : rows.filter(({ name }) => names.includes(name));
}

export function offersRequests(market: Callers): LoadRequest[] {
  return spread(market, (one) => offersRequest(market, one));
}

function offersRequest(market: Callers, { sellerId, sku, condition }: BenchListing): LoadRequest {
  const path = `/products/pricing/v4/listings/${encodeURIComponent(sku)}/offers`;
  return {
    method: 'GET',
    path: `${path}?MarketplaceId=${MARKETPLACE}&ItemCondition=${condition}`,
    headers: bearer(market, sellerId),
  };
}

function productsRequest(market: Callers, own: readonly BenchListing[]): LoadRequest {
  const skus = own.map(({ sku }) => `&Skus=${encodeURIComponent(sku)}`).join('');
  const path = `/products/pricing/v4/competitivePrice?MarketplaceId=${MARKETPLACE}&ItemType=Sku${skus}`;
  return { method: 'GET', path, headers: bearer(market, own[0]?.sellerId ?? '') };
}

function feesRequest(market: Callers, { itemId, sellerId }: BenchListing, n: number): LoadRequest {
  const path = `/products/fees/v4/items/${itemId}/feesEstimate`;
  return { method: 'POST', path, headers: json(market, sellerId), body: JSON.stringify(feesBody(n)) };
}

function batchRequest(market: Callers, own: readonly BenchListing[]): LoadRequest {
  const elements = own.map(({ itemId }, n) => ({ IdType: 'StoreItemId', IdValue: itemId, ...feesBody(n) }));
  const headers = json(market, own[0]?.sellerId ?? '');
  return { method: 'POST', path: '/products/fees/v4/feesEstimate', headers, body: JSON.stringify(elements) };
}

const feesBody = (n: number) => ({
  FeesEstimateRequest: {
    MarketplaceId: MARKETPLACE,
    IsStoreFulfilled: false,
    PriceToEstimateFees: { ListingPrice: { CurrencyCode: 'USD', Amount: (499 + (n % 20_000)) / 100 } },
    Identifier: `bench-${n}`,
  },
});

/** The destination is a pull queue: the bench measures the request until the notification is on the disk, and no delivery. */
function testRequests(market: Callers): LoadRequest[] {
  return [...market.channels].map(([sellerId, destinationId]) => ({
    method: 'POST',
    path: '/notifications/v4/subscriptions/PULL/testNotification',
    headers: json(market, sellerId),
    body: JSON.stringify({ destinationId, testNotification: { payloadVersion: '1.0' } }),
  }));
}

function tokenRequests({ clients }: Callers): LoadRequest[] {
  return clients.map(({ id, secret }) => ({
    method: 'POST',
    path: '/auth/v4/token',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  }));
}
