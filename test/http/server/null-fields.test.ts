// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOOK, ME, type NotificationApi, openNotificationApi } from '../../contract/notifications/notifications-app.ts';
import { onEngine } from '../../db/engines.ts';

type Fields = Record<string, unknown>;
type Request = [path: string, body: unknown];

const money = { CurrencyCode: 'USD', Amount: 1 };
const fees = {
  FeesEstimateRequest: {
    MarketplaceId: 'STORE_US',
    IsStoreFulfilled: true,
    PriceToEstimateFees: { ListingPrice: money, Shipping: money, Points: { PointsNumber: 1 } },
    Identifier: 'mine',
    OptionalFulfillmentProgram: 'FS_STANDARD',
  },
};
const offers = { method: 'GET', MarketplaceId: 'STORE_US', ItemCondition: 'New', CustomerType: 'Business' };
const summary = {
  ...{ uri: '/x', method: 'GET', marketplaceId: 'STORE_US', storeItemId: 'I1', includedData: ['lowestPricedOffers'] },
  lowestPricedOffersInputs: [{ itemCondition: 'New', CustomerType: 'Business', offerType: 'B2C' }],
};
const keys = { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url'), auth: 'x'.repeat(22) };
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const named = { channelName: 'Mine', channelOwner: ME, eventTypes: ['FEE_PROMOTION'] };
const webhookConfig = { url: HOOK, headers: { 'X-A': 'a' }, signing: { secret }, maxInFlight: 3 };
const handles = { receiptHandles: ['dlv_1.a'] };

const products: Request[] = [
  ['/products/fees/v4/items/I1/feesEstimate', fees],
  ['/products/fees/v4/listings/SKU1/feesEstimate', fees],
  ['/products/fees/v4/feesEstimate', [{ IdType: 'SellerSKU', IdValue: 'SKU1', ...fees }]],
  [
    '/products/fees/v4/compare',
    { asOf: ['2027-01-01', '2028-01-01'], requests: [{ IdType: 'SellerSKU', IdValue: 'SKU1', ...fees }] },
  ],
  [
    '/batches/products/pricing/v4/listingOffers',
    {
      requests: [{ ...offers, uri: '/products/pricing/v4/listings/SKU1/offers?ItemCondition=New', SellerSKU: 'SKU1' }],
    },
  ],
  ['/batches/products/pricing/v4/itemOffers', { requests: [{ ...offers, storeItemId: 'I1' }] }],
  ['/batches/products/pricing/v4/items/competitiveSummary', { requests: [summary] }],
];

/** Registered addresses: others would be asked to confirm, with a daily limit. */
const notifications = (pull: string, hook: string): Request[] => [
  ['/destinations', { type: 'WEBHOOKS', ...named, webhookConfig }],
  ['/destinations', { type: 'EMAIL', name: 'Mine', webhookConfig: {}, emailConfig: { address: 'demo@store.example' } }],
  ['/destinations', { type: 'SMS', smsConfig: { phoneNumber: '+12065550123' } }],
  ['/destinations', { pullConfig: { visibilityTimeoutSeconds: 5, retentionSeconds: 60 } }],
  ['/destinations', { mobilePushConfig: { subscription: { endpoint: 'https://push.example.com/a', keys } } }],
  [`/destinations/${pull}/receive`, { maxMessages: 1, waitSeconds: 0, visibilityTimeoutSeconds: 60 }],
  [`/destinations/${pull}/acknowledge`, handles],
  [`/destinations/${pull}/giveBack`, handles],
  [`/destinations/${pull}/extend`, { ...handles, visibilityTimeoutSeconds: 60 }],
  [`/destinations/${pull}/recover`, { since: '2026-11-15T00:00:00Z' }],
  [`/destinations/${pull}/confirm`, { code: '123456' }],
  [`/destinations/${hook}/rotateSecret`, { graceSeconds: 5, secret }],
  // Comes last: the queue is empty before.
  [
    '/subscriptions/PULL/testNotification',
    { destinationId: pull, channelId: pull, testNotification: { payloadVersion: '1', testScenario: 'x' } },
  ],
];

onEngine('sqlite', 'null in a body', (engine) => {
  let api: NotificationApi;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());

  const send = async (url: string, payload: unknown) => {
    const headers = { authorization: `Bearer for.${ME}`, 'content-type': 'application/json' };
    const answer = await api.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) });
    const { channelId } = url.endsWith('/destinations') && answer.statusCode === 200 ? answer.json() : {};
    if (channelId !== undefined) await api.delete(`/destinations/${channelId}`);
    return { status: answer.statusCode, text: answer.body.replaceAll(CHANGING, '...') };
  };

  test('is the same as no field when the field is optional, and 400 by name when it is required (decision 35)', async () => {
    const pull = (await api.create({})).channelId;
    const hook = (await api.create({ webhookConfig: { url: HOOK } })).channelId;
    const all = notifications(pull, hook).map(([path, body]): Request => [`/notifications/v4${path}`, body]);
    let optional = 0;
    let required = 0;
    for (const [url, body] of [...products, ...all]) {
      for (const path of pathsOf(body)) {
        const about = `${url} ${path.join('.')}`;
        const [withNull, without] = [await send(url, changed(body, path, null)), await send(url, changed(body, path))];
        if (isInvalid(without)) {
          required += 1;
          assert.ok(isInvalid(withNull), `${about}: ${withNull.text}`);
          assert.match(withNull.text, new RegExp(`${path.at(-1)}[.\\w]* (must be|is missing)`), about);
        } else {
          optional += 1;
          assert.deepEqual(withNull, without, about);
        }
      }
    }
    // The table covers what it says: most fields are optional.
    assert.ok(optional > 40 && required > 20, `${optional} optional, ${required} required`);
  });
});

/** What differs between two answers to the same request: ids, times and derived secrets. */
const CHANGING = /(?:ch|ntf|dlv)_[0-9a-f]{36}|whsec_[\w+/=]+|"\w+Timestamp":\d+|"x-request-id":"[^"]*"/g;

/** Invalid as a whole, or the only element of a batch. */
const isInvalid = ({ status, text }: { status: number; text: string }) =>
  status === 400 || /"statusCode":400|The request for this item is not valid/.test(text);

/** The path of every field in a body, except the names of headers, which are the seller's own. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || path.at(-1) === 'headers') return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const inner = pathsOf(one, [...path, name]);
    return Array.isArray(value) ? inner : [[...path, name], ...inner];
  });
}

/** A copy of the body with one field replaced, or removed. */
function changed(body: unknown, path: string[], value?: null): unknown {
  const copy = structuredClone(body) as Fields;
  const parent = path.slice(0, -1).reduce((at, name) => at[name] as Fields, copy);
  const last = path.at(-1) as string;
  if (value === null) parent[last] = null;
  else delete parent[last];
  return copy;
}
