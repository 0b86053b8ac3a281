import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { askOnNewConnection, durationsOf, Load, percentile, tokenOf } from './overload.ts';

const SECONDS = 8;

describe('a service with more requests than it can answer', () => {
  let service: ServiceProcess;
  let origin: string;
  let seller: string;
  let other: string;
  before(async () => {
    service = startService({ LOG_LEVEL: 'warn' });
    origin = await service.address();
    seller = await tokenOf(origin, 'demoseller:demosellersecret');
    other = await tokenOf(origin, 'demorival:demorivalsecret');
  });
  after(async () => {
    agent.destroy();
    await service.end();
  });

  /** Cheaper than `fetch`: the client shares two cores with the service and its load. */
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = async (path: string, token: string) => {
    const asked = request(origin + path, { agent, headers: { authorization: `Bearer ${token}` } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await answer.toArray();
    equal(answer.statusCode, 200);
  };
  const skus = Array.from({ length: 20 }, (_, n) => `Skus=DEMO-SKU-${n + 1}`).join('&');
  const twentyPrices = `/products/pricing/v4/competitivePrice?MarketplaceId=STORE_US&ItemType=Sku&${skus}`;
  const askOther = () =>
    get('/products/pricing/v4/items/ITEM000001/offers?MarketplaceId=STORE_US&ItemCondition=New', other);

  it('accepts a new connection and tells its health within 1 s while 1,000 connections write', async (t) => {
    const url = `${origin}/notifications/v4/subscriptions/PULL/testNotification`;
    await get(twentyPrices, seller);
    const load = new Load(1_000, SECONDS, url, seller, '-m', 'POST');
    try {
      await sleep(3_000);
      let slowestMs = 0;
      for (let n = 0; n < 20; n += 1) {
        const { ms, status } = await askOnNewConnection(origin, '/health/live');
        equal(status, 200);
        slowestMs = Math.max(slowestMs, ms);
        await sleep(100);
      }
      const stats = await load.ended();
      t.diagnostic(`slowest health ${slowestMs.toFixed(0)} ms; answers ${JSON.stringify(stats)}`);
      ok(slowestMs < 1_000, `${slowestMs} ms`);
      ok((stats['200']?.count ?? 0) > 100 && (stats['503']?.count ?? 0) > 0, JSON.stringify(stats));
    } finally {
      load.kill();
    }
  });

  it('answers another seller in 10 ms (p50) while one asks for 20 prices on 256 connections', async (t) => {
    const load = new Load(256, SECONDS, origin + twentyPrices, seller);
    try {
      await sleep(2_000);
      const sorted = await durationsOf(askOther, 200, 10);
      t.diagnostic(`p50 ${percentile(sorted, 50).toFixed(1)} ms, p99 ${percentile(sorted, 99).toFixed(1)} ms`);
      const stats = await load.ended();
      t.diagnostic(JSON.stringify(stats));
      ok(percentile(sorted, 50) < 10, `p50 ${percentile(sorted, 50)} ms`);
    } finally {
      load.kill();
    }
  });

  it('answers others while one connection pipelines megabytes', async (t) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).resume();
    try {
      socket.write('GET / HTTP/1.1\r\n\r\n'.repeat(300_000));
      await sleep(200);
      const sorted = await durationsOf(askOther, 100, 10);
      t.diagnostic(`p50 ${percentile(sorted, 50).toFixed(1)} ms, slowest ${percentile(sorted, 100).toFixed(1)} ms`);
      ok(percentile(sorted, 50) < 10, `p50 ${percentile(sorted, 50)} ms`);
      ok(percentile(sorted, 100) < 500, `slowest ${percentile(sorted, 100)} ms`);
    } finally {
      socket.destroy();
    }
  });

  it('answers others while an item of 5,000 offers changes 20 times a second and is read all the time', async (t) => {
    const operator = await tokenOf(origin, 'demooperator:demooperatorsecret');
    const change = async (records: readonly object[]) => {
      const body = records.map((record) => JSON.stringify({ op: 'upsert', ...record })).join('\n');
      const headers = { authorization: `Bearer ${operator}`, 'content-type': 'application/x-ndjson' };
      const answer = await fetch(`${origin}/operator/v1/changes`, { method: 'POST', headers, body });
      const { rejected } = (await answer.json()) as { rejected: number };
      deepEqual([answer.status, rejected], [200, 0]);
    };
    const key = { marketplaceId: 'STORE_US', itemId: 'CROWD' };
    const facts = { plan: 'Professional', feedbackRating: 95, feedbackCount: 99, featuredMerchant: true };
    const state = { condition: 'New', subCondition: 'New', channel: 'FS', shipping: 0, quantity: 1 };
    const offerAt = (n: number, cents: number) => ({
      ...{ kind: 'offer', ...key, sellerId: `CROWD${n}`, sku: 'C' },
      ...{ ...state, listingPrice: cents / 100 },
    });
    const numbers = Array.from({ length: 5_000 }, (_, n) => n);
    await change([{ kind: 'item', ...key, category: 'books' }]);
    await change(numbers.map((n) => ({ kind: 'seller', sellerId: `CROWD${n}`, ...facts })));
    await change(numbers.map((n) => offerAt(n, 10_000 + n)));
    let isOver = false;
    const lowestOf = async () => {
      const path = `${origin}/products/pricing/v4/items/CROWD/offers?MarketplaceId=STORE_US&ItemCondition=New`;
      const answer = await fetch(path, { headers: { authorization: `Bearer ${seller}` } });
      return ((await answer.json()) as LowestPrice).payload.Summary.LowestPrices[0]?.ListingPrice.Amount;
    };
    const changes = (async () => {
      for (let n = 1; !isOver; n += 1) {
        await Promise.all([change([offerAt(n % 5_000, 9_000 - n)]), sleep(50)]);
        // No reader ever gets the figures before a change that was acknowledged.
        if (n % 10 === 0) equal(await lowestOf(), (9_000 - n) / 100);
      }
    })();
    const readers = (async () => {
      while (!isOver) await lowestOf();
    })();
    const sorted = await durationsOf(askOther, 300, 10);
    isOver = true;
    await Promise.all([changes, readers]);
    t.diagnostic(`p50 ${percentile(sorted, 50).toFixed(1)} ms, p99 ${percentile(sorted, 99).toFixed(1)} ms`);
    ok(percentile(sorted, 99) < 250, `p99 ${percentile(sorted, 99)} ms`);
  });
});

type LowestPrice = { payload: { Summary: { LowestPrices: { ListingPrice: { Amount: number } }[] } } };
