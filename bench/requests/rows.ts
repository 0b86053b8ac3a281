import { Random } from '../../src/cli/seed/random.ts';
import type { BenchListing, BenchMarket } from './market.ts';
import type { Shot } from './shot.ts';

/** One line of the table: what is asked, and what is the limit for it. */
export type Row = {
  name: string;
  /** Whether the limit is the provider asked directly; otherwise it is the bare server. */
  limit: 'bare' | 'provider';
  shots(market: Callers): Shot[];
};

/** The market, and who may ask. */
export type Callers = BenchMarket & {
  tokens: ReadonlyMap<string, string>;
  /** The channel of each seller that takes test notifications, by seller. */
  channels: ReadonlyMap<string, string>;
};

const SHOTS = 100_000;
const MARKETPLACE = 'STORE_US';

export const rows: readonly Row[] = [
  { name: 'fees', limit: 'bare', shots: (market) => spread(market, (listing, n) => feesShot(market, listing, n)) },
  { name: 'offers-uniform', limit: 'bare', shots: offersShots },
  { name: 'offers-skewed', limit: 'bare', shots: (market) => skewed(market, (one) => offersShot(market, one)) },
  {
    name: 'competitive-1',
    limit: 'bare',
    shots: (market) => ofSellers(market, (own, n) => productsShot(market, pick(own, n, 1))),
  },
  {
    name: 'competitive-20',
    limit: 'bare',
    shots: (market) => ofSellers(market, (own, n) => productsShot(market, pick(own, n, 20))),
  },
  {
    name: 'fees-batch-20',
    limit: 'bare',
    shots: (market) => ofSellers(market, (own, n) => batchShot(market, pick(own, n, 20))),
  },
  { name: 'test-notification', limit: 'bare', shots: testShots },
  { name: 'token', limit: 'provider', shots: tokenShots },
];

/** Each item as often as any other, in no order. */
const spread = ({ listings }: Callers, shotOf: (listing: BenchListing, n: number) => Shot) =>
  shuffled(listings).slice(0, SHOTS).map(shotOf);

export function offersShots(market: Callers): Shot[] {
  return spread(market, (one) => offersShot(market, one));
}

/** Four fifths of the requests on a twentieth of the items. */
function skewed({ listings }: Callers, shotOf: (listing: BenchListing) => Shot): Shot[] {
  const mixed = shuffled(listings);
  const popular = mixed.slice(0, Math.ceil(mixed.length / 20));
  const others = mixed.slice(popular.length);
  const random = randomStream(2);
  return Array.from({ length: SHOTS }, () => shotOf(random.pick(random.chance(0.8) ? popular : others)));
}

/** Each seller as often as any other. */
function ofSellers({ bySeller }: Callers, shotOf: (own: BenchListing[], n: number) => Shot): Shot[] {
  const rounds = Math.ceil(SHOTS / 5 / bySeller.length);
  const shots: Shot[] = [];
  for (let n = 0; n < rounds; n += 1) for (const own of bySeller) shots.push(shotOf(own, n));
  return shots;
}

/** So many of them that are not each other's neighbours, other ones for each `n`. */
const pick = (own: readonly BenchListing[], n: number, count: number) =>
  Array.from({ length: count }, (_, k) => own[(n * count + k * 7) % own.length] as BenchListing);

function offersShot(market: Callers, { sellerId, sku, condition }: BenchListing): Shot {
  const path = `/products/pricing/v4/listings/${encodeURIComponent(sku)}/offers`;
  return {
    method: 'GET',
    path: `${path}?MarketplaceId=${MARKETPLACE}&ItemCondition=${condition}`,
    headers: bearer(market, sellerId),
  };
}

function productsShot(market: Callers, own: readonly BenchListing[]): Shot {
  const skus = own.map(({ sku }) => `&Skus=${encodeURIComponent(sku)}`).join('');
  const path = `/products/pricing/v4/competitivePrice?MarketplaceId=${MARKETPLACE}&ItemType=Sku${skus}`;
  return { method: 'GET', path, headers: bearer(market, own[0]?.sellerId ?? '') };
}

function feesShot(market: Callers, { itemId, sellerId }: BenchListing, n: number): Shot {
  const path = `/products/fees/v4/items/${itemId}/feesEstimate`;
  return { method: 'POST', path, headers: json(market, sellerId), body: JSON.stringify(feesBody(n)) };
}

function batchShot(market: Callers, own: readonly BenchListing[]): Shot {
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

/** To be pulled: what is measured is the request, until the notification is safely queued. */
function testShots(market: Callers): Shot[] {
  return [...market.channels].map(([sellerId, destinationId]) => ({
    method: 'POST',
    path: '/notifications/v4/subscriptions/PULL/testNotification',
    headers: json(market, sellerId),
    body: JSON.stringify({ destinationId, testNotification: { payloadVersion: '1.0' } }),
  }));
}

function tokenShots({ clients }: Callers): Shot[] {
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
