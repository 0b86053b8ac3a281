import type { Offer } from '../../../src/domain/market/offer.ts';
import { CONDITIONS, CUSTOMER_TYPES } from '../../../src/domain/vocabulary.ts';

/** One request of one seller; without a seller it has no token. */
export type RecordedRequest = { method: 'GET' | 'POST'; url: string; sellerId: string; payload?: unknown };

const PRICING = '/products/pricing/v4';
const FEES = '/products/fees/v4';
/** The schedule in force decides the fees. The request names the day, so that the answer stays the same. */
const DAY = '2026-11-15';

/** 500 requests to the reading endpoints by group, spread over the market: valid ones in every form, and mistakes. */
export function recordedRequests(offers: readonly Offer[]): Record<string, RecordedRequest[]> {
  const at = (n: number, step: number) => offers[(n * step) % offers.length] as Offer;
  const times = (count: number, make: (n: number) => RecordedRequest) =>
    Array.from({ length: count }, (_, n) => make(n));
  const alternating = <T>(list: readonly T[], n: number) => list[n % list.length] as T;
  const of = (sellerId: string) => offers.filter((offer) => offer.sellerId === sellerId);

  return {
    'listing-offers': times(120, (n) => {
      const { sellerId, sku, condition } = at(n, 37);
      const requested = n % 3 === 0 ? alternating(CONDITIONS, n) : condition;
      return get(sellerId, `${PRICING}/listings/${encodeURIComponent(sku)}/offers`, offersQuery(requested, n));
    }),
    'item-offers': times(60, (n) => {
      const { itemId, condition } = at(n, 53);
      return get(at(n, 11).sellerId, `${PRICING}/items/${itemId}/offers`, offersQuery(condition, n));
    }),
    'competitive-price-by-sku': times(90, (n) => {
      const { sellerId, sku } = at(n, 41);
      const skus = n % 3 === 0 ? [sku] : twenty(of(sellerId), n).map((one) => one.sku);
      const unknown = n % 7 === 0 ? ['NOT-MINE'] : [];
      return get(sellerId, `${PRICING}/competitivePrice`, productsQuery('Sku', 'Skus', [...skus, ...unknown], n));
    }),
    'competitive-price-by-item': times(30, (n) => {
      const ids = twenty(offers.slice((n * 29) % offers.length), n).map(({ itemId }) => itemId);
      const query = productsQuery('StoreItemId', 'storeItemIds', n % 2 === 0 ? ids : ids.slice(0, 1), n);
      return get(at(n, 13).sellerId, `${PRICING}/competitivePrice`, query);
    }),
    price: times(40, (n) => {
      const { sellerId, sku, itemId } = at(n, 59);
      const kind = n % 2 === 0 ? 'Sku' : 'StoreItemId';
      const query = productsQuery(kind, kind === 'Sku' ? 'Skus' : 'storeItemIds', [kind === 'Sku' ? sku : itemId], n);
      return get(sellerId, `${PRICING}/price`, { ...query, ...(n % 3 === 0 ? { OfferType: 'B2B' } : {}) });
    }),
    fees: times(70, (n) => {
      const { sellerId, sku, itemId } = at(n, 31);
      const path = n % 4 === 0 ? `listings/${encodeURIComponent(sku)}` : `items/${n % 11 === 0 ? 'NOPE' : itemId}`;
      const url = `${FEES}/${path}/feesEstimate?asOf=${DAY}${n % 5 === 0 ? '&explain=true' : ''}`;
      return { method: 'POST', url, sellerId, payload: n % 6 === 0 ? {} : feesBody(n) };
    }),
    'fees-batch': times(30, (n) => {
      const { sellerId } = at(n, 43);
      const payload = twenty(of(sellerId), n).map(({ sku, itemId }, k) => ({
        ...(k % 3 === 0 ? { IdType: 'SellerSKU', IdValue: sku } : { IdType: 'StoreItemId', IdValue: itemId }),
        ...(k % 9 === 8 ? { FeesEstimateRequest: { MarketplaceId: 'STORE_XX' } } : feesBody(n + k)),
      }));
      return { method: 'POST', url: `${FEES}/feesEstimate?asOf=${DAY}`, sellerId, payload };
    }),
    'listing-offers-batch': times(20, (n) => {
      const { sellerId } = at(n, 47);
      const requests = twenty(of(sellerId), n).map(({ sku, condition }, k) => {
        const query = { MarketplaceId: 'STORE_US', ItemCondition: condition };
        const uri = `${PRICING}/listings/${encodeURIComponent(sku)}/offers`;
        return k % 2 === 0 ? { uri, method: 'GET', ...query } : { SellerSKU: k % 5 === 1 ? 'NOT-MINE' : sku, ...query };
      });
      return { method: 'POST', url: `/batches${PRICING}/listingOffers`, sellerId, payload: { requests } };
    }),
    mistakes: mistakes(at(0, 1)),
  };
}

/** Requests that are rejected, in both envelopes, and valid ones in unusual spelling. */
function mistakes({ sellerId, sku, itemId }: Offer): RecordedRequest[] {
  const path = `${PRICING}/listings/${encodeURIComponent(sku)}/offers`;
  const queries: Record<string, string | string[]>[] = [
    ...[{}, { MarketplaceId: 'STORE_US' }, { ItemCondition: 'New' }, { MarketplaceId: '', ItemCondition: 'New' }],
    ...[
      { MarketplaceId: 'STORE_XX', ItemCondition: 'New' },
      { MarketplaceId: 'STORE_US', ItemCondition: 'Broken' },
    ],
    ...[
      { ...offersQuery('New', 0), CustomerType: 'Nobody' },
      { ...offersQuery('New', 0), MarketplaceId: ['a', 'b'] },
    ],
  ];
  const products = [
    productsQuery('Sku', 'storeItemIds', [itemId], 0),
    productsQuery('Sku', 'Skus', [], 0),
    productsQuery(
      'Sku',
      'Skus',
      Array.from({ length: 21 }, (_, n) => `S${n}`),
      0,
    ),
    productsQuery('Neither', 'Skus', ['S'], 0),
    productsQuery('Sku', 'Skus', ['x'.repeat(300)], 0),
  ];
  const bodies = [
    { FeesEstimateRequest: {} },
    { FeesEstimateRequest: 7 },
    feesBody(0, { Amount: '19.99' }),
    feesBody(0, { Amount: -1 }),
    feesBody(0, { Amount: 1.005 }),
    feesBody(0, { CurrencyCode: 'EUR' }),
  ];
  const fees = `${FEES}/items/${itemId}/feesEstimate`;
  const requests: RecordedRequest[] = [
    ...queries.map((query) => get(sellerId, path, query)),
    ...products.map((query) => get(sellerId, `${PRICING}/competitivePrice`, query)),
    ...bodies.map((payload): RecordedRequest => ({ method: 'POST', url: fees, sellerId, payload })),
    ...['asOf=yesterday', 'explain=perhaps'].map(
      (query): RecordedRequest => ({ method: 'POST', url: `${fees}?${query}`, sellerId, payload: feesBody(0) }),
    ),
    { method: 'POST', url: `${FEES}/feesEstimate`, sellerId, payload: [] },
    { method: 'POST', url: `${FEES}/feesEstimate`, sellerId, payload: {} },
    { method: 'POST', url: path, sellerId, payload: {} },
    get(sellerId, fees, {}),
    get(sellerId, `${PRICING}/nothing`, {}),
    get(sellerId, `${FEES}/nothing`, {}),
    get(sellerId, `${PRICING}/listings/NOT-MINE/offers`, offersQuery('New', 0)),
    get(sellerId, `${PRICING}/items/NOPE/offers`, offersQuery('New', 0)),
    get('', path, offersQuery('New', 0)),
    get('', fees, {}),
    { method: 'POST', url: fees, sellerId: '', payload: feesBody(0) },
  ];
  return [...requests, ...Array.from({ length: 40 - requests.length }, (_, n) => unusualSpelling(sellerId, path, n))];
}

/** Valid, in unusual casing, order and encoding. */
function unusualSpelling(sellerId: string, path: string, n: number): RecordedRequest {
  const queries = [
    'marketplaceid=STORE_US&itemcondition=new',
    'ITEMCONDITION=USED&MARKETPLACEID=STORE_US',
    'MarketplaceId=STORE%5FUS&ItemCondition=New&CustomerType=business',
    'MarketplaceId=STORE_US&ItemCondition=New&unknown=1',
  ];
  return { method: 'GET', url: `${path}?${queries[n % queries.length]}`, sellerId };
}

const twenty = <T>(list: readonly T[], n: number) =>
  Array.from({ length: Math.min(20, list.length) }, (_, k) => list[(n + k) % list.length] as T);

function get(sellerId: string, path: string, query: Record<string, string | readonly string[]>): RecordedRequest {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(one)}`),
  );
  return { method: 'GET', url: `${path}?${parameters.join('&')}`, sellerId };
}

const offersQuery = (condition: string, n: number) => ({
  MarketplaceId: 'STORE_US',
  ItemCondition: condition,
  ...(n % 4 === 3 ? { CustomerType: CUSTOMER_TYPES[n % 2] ?? '' } : {}),
});

const productsQuery = (itemType: string, name: string, ids: readonly string[], n: number) => ({
  MarketplaceId: 'STORE_US',
  ItemType: itemType,
  [name]: n % 2 === 0 ? ids : [ids.join(',')],
  ...(n % 4 === 1 ? { CustomerType: 'Business' } : {}),
});

function feesBody(n: number, price: object = {}) {
  return {
    FeesEstimateRequest: {
      MarketplaceId: 'STORE_US',
      IsStoreFulfilled: n % 2 === 0,
      PriceToEstimateFees: {
        ListingPrice: { CurrencyCode: 'USD', Amount: (499 + n * 731) / 100, ...price },
        ...(n % 3 === 0 ? { Shipping: { CurrencyCode: 'USD', Amount: 4.99 } } : {}),
        ...(n % 5 === 0 ? { Points: { PointsNumber: n } } : {}),
      },
      ...(n % 2 === 0 ? { Identifier: `request "${n}"` } : {}),
      ...(n % 4 === 0 ? { OptionalFulfillmentProgram: 'fs_expedited' } : {}),
    },
  };
}
