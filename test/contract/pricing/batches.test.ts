import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onEngine, withEnginesInTorture } from '../../db/engines.ts';
import { item, marketplace, offer, seller } from '../../harness/market-records.ts';
import { applyRecords } from './apply-records.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';
import { waitingReads } from './waiting-reads.ts';

const NOW = Date.UTC(2026, 10, 15);
const query = { MarketplaceId: 'M1', ItemCondition: 'New' };
const SKU = 'a/b ünï,🎉';

type Response = {
  headers: Record<string, string>;
  status: { statusCode: number; reasonPhrase: string };
  body: { errors?: { code: string; message: string; details: string }[] };
  request: Record<string, unknown>;
};

withEnginesInTorture('batches of offers', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await applyRecords(pricing, [marketplace, seller, item, offer('SKU1'), offer(SKU, { listingPrice: 21 })]);
  });
  after(() => pricing.close());

  const listings = (requests: unknown) => pricing.post('S1', '/listingOffers', { requests });
  const responsesOf = async (requests: unknown[], path = '/listingOffers'): Promise<Response[]> => {
    const answer = await pricing.post('S1', path, { requests });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().responses;
  };
  const detailsOf = ({ status, body }: Response | undefined = {} as Response) =>
    `${status.statusCode} ${body.errors?.map(({ message, details }) => `${message} ${details}`).join(' ')}`;

  test('200 each response is the single answer, by uri or by fields', async () => {
    const single = await pricing.get('S1', `/listings/${encodeURIComponent(SKU)}/offers`, query);
    const uri = `/products/pricing/v4/listings/${encodeURIComponent(SKU)}/offers`;
    const responses = await responsesOf([
      { uri, method: 'GET', ...query },
      { uri, method: 'get', MarketplaceId: 'M1', ItemCondition: 'new' },
      { SellerSKU: SKU, ...query },
      { uri, SellerSKU: SKU, ...query },
      { uri: '/products/pricing/v4/listings/{SellerSKU}/offers', SellerSKU: SKU, ...query },
      { uri: `${uri}?marketplaceid=M1&ItemCondition=New&CustomerType=consumer` },
      { SellerSKU: SKU, ...query, unknown: 'is ignored' },
    ]);
    for (const { status, body, headers, request } of responses) {
      assert.deepEqual(status, { statusCode: 200, reasonPhrase: 'OK' });
      assert.equal(JSON.stringify(body), single.body);
      assert.equal(headers.etag, single.headers.etag);
      const { uri: _uri, ...understood } = request;
      assert.deepEqual(understood, { ...query, method: 'GET', CustomerType: 'Consumer', SellerSKU: SKU });
    }
  });

  test('200 answers by item, and in the business view', async () => {
    for (const CustomerType of ['Consumer', 'Business']) {
      const single = await pricing.get('S1', '/items/I1/offers', { ...query, CustomerType });
      const [one, two] = await responsesOf(
        [
          { uri: '/products/pricing/v4/items/I1/offers', ...query, CustomerType },
          { storeItemId: 'I1', ...query, CustomerType },
        ],
        '/itemOffers',
      );
      assert.equal(JSON.stringify(one?.body), single.body);
      assert.deepEqual(two?.body, one?.body);
    }
  });

  test('200 an invalid request gets the error of the single request and does not affect the others', async () => {
    const unknown = await pricing.get('S1', '/listings/NOPE/offers', query);
    const responses = await responsesOf([
      { SellerSKU: 'NOPE', ...query },
      { SellerSKU: 'SKU1', ...query },
      {},
      { SellerSKU: 'SKU1', ...query, ItemCondition: 'Broken' },
      { SellerSKU: 'SKU1', ...query, MarketplaceId: 'M9' },
      { SellerSKU: 'SKU1', ...query, method: 'DELETE' },
      { SellerSKU: 7, ...query },
      { SellerSKU: 'x'.repeat(257), ...query },
      { SellerSKU: 'a\0b', ...query },
      { uri: '/products/pricing/v4/items/I1/offers', ...query },
      { uri: '/products/pricing/v4/listings/%zz/offers', ...query },
      { uri: '/products/pricing/v4/listings/SKU1/offers', SellerSKU: 'other', ...query },
      { uri: 7, SellerSKU: 'SKU1', ...query },
      { uri: '/products/pricing/v4/listings/SKU1/offers?ItemCondition=New&itemcondition=Used', MarketplaceId: 'M1' },
      { uri: '/products/pricing/v4/listings/SKU1/offers?x=%zz', ...query },
      { uri: '/products/pricing/v4/listings/SKU1/offers#x', ...query },
      { uri: '/products/pricing/v4/listings/SKU1/offers?ItemCondition=New', MarketplaceId: 'M1', ItemCondition: 'x' },
    ]);
    assert.equal(JSON.stringify(responses[0]?.body), unknown.body);
    assert.deepEqual(responses[0]?.status, { statusCode: 404, reasonPhrase: 'Not Found' });
    assert.equal(responses[1]?.status.statusCode, 200);
    const expectedDetails = [
      /MarketplaceId is required.*ItemCondition is required.*SellerSKU is required/,
      /ItemCondition must be one of New, Used/,
      /no marketplace M9\. There are: M1/,
      /method must be one of GET/,
      /SellerSKU must be a string, not a number/,
      /SellerSKU must have at most 256 characters/,
      /NUL/,
      /uri must be \/products\/pricing\/v4\/listings\/\{SellerSKU\}\/offers/,
      /uri must be/,
      /SellerSKU and uri name two different/,
      /uri must be a string/,
      /ItemCondition must be given once in uri/,
      /uri must be/,
      /uri must be/,
      /ItemCondition must be one of/,
    ];
    for (const [n, expected] of expectedDetails.entries()) assert.match(detailsOf(responses[n + 2]), expected);
    for (const one of responses.slice(2)) assert.equal(one.status.statusCode, 400);
  });

  test('400 for anything but a list of 1 to 20 objects', async () => {
    const one = { SellerSKU: 'SKU1', ...query };
    for (const requests of [undefined, 'x', {}, [], [7], [null], [[]], Array.from({ length: 21 }, () => one)]) {
      const answer = await listings(requests);
      assert.equal(answer.statusCode, 400, JSON.stringify(requests));
      assert.match(answer.body, /requests/);
    }
    assert.equal((await responsesOf(Array.from({ length: 20 }, () => one))).length, 20);
  });
});

onEngine('postgres', 'a batch of 20', (engine) => {
  test('200 leaves most connections of the pool to other requests', async () => {
    const pricing = await openPricing(engine, NOW);
    const other = new pg.Client({ connectionString: pricing.databaseConfig.databaseUrl });
    await other.connect();
    try {
      await applyRecords(pricing, [marketplace, seller, item, offer('SKU1')]);
      await other.query('BEGIN; LOCK TABLE board IN ACCESS EXCLUSIVE MODE');
      const requests = Array.from({ length: 20 }, () => ({ SellerSKU: 'SKU1', ...query }));
      const batch = pricing.post('S1', '/listingOffers', { requests });
      const waiting = await waitingReads(other);
      // A ping needs a free connection.
      const ping = await Promise.race([pricing.db.ping().then(() => 'answered'), sleep(1_000, 'queued')]);
      await other.query('COMMIT');
      const { responses } = (await batch).json() as { responses: Response[] };
      assert.ok(waiting <= 4, `${waiting} connections in use`);
      assert.equal(ping, 'answered');
      assert.deepEqual(
        responses.map(({ status }) => status.statusCode),
        requests.map(() => 200),
      );
    } finally {
      await other.end();
      await pricing.close();
    }
  });
});
