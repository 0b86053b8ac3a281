// run: without coverage

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ApiError, createClient, type SellerClient } from '../../sdk/src/index.ts';
import { readRecord } from '../../src/domain/market/records/market-record.ts';
import { HOOK, type NotificationApi, openNotificationApi } from '../contract/notifications/notifications-app.ts';
import { openPricing, type PricingApp } from '../contract/pricing/pricing-app.ts';
import { NOW, workedMarket } from '../contract/pricing/worked-market.ts';
import { onEngine } from '../db/engines.ts';

/** SKUs that a URL could garble. */
const SKUS = [
  'a/b',
  '...',
  '.a',
  'a%2Fb',
  '100%',
  'a b',
  'a+b',
  'a?b#c',
  'a&b=c',
  "a'(b)*!~",
  'a\\b',
  'a;b',
  'a,b',
  'é漢😀',
];

const offerOf = (sku: string) => {
  const read = readRecord(
    {
      ...{ kind: 'offer', marketplaceId: 'STORE_US', sellerId: 'ACME', sku, itemId: 'LAMP', condition: 'Used' },
      ...{ subCondition: 'Good', channel: 'SELLER', listingPrice: 15, shipping: 1, quantity: 1 },
    },
    { currencyOf: () => 'USD' },
  );
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.record;
};

onEngine('sqlite', 'the SDK and the service', (engine) => {
  describe('pricing', () => {
    let pricing: PricingApp;
    let client: SellerClient;
    before(async () => {
      pricing = await openPricing(engine, NOW);
      await pricing.market.writer.apply([...workedMarket(), ...SKUS.map(offerOf)], { boards: 'now' });
      client = createClient({ baseUrl: await pricing.app.listen({ port: 0, host: '127.0.0.1' }) });
    });
    after(() => pricing.close());

    const headers = { authorization: 'Bearer for.ACME' };
    const MarketplaceId = 'STORE_US';

    for (const sku of SKUS) {
      test(`the SKU ${JSON.stringify(sku)} arrives as it is, in a path and in a query`, async () => {
        const { payload } = await client.getListingOffers({
          ...{ headers, path: { SellerSKU: sku }, query: { MarketplaceId, ItemCondition: 'Used' } },
        });
        assert.equal((payload as { SKU?: string }).SKU, sku);
        const { payload: prices } = await client.getPricing({
          ...{ headers, query: { MarketplaceId, ItemType: 'Sku', Skus: [sku, 'pan-acme'] } },
        });
        assert.deepEqual(
          prices.map((price) => [price.status, price.SellerSKU]),
          [
            ['Success', sku],
            ['Success', 'pan-acme'],
          ],
        );
      });
    }

    test('304 for the ETag of the last answer', async () => {
      const request = { path: { SellerSKU: 'a/b' }, query: { MarketplaceId, ItemCondition: 'Used' as const } };
      const first = await client.getListingOffers({ ...request, headers, throwOnError: false });
      assert.equal(first.status, 200);
      const etag = first.headers.get('etag') ?? '';
      const second = await client.getListingOffers({
        ...{ ...request, headers: { ...headers, 'if-none-match': etag }, throwOnError: false },
      });
      assert.deepEqual([second.status as number, second.body as unknown], [304, undefined]);
    });

    test("errors of each path group, with the service's request id", async () => {
      const calls: [status: number, code: string, call: () => Promise<unknown>][] = [
        [400, 'InvalidInput', () => client.getListings({ headers, query: { MarketplaceId: '' } })],
        [400, 'InvalidInput', () => client.getFeesEstimates({ headers, body: {} as never })],
        [401, 'Unauthorized', () => client.getMarketplaceParticipations()],
        [400, 'invalid_request', () => client.requestToken({ body: {} as never })],
      ];
      for (const [status, code, call] of calls) {
        await assert.rejects(call, (error: ApiError) => {
          assert.ok(error instanceof ApiError, String(error));
          assert.deepEqual([error.status, error.code], [status, code]);
          assert.ok(error.requestId && error.message.length > 10);
          return true;
        });
      }
    });
  });

  describe('notifications', () => {
    let api: NotificationApi;
    let baseUrl: string;
    before(async () => {
      api = await openNotificationApi(engine);
      baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
    });
    after(() => api.close());

    const headers = { authorization: 'Bearer for.A1DEMOSELLER' };
    /** A network that loses the first answer of a call, after the service has executed the request. */
    const losing = () => {
      let sent = 0;
      const fetchAndLose: typeof fetch = async (url, init) => {
        const response = await fetch(url, init);
        await response.clone().text();
        sent += 1;
        if (sent === 1) throw new TypeError('fetch failed');
        return response;
      };
      return { client: createClient({ baseUrl, fetch: fetchAndLose }), sent: () => sent };
    };
    const webhook = { type: 'WEBHOOKS', webhookConfig: { url: HOOK } } as const;
    const destinations = async () => (await createClient({ baseUrl }).getDestinations({ headers })).channels;

    test('a lost answer to createDestination leaves one destination, which the repeated request returns', async () => {
      const { client, sent } = losing();
      const { channelId } = await client.createDestination({ headers, body: webhook });
      assert.equal(sent(), 2);
      assert.deepEqual(
        (await destinations()).map((one) => one.channelId),
        [channelId],
      );
    });

    test('a lost answer to rotateSecret is an error: the secret may have changed, and must not change again', async () => {
      const [destination] = await destinations();
      const path = { channelId: destination?.channelId ?? '' };
      const { client, sent } = losing();
      await assert.rejects(client.rotateSecret({ headers, path }), { code: 'ConnectionFailed' });
      assert.equal(sent(), 1);
      assert.ok((await client.rotateSecret({ headers, path })).channelId, 'a call without a body');
    });

    test('a lost answer to deleteDestination: the repeated request finds nothing', async () => {
      const [destination] = await destinations();
      const { client, sent } = losing();
      const path = { channelId: destination?.channelId ?? '' };
      await assert.rejects(client.deleteDestination({ headers, path }), { status: 404, code: 'NotFound' });
      assert.equal(sent(), 2);
      assert.deepEqual(await destinations(), []);
    });
  });
});
