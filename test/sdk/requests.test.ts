// run: without coverage

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ApiError, createClient, type SellerClient } from '../../sdk/src/index.ts';
import { answer, type RawRequest, startRawServer } from './raw-server.ts';

describe('requests', () => {
  let server: Awaited<ReturnType<typeof startRawServer>>;
  let client: SellerClient;
  before(async () => {
    server = await startRawServer((_request, socket) => void socket.write(answer(200, {})));
    client = createClient({ baseUrl: server.baseUrl });
  });
  after(() => server.close());

  /** The request that a call sends. */
  const sent = async (call: Promise<unknown>): Promise<RawRequest> => {
    const before = server.requests.length;
    await call;
    assert.equal(server.requests.length, before + 1);
    return server.requests[before] as RawRequest;
  };
  const offersOf = (SellerSKU: string) =>
    client.getListingOffers({ path: { SellerSKU }, query: { MarketplaceId: 'M', ItemCondition: 'New' } });

  test('the query repeats lists, and leaves out what is undefined', async () => {
    const request = await sent(
      client.getPricing({
        query: {
          MarketplaceId: 'STORE_US',
          Skus: ['a b', 'c,d', 'e&f=+é'],
          ItemType: 'Sku',
          storeItemIds: undefined,
        } as never,
      }),
    );
    const url = new URL(request.path, server.baseUrl);
    assert.deepEqual(
      [...url.searchParams],
      [['MarketplaceId', 'STORE_US'], ...['a b', 'c,d', 'e&f=+é'].map((sku) => ['Skus', sku]), ['ItemType', 'Sku']],
    );
    assert.equal(request.method, 'GET');
    assert.equal((await sent(client.getPricing({ query: { Skus: [] } as never }))).path, '/products/pricing/v4/price');
  });

  for (const sku of ['.', '..', '', '\ud800']) {
    test(`a path cannot hold ${JSON.stringify(sku)}: the call fails and sends nothing`, async () => {
      const before = server.requests.length;
      await assert.rejects(offersOf(sku), (error: ApiError) => {
        assert.deepEqual([error.status, error.code], [0, 'InvalidInput']);
        assert.match(error.message, /SellerSKU/);
        return error instanceof ApiError;
      });
      assert.equal(server.requests.length, before);
    });
  }

  test('a missing path parameter is named', async () => {
    await assert.rejects(client.getDelivery({ path: {} as never }), { code: 'InvalidInput', message: /deliveryId/ });
  });

  test('a JSON body has its type, a request without a body has none', async () => {
    const filled = await sent(client.tryPrices({ body: { a: 'é' } as never }));
    assert.deepEqual([filled.body, filled.headers['content-type']], ['{"a":"é"}', 'application/json']);
    const empty = await sent(client.receiveMessages({ path: { channelId: 'C' } }));
    assert.deepEqual([empty.body, empty.headers['content-type']], ['', undefined]);
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    await assert.rejects(client.tryPrices({ body: cycle as never }), { code: 'InvalidInput', status: 0 });
  });

  test('a token request is a form', async () => {
    const body = { grant_type: 'refresh_token', refresh_token: 'a b+c', scope: undefined };
    const request = await sent(client.requestToken({ body: body as never }));
    assert.equal(request.headers['content-type'], 'application/x-www-form-urlencoded');
    assert.equal(request.body, 'grant_type=refresh_token&refresh_token=a+b%2Bc');
  });

  test('changes are a JSON array, or lines where the caller says so', async () => {
    const records = [{ kind: 'a' }, { kind: 'b' }] as never;
    assert.equal((await sent(client.applyChanges({ body: records }))).body, '[{"kind":"a"},{"kind":"b"}]');
    for (const type of ['application/x-ndjson', 'application/jsonl', 'application/json-lines']) {
      const request = await sent(client.applyChanges({ body: records, headers: { 'Content-Type': type } }));
      assert.deepEqual([request.body, request.headers['content-type']], ['{"kind":"a"}\n{"kind":"b"}\n', type]);
    }
    const text = await sent(client.applyChanges({ body: '{"kind":"a"}\n' as never }));
    assert.equal(text.body, '{"kind":"a"}\n');
  });

  test('a key of the caller is kept; else each call has its own', async () => {
    const body = { type: 'PULL' } as never;
    const keyOf = async (headers?: Record<string, string>) =>
      (await sent(client.createDestination({ body, ...(headers && { headers }) }))).headers['idempotency-key'];
    assert.equal(await keyOf({ 'Idempotency-Key': 'mine' }), 'mine');
    const keys = [await keyOf(), await keyOf()];
    assert.equal(new Set(keys).size, 2);
    for (const key of keys) assert.match(key ?? '', /^[\w-]{43}$/);
  });

  test('the caller can add headers; the user agent names the SDK', async () => {
    const request = await sent(
      client.getLiveness({ headers: { 'x-request-id': 'mine', 'x-none': undefined as never } }),
    );
    assert.equal(request.headers['x-request-id'], 'mine');
    assert.equal('x-none' in request.headers, false);
    assert.match(request.headers['user-agent'] ?? '', /^marketplace-seller-sdk\/\d/);
  });

  test('in a browser, where there is a location, the user agent is left alone', async () => {
    Object.defineProperty(globalThis, 'location', { value: new URL(server.baseUrl), configurable: true });
    try {
      const request = await sent(client.getLiveness());
      assert.doesNotMatch(request.headers['user-agent'] ?? '', /sdk/);
    } finally {
      Reflect.deleteProperty(globalThis, 'location');
    }
  });

  test('a header that cannot be sent is named, its value is not', async () => {
    const headers = { authorization: 'Bearer secret\n' + 'x: y' };
    await assert.rejects(client.getLiveness({ headers }), (error: ApiError) => {
      assert.equal(error.code, 'InvalidInput');
      assert.ok(!JSON.stringify([error.message, error.details, String(error.cause)]).includes('secret'));
      return true;
    });
  });

  test('baseUrl may have a path, with or without a slash at its end', async () => {
    for (const path of ['/api', '/api/']) {
      const prefixed = createClient({ baseUrl: `${server.baseUrl}${path}` });
      assert.equal((await sent(prefixed.getLiveness())).path, '/api/health/live');
    }
  });

  for (const credentials of ['a-token', { clientId: 'app' }, { clientId: undefined, clientSecret: 'a-token' }, null]) {
    test(`credentials cannot be ${JSON.stringify(credentials)}, and nothing of them is shown`, () => {
      const create = () => createClient({ baseUrl: server.baseUrl, credentials: credentials as never });
      assert.throws(create, (error) => error instanceof TypeError && error.message.startsWith('credentials must'));
    });
  }

  for (const baseUrl of ['ftp://a.example', 'https://user:pass@a.example', 'https://a.example/?q=1', 'a.example', '']) {
    test(`baseUrl cannot be ${JSON.stringify(baseUrl)}`, () => {
      assert.throws(() => createClient({ baseUrl }), TypeError);
    });
  }
});
