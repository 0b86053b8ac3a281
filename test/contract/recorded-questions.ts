import type { Offer } from '../../src/domain/market/offer.ts';
import { CONDITIONS, CUSTOMER_TYPES } from '../../src/domain/vocabulary.ts';

/** One request, as one seller. */
export type Question = { method: 'GET' | 'POST'; url: string; sellerId: string; payload?: unknown };

const PRICING = '/products/pricing/v4';
const FEES = '/products/fees/v4';
/** Fees change with the schedule in force: the day is part of the question, so that the answer never changes by itself. */
const DAY = '2026-11-15';

/** Five hundred requests to the reading endpoints, spread over the market: good ones in every form, and mistakes. */
export function recordedQuestions(offers: readonly Offer[]): Question[] {
  const at = (n: number, step: number) => offers[(n * step) % offers.length] as Offer;
  const times = (count: number, make: (n: number) => Question) => Array.from({ length: count }, (_, n) => make(n));
  const alternating = <T>(list: readonly T[], n: number) => list[n % list.length] as T;
  const of = (sellerId: string) => offers.filter((offer) => offer.sellerId === sellerId);

  return [
    ...times(120, (n) => {
      const { sellerId, sku, condition } = at(n, 37);
      const asked = n % 3 === 0 ? alternating(CONDITIONS, n) : condition;
      return get(sellerId, `${PRICING}/listings/${encodeURIComponent(sku)}/offers`, offersQuery(asked, n));
    }),
    ...times(60, (n) => {
      const { itemId, condition } = at(n, 53);
      return get(at(n, 11).sellerId, `${PRICING}/items/${itemId}/offers`, offersQuery(condition, n));
    }),
    ...times(90, (n) => {
      const { sellerId, sku } = at(n, 41);
      const skus = n % 3 === 0 ? [sku] : twenty(of(sellerId), n).map((one) => one.sku);
      const unknown = n % 7 === 0 ? ['NOT-MINE'] : [];
      return get(sellerId, `${PRICING}/competitivePrice`, productsQuery('Sku', 'Skus', [...skus, ...unknown], n));
    }),
    ...times(30, (n) => {
      const ids = twenty(offers.slice((n * 29) % offers.length), n).map(({ itemId }) => itemId);
      const query = productsQuery('StoreItemId', 'storeItemIds', n % 2 === 0 ? ids : ids.slice(0, 1), n);
      return get(at(n, 13).sellerId, `${PRICING}/competitivePrice`, query);
    }),
    ...times(40, (n) => {
      const { sellerId, sku, itemId } = at(n, 59);
      const kind = n % 2 === 0 ? 'Sku' : 'StoreItemId';
      const query = productsQuery(kind, kind === 'Sku' ? 'Skus' : 'storeItemIds', [kind === 'Sku' ? sku : itemId], n);
      return get(sellerId, `${PRICING}/price`, { ...query, ...(n % 3 === 0 ? { OfferType: 'B2B' } : {}) });
    }),
    ...times(70, (n) => {
      const { sellerId, sku, itemId } = at(n, 31);
      const path = n % 4 === 0 ? `listings/${encodeURIComponent(sku)}` : `items/${n % 11 === 0 ? 'NOPE' : itemId}`;
      const url = `${FEES}/${path}/feesEstimate?asOf=${DAY}${n % 5 === 0 ? '&explain=true' : ''}`;
      return { method: 'POST', url, sellerId, payload: n % 6 === 0 ? {} : feesBody(n) };
    }),
    ...times(30, (n) => {
      const { sellerId } = at(n, 43);
      const payload = twenty(of(sellerId), n).map(({ sku, itemId }, k) => ({
        ...(k % 3 === 0 ? { IdType: 'SellerSKU', IdValue: sku } : { IdType: 'StoreItemId', IdValue: itemId }),
        ...(k % 9 === 8 ? { FeesEstimateRequest: { MarketplaceId: 'STORE_XX' } } : feesBody(n + k)),
      }));
      return { method: 'POST', url: `${FEES}/feesEstimate?asOf=${DAY}`, sellerId, payload };
    }),
    ...times(20, (n) => {
      const { sellerId } = at(n, 47);
      const requests = twenty(of(sellerId), n).map(({ sku, condition }, k) => {
        const asked = { MarketplaceId: 'STORE_US', ItemCondition: condition };
        const uri = `${PRICING}/listings/${encodeURIComponent(sku)}/offers`;
        return k % 2 === 0 ? { uri, method: 'GET', ...asked } : { SellerSKU: k % 5 === 1 ? 'NOT-MINE' : sku, ...asked };
      });
      return { method: 'POST', url: `/batches${PRICING}/listingOffers`, sellerId, payload: { requests } };
    }),
    ...mistakes(at(0, 1)),
  ];
}

/** What is refused, in both envelopes. */
function mistakes({ sellerId, sku, itemId }: Offer): Question[] {
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
  const questions: Question[] = [
    ...queries.map((query) => get(sellerId, path, query)),
    ...products.map((query) => get(sellerId, `${PRICING}/competitivePrice`, query)),
    ...bodies.map((payload): Question => ({ method: 'POST', url: fees, sellerId, payload })),
    ...['asOf=yesterday', 'explain=perhaps'].map(
      (query): Question => ({ method: 'POST', url: `${fees}?${query}`, sellerId, payload: feesBody(0) }),
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
  return [...questions, ...Array.from({ length: 40 - questions.length }, (_, n) => oddlyWritten(sellerId, path, n))];
}

/** Right, but in other casings, orders and encodings than usual. */
function oddlyWritten(sellerId: string, path: string, n: number): Question {
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

function get(sellerId: string, path: string, query: Record<string, string | readonly string[]>): Question {
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
