import { Random } from '../../src/cli/seed/random.ts';
import type { LoadRequest } from './load.ts';
import type { BenchListing, BenchMarket } from './market.ts';

/** One line of the table: its requests, and the limit they are compared with. */
export type Row = {
  name: string;
  /** The bare server, or the identity provider called directly. */
  limit: 'bare' | 'provider';
  requests(market: Callers): LoadRequest[];
};

/** The market, and what its sellers need to send requests. */
export type Callers = BenchMarket & {
  tokens: ReadonlyMap<string, string>;
  /** The destination for test notifications, by seller. */
  channels: ReadonlyMap<string, string>;
};

const REQUESTS = 100_000;
const MARKETPLACE = 'STORE_US';

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

/** Each item equally often, in random order. */
const spread = ({ listings }: Callers, requestOf: (listing: BenchListing, n: number) => LoadRequest) =>
  shuffled(listings).slice(0, REQUESTS).map(requestOf);

export function offersRequests(market: Callers): LoadRequest[] {
  return spread(market, (one) => offersRequest(market, one));
}

/** Four fifths of the requests on a twentieth of the items. */
function skewed({ listings }: Callers, requestOf: (listing: BenchListing) => LoadRequest): LoadRequest[] {
  const mixed = shuffled(listings);
  const popular = mixed.slice(0, Math.ceil(mixed.length / 20));
  const others = mixed.slice(popular.length);
  const random = randomStream(2);
  return Array.from({ length: REQUESTS }, () => requestOf(random.pick(random.chance(0.8) ? popular : others)));
}

/** Each seller equally often. */
function ofSellers({ bySeller }: Callers, requestOf: (own: BenchListing[], n: number) => LoadRequest): LoadRequest[] {
  const rounds = Math.ceil(REQUESTS / 5 / bySeller.length);
  const requests: LoadRequest[] = [];
  for (let n = 0; n < rounds; n += 1) for (const own of bySeller) requests.push(requestOf(own, n));
  return requests;
}

/** `count` listings that are not neighbours, different ones for each `n`. */
const pick = (own: readonly BenchListing[], n: number, count: number) =>
  Array.from({ length: count }, (_, k) => own[(n * count + k * 7) % own.length] as BenchListing);

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

const bearer = ({ tokens }: Callers, sellerId: string) => ({ authorization: `Bearer ${tokens.get(sellerId)}` });
const json = (market: Callers, sellerId: string) => ({
  ...bearer(market, sellerId),
  'content-type': 'application/json',
});

function randomStream(stream: number): Random {
  const random = new Random(1);
  random.startStream(stream, 0);
  return random;
}

function shuffled<T>(list: readonly T[]): T[] {
  const random = randomStream(1);
  const mixed = [...list];
  for (let n = mixed.length - 1; n > 0; n -= 1) {
    const other = random.below(n + 1);
    [mixed[n], mixed[other]] = [mixed[other] as T, mixed[n] as T];
  }
  return mixed;
}
