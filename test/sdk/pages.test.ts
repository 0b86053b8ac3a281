// run: without coverage

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { SellerClient } from '../../sdk/src/create-client.ts';
import type { Pages } from '../../sdk/src/loops/pages.ts';
import { UsageCounter } from '../../src/usage/usage-counter.ts';
import { UsageWriter } from '../../src/usage/usage-writer.ts';
import { type EventsApp, openEvents } from '../contract/events/events-app.ts';
import { onEngine } from '../db/engines.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';
import { clientOf } from './streams-client.ts';

type Loop = (
  client: SellerClient,
  size: number,
  more?: { nextToken?: string; signal?: AbortSignal },
) => Pages<unknown, object>;

const channel = { id: '' };
/** How to page each operation with a nextToken, in pages of this size. */
const loops: Record<string, Loop> = {
  getListings: (client, pageSize, { signal, ...more } = {}) =>
    client.listings({ query: { MarketplaceId: 'M1', pageSize, ...more }, ...(signal && { signal }) }),
  listLimits: (client, pageSize, { signal, ...more } = {}) =>
    client.limits({ query: { MarketplaceId: 'M1', pageSize, ...more }, ...(signal && { signal }) }),
  getPriceHistory: (client, pageSize, { signal, ...more } = {}) =>
    client.priceHistory({
      path: { storeItemId: 'PAN' },
      query: { MarketplaceId: 'M1', ItemCondition: 'New', pageSize, ...more },
      ...(signal && { signal }),
    }),
  getDeliveries: (client, limit, { signal, ...more } = {}) =>
    client.deliveries(channel.id, { query: { limit, ...more }, ...(signal && { signal }) }),
  getPriceChanges: (client, limit, { nextToken: after, signal } = {}) =>
    client.priceChanges({ query: { limit, ...(after !== undefined && { after }) }, ...(signal && { signal }) }),
  getSellerAudit: (client, limit, { signal, ...more } = {}) =>
    client.sellerAudit({ query: { limit, ...more }, ...(signal && { signal }) }),
  getSellerUsage: (client, limit, { signal, ...more } = {}) =>
    client.sellerUsage({ query: { limit, ...more }, ...(signal && { signal }) }),
};

type Operation = { operationId: string; parameters?: { name: string }[] };
const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(readFileSync('openapi.json', 'utf8'));

/** Its token has another name: `after` takes the id of a receipt, too. */
const pagedByAfter = ['getPriceChanges'];

/** Reports are kept for a week, and `report` follows one; of support sessions a seller has few. Each list is a page or two. */
const withoutLoop = ['getReports', 'getSellerSupportSessions'];

test('every operation with a nextToken has a loop', () => {
  // The operator's have a client of their own: operator-pages.test.ts.
  const sellers = Object.entries(document.paths).filter(([path]) => !path.startsWith('/operator/'));
  const operations = sellers.flatMap(([, path]) => Object.values(path));
  const paged = operations
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'nextToken'))
    .map(({ operationId }) => operationId);
  assert.deepEqual(
    Object.keys(loops).toSorted(),
    [...paged.filter((id) => !withoutLoop.includes(id)), ...pagedByAfter].toSorted(),
  );
  assert.ok(paged.length >= 3);
});

onEngine('sqlite', 'a loop over pages', (engine) => {
  let api: EventsApp;
  let client: SellerClient;
  before(async () => {
    api = await openEvents(engine, { priceChanges: 'direct' });
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    client = clientOf(`http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`, 'owner.of.ONE');
    const items = Array.from({ length: 4 }, (_, n) => item(`I${n}`));
    await api.apply([marketplace('M1', 'USD', true), seller('ONE'), seller('TWO'), item('PAN'), ...items]);
    for (let n = 0; n < 5; n += 1) {
      api.clock.now += 60_000;
      await api.apply([
        offer('ONE', `sku${n}`, n === 4 ? 'PAN' : `I${n}`),
        offer('TWO', 'pan', 'PAN', { listingPrice: 20 - n }),
      ]);
    }
    for (const Amount of [21, 22, 23, 24, 25]) {
      api.clock.now += 1;
      const strategy = { type: 'setTo' as const, price: { CurrencyCode: 'USD', Amount } };
      await client.changePrices({ body: { MarketplaceId: 'M1', SellerSKUs: ['sku0'], strategy } });
    }
    const limited = Array.from({ length: 5 }, (_, n) => ({ sku: `sku${n}`, wanted: { minimumPriceMinor: n } }));
    await api.market.limits.set({ marketplaceId: 'M1', sellerId: 'ONE' }, limited, false);
    const created = await api.post('ONE', '/notifications/v4/destinations', { pullConfig: {}, windowSeconds: 0 });
    channel.id = created.channelId;
    await api.publish('ONE', 5);
    for (let n = 0; n < 5; n += 1)
      await api.auditLog.append({
        ...{ atMs: 1_000 + n, who: { type: 'member', id: 'm1' }, from: '203.0.113.7', operation: `change ${n}` },
        ...{ outcome: 'done', details: {}, sellerId: 'ONE' },
      });
    const counter = new UsageCounter(() => api.clock.now);
    const caller = { clientId: 'app', sellerId: 'ONE', grant: 'own', rights: new Set<never>() } as const;
    for (let n = 0; n < 5; n += 1)
      counter.count(caller, { operation: `operation${n}`, status: 200, reason: '', durationMs: n });
    await new UsageWriter(api.db, counter, () => api.clock.now).end();
  });
  after(() => api.close());

  const collect = async <Element>(from: AsyncIterable<Element>): Promise<Element[]> => {
    const all: Element[] = [];
    for await (const one of from) all.push(one);
    return all;
  };
  /** Counts what the client sends. */
  const counted = () => {
    const calls = { count: 0 };
    const counting = Object.create(client);
    for (const name of Object.keys(loops) as 'getListings'[])
      counting[name] = (options: Parameters<SellerClient['getListings']>[0]) => {
        calls.count += 1;
        return client[name](options);
      };
    return { calls, counting: counting as SellerClient };
  };

  for (const [operation, loop] of Object.entries(loops)) {
    test(`${operation}: all elements in any size of pages, each page when the loop gets to it`, async () => {
      const whole = await collect(loop(client, 100));
      assert.ok(whole.length >= 5, `${whole.length}`);
      assert.deepEqual(await collect(loop(client, 2)), whole);
      const pages = await collect(loop(client, 2).pages());
      assert.equal(pages.length, Math.ceil(whole.length / 2));
      const { calls, counting } = counted();
      const iterated = loop(counting, 2);
      assert.equal(calls.count, 0);
      const seen: unknown[] = [];
      for await (const element of iterated) {
        seen.push(element);
        assert.equal(calls.count, Math.ceil(seen.length / 2));
        if (seen.length === 3) break;
      }
      assert.deepEqual(seen, whole.slice(0, 3));
      assert.deepEqual(await collect(iterated), whole, 'a second loop begins again');
    });

    test(`${operation}: begins with a token, refuses another's, ends with the signal`, async () => {
      const [first] = await collect(loop(client, 2).pages());
      const { nextToken } = { ...first, ...(first as { payload?: object }).payload } as { nextToken?: string };
      assert.ok(nextToken);
      assert.deepEqual(await collect(loop(client, 2, { nextToken })), (await collect(loop(client, 100))).slice(2));
      await assert.rejects(collect(loop(client, 2, { nextToken: 'nonsense' })), { status: 400, details: /nextToken/ });
      const stop = new AbortController();
      const reason = new Error('enough');
      let count = 0;
      await assert.rejects(async () => {
        for await (const _ of loop(client, 5, { signal: stop.signal })) {
          count += 1;
          stop.abort(reason);
        }
      }, reason);
      assert.equal(count, 1);
    });
  }
});

test('pages that do not end are an error, whatever the length of the circle', async () => {
  for (const circle of [['a'], ['a', 'b', 'c']]) {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      const nextToken = circle[(requests - 1) % circle.length];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ deliveries: [{}], nextToken }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'any');
    let elements = 0;
    await assert.rejects(
      async () => {
        for await (const _ of client.deliveries('chn_1')) elements += 1;
      },
      { name: 'ApiError', code: 'InvalidAnswer', message: 'The pages do not end.' },
    );
    assert.deepEqual([elements, requests], [circle.length + 1, circle.length + 1]);
    server.close();
  }
});
