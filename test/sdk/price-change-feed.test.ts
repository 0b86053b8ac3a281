// run: without coverage

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatorClient, PriceChangeFeedOptions, PriceChangeGap } from '../../sdk/src/operator/index.ts';
import { GENEROUS_PLAN } from '../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../src/http/guards/rate-limit.ts';
import { keepReceipts } from '../../src/market/price-changes/retention.ts';
import { migrations } from '../../src/migrations/list.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { bareService } from '../harness/bare-service.ts';
import { startProvider } from '../harness/provider.ts';
import { until } from '../harness/until.ts';
import { type Fixture, fixtureOn, item, offer } from '../market/market-fixture.ts';
import { startWorker } from './python/python-program.ts';
import { operatorClientOf } from './streams-client.ts';

withEnginesInTorture("a loop over the operator's feed of price changes", (engine) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let fixture: Fixture;
  let service: TestApp;
  let client: OperatorClient;
  let port = 0;
  let price = 2_500;

  const start = async () => {
    service = await startApp({
      groups: pathGroupsOf({ ...bareService, market: fixture.market, identity: provider.identity }),
      guards: { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) },
      logLevel: 'silent',
    });
    await service.app.listen({ port, host: '127.0.0.1' });
    ({ port } = service.app.server.address() as AddressInfo);
  };
  before(async () => {
    provider = await startProvider();
    const db = await (await engine.migrated()).open();
    fixture = await fixtureOn(db, migrations, { priceChanges: 'direct' });
    await fixture.take([item('I1'), offer('S1', 'A', 'I1', { listingPrice: 25 })]);
    await start();
    client = operatorClientOf(`http://127.0.0.1:${port}`, 'operator', { maxAttempts: 1 });
  });
  after(async () => {
    await service.app.close();
    await provider.close();
  });

  /** One after the other: each has the number after the one before. */
  const change = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      fixture.clock.now += 1_000;
      price -= 1;
      const strategy = { type: 'setTo', listingMinor: price } as const;
      await fixture.market.priceChanges.submit({
        ...{ marketplaceId: 'M1', sellerId: 'S1', changes: [{ sku: 'A', customer: 'Consumer', strategy }] },
        ...{ by: { clientId: 'app', isConsole: false }, requestId: 'r' },
      });
    }
  };
  const read = async (options: PriceChangeFeedOptions) => {
    const numbers: number[] = [];
    for await (const { number } of client.priceChangeFeed('M1', { follow: false, ...options })) numbers.push(number);
    return numbers.join();
  };

  test('yields every change once, in order, over pages, from any number on', async () => {
    assert.equal(await read({}), '');
    await change(5);
    assert.equal(await read({ limit: 2 }), '1,2,3,4,5');
    assert.equal(await read({ limit: 2, after: 3 }), '4,5');
    assert.equal(await read({ after: '5' }), '');
    await assert.rejects(read({ after: 9 }), { code: 'InvalidInput' });
    for (const wrong of [-1, 1.5, '', 'x'])
      await assert.rejects(read({ after: wrong }), /A number must be an integer from 0 on/);
    const [first] = await Array.fromAsync(client.priceChangeFeed('M1', { follow: false }));
    assert.deepEqual([first?.change.state, first?.change.after], ['APPLIED', { listingPrice: 24.99, shipping: 0 }]);
  });

  test('goes on where it was when the service is restarted while it waits, and begins again at a stored number', async () => {
    const failures: string[] = [];
    const seen: number[] = [];
    const feed = client.priceChangeFeed('M1', {
      ...{ after: 4, waitSeconds: 20, onRetry: ({ code }) => failures.push(code) },
    });
    for await (const { number } of feed) {
      seen.push(number);
      if (number === 5) void restart(() => failures.length > 0);
      if (number === 7) break;
    }
    assert.deepEqual(seen, [5, 6, 7]);
    assert.equal(failures[0], 'ConnectionFailed');
    const stored = seen.at(-1);
    await change(1);
    for await (const { number } of client.priceChangeFeed('M1', { after: stored, waitSeconds: 5 })) {
      assert.equal(number, 8);
      break;
    }
  });

  /** While the loop waits for the next change. Changes are made while there is no service. */
  async function restart(hasFailed: () => boolean) {
    await sleep(200);
    await service.app.close();
    await change(2);
    await until('the loop finds no service', hasFailed);
    await start();
  }

  test('says which changes are not kept any more, and goes on where the caller says', async () => {
    await keepReceipts(fixture.db, fixture.clock.now + 1_000, 0);
    await change(2);
    assert.equal(await read({}), '9,10', 'nobody asked for more than there is');
    await assert.rejects(read({ after: 3 }), {
      ...{ name: 'ApiError', code: 'PriceChangesMissed', message: 'Price changes after 3 are not kept any more.' },
    });
    const gaps: PriceChangeGap[] = [];
    const onGap = (gap: PriceChangeGap) => {
      gaps.push(gap);
      return gap.latestNumber - 1;
    };
    assert.equal(await read({ after: 3, onGap }), '10');
    assert.deepEqual(gaps, [{ after: 3, oldestNumber: 9, latestNumber: 10 }]);
  });

  test('the Python SDK reads the same, and says and hears the same of a gap', async () => {
    const python = await startWorker('streams.py');
    const feed = (options: object) =>
      python.ask({
        ...{ id: crypto.randomUUID(), do: 'feed', base: `http://127.0.0.1:${port}`, token: 'operator' },
        ...options,
      });
    assert.equal((await feed({ limit: 1 })).numbers, '9,10');
    assert.equal((await feed({ after: '9' })).numbers, '10');
    const { code, message } = await feed({ after: 3 });
    assert.deepEqual([code, message], ['PriceChangesMissed', 'Price changes after 3 are not kept any more.']);
    const heard = await feed({ after: 3, hears: true });
    assert.deepEqual([heard.numbers, heard.gaps], ['10', [[3, 9, 10]]]);
    await python.close();
  });

  test('ends with the reason of its signal', async () => {
    const stopping = AbortSignal.timeout(50);
    const feed = client.priceChangeFeed('M1', { after: 10, signal: stopping });
    await assert.rejects(feed.next(), (error) => error === stopping.reason);
  });
});
