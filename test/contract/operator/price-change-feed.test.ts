import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { createLog } from '../../../src/log/log.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { auditedOutcomes, auditOf } from '../../../src/roles/api/audit.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { startProvider } from '../../harness/provider.ts';
import { type Fixture, fixtureOn, item, offer } from '../../market/market-fixture.ts';

const READER = 'operator~market~read';

withEnginesInTorture("the operator's feed of price changes", (engine) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  let fixture: Fixture;
  const send = (
    method: 'GET' | 'POST',
    path: string,
    more: { token?: string; payload?: object; prefer?: string } = {},
  ) =>
    service.app.inject({
      ...{ method, url: `/operator/v1/priceChanges${path}` },
      headers: { authorization: `Bearer ${more.token ?? 'operator'}`, ...(more.prefer && { prefer: more.prefer }) },
      ...(more.payload && { payload: more.payload }),
    });
  const ask = async (sku: string, listingMinor: number): Promise<string> => {
    const strategy = { type: 'setTo', listingMinor } as const;
    const receipts = await fixture.market.priceChanges.submit({
      ...{ marketplaceId: 'M1', sellerId: 'S1', changes: [{ sku, customer: 'Consumer', strategy }] },
      ...{ by: { clientId: 'secret-app', memberId: 'member', isConsole: false }, requestId: 'secret-request' },
    });
    assert.ok(!('rejected' in receipts) && receipts[0]?.state === 'PENDING');
    return receipts[0].id;
  };

  before(async () => {
    provider = await startProvider();
    const db = await (await engine.migrated()).open();
    fixture = await fixtureOn(db, migrations, { priceChanges: 'confirmed' });
    const tier = { quantity: 10, price: 19.5 };
    await fixture.take([
      item('I1'),
      offer('S1', 'A', 'I1', { listingPrice: 25, quantityDiscounts: [tier] }),
      offer('S1', 'B', 'I1', { listingPrice: 25 }),
    ]);
    fixture.clock.now += 1_000;
    const { market } = fixture;
    const now = () => fixture.clock.now;
    const groups = pathGroupsOf({
      ...{ ...bareService, market, identity: provider.identity, settleOutcomes: auditedOutcomes(market, now) },
      ...auditOf({ db, now, log: createLog('silent') }),
    });
    const guards = { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) };
    service = await startApp({ groups, guards });
  });
  after(async () => {
    await service.app.close();
    await provider.close();
  });

  test('200 shows changes with terms as in records, and nothing of who asked for them', async () => {
    const id = await ask('A', 2100);
    const answer = await send('GET', '?MarketplaceId=M1', { token: READER });
    assert.equal(answer.statusCode, 200, answer.body);
    const { lines, ...rest } = answer.json();
    const end = { oldestNumber: 1, latestNumber: 1, truncated: false, hasMore: false, nextAfter: 1 };
    assert.deepEqual(rest, { marketplaceId: 'M1', ...end });
    const terms = { shipping: 0, quantityDiscounts: [{ quantity: 10, price: 19.5 }] };
    assert.deepEqual(lines, [
      {
        number: 1,
        change: {
          ...{ priceChangeId: id, marketplaceId: 'M1', sellerId: 'S1', sku: 'A', itemId: 'I1', state: 'PENDING' },
          ...{ before: { listingPrice: 25, ...terms }, after: { listingPrice: 21, ...terms }, termsRevision: 1 },
          createdAt: '2026-11-15T00:00:01.000Z',
        },
      },
    ]);
    assert.doesNotMatch(answer.body, /secret|member/);
  });

  test('200 settles changes, answers the same outcome alike, and names what does not count', async () => {
    const id = await ask('B', 2200);
    const applied = { priceChangeId: id, outcome: 'applied', terms: { listingPrice: 22.5, shipping: 1 } };
    const wrong = { priceChangeId: 'pc_none', outcome: 'applied' };
    for (const _time of [1, 2]) {
      const answer = await send('POST', '/outcomes', { payload: { outcomes: [applied, wrong] } });
      assert.equal(answer.statusCode, 200, answer.body);
      const [first, second] = answer.json().outcomes;
      assert.deepEqual([first.change.state, first.change.after, first.problem], ['APPLIED', applied.terms, undefined]);
      assert.deepEqual(second, { priceChangeId: 'pc_none', problem: 'there is no such change' });
    }
    const bad = { priceChangeId: await ask('B', 2300), outcome: 'applied', terms: { listingPrice: 22.555 } };
    const answer = await send('POST', '/outcomes', { payload: { outcomes: [bad] } });
    assert.match(answer.json().outcomes[0].problem, /listingPrice: must have at most 2 decimals/);
    const entries = (
      await service.app.inject({ url: '/operator/v1/audit', headers: { authorization: 'Bearer operator' } })
    ).json().entries;
    const settled = entries.filter(({ operation }: { operation: string }) => operation === 'settlePriceChanges');
    assert.deepEqual(
      settled.map(({ details }: { details: object }) => details),
      [{ priceChanges: { applied: [id], rejected: [] } }],
      'one entry: the second call settled nothing',
    );
  });

  test('200 waits for the next change with Prefer: wait', async () => {
    const { latestNumber } = (await send('GET', '?MarketplaceId=M1&limit=1')).json();
    const waiting = send('GET', `?MarketplaceId=M1&after=${latestNumber}`, { prefer: 'wait=20' });
    const id = await ask('A', 2050);
    const answer = await waiting;
    assert.equal(answer.headers['preference-applied'], 'wait=20');
    assert.deepEqual(
      answer.json().lines.map((line: { change: { priceChangeId: string } }) => line.change.priceChangeId),
      [id],
    );
  });

  test('400 a number that there is not yet, an unknown marketplace, no outcomes', async () => {
    assert.match((await send('GET', '?MarketplaceId=M1&after=999')).body, /after must be at most/);
    const waiting = send('GET', '?MarketplaceId=M1&after=999', { prefer: 'wait=20' });
    assert.match((await Promise.race([waiting, sleep(5_000)]))?.body ?? 'still waits', /after must be at most/);
    assert.match((await send('GET', '?MarketplaceId=M9')).body, /There is no marketplace M9/);
    const empty = await send('POST', '/outcomes', { payload: { outcomes: [] } });
    assert.equal(empty.statusCode, 400);
  });

  test('403 without the right: it is named', async () => {
    const reader = await send('POST', '/outcomes', { token: READER, payload: { outcomes: [] } });
    assert.equal(reader.statusCode, 403);
    assert.match(reader.body, /operator:market:write/);
    const seller = await send('GET', '?MarketplaceId=M1', { token: 'seller' });
    assert.equal(seller.statusCode, 403, seller.body);
  });
});
