import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS, dayOf } from '../../../src/domain/duration.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { OperatorKey } from '../../../src/notifications/keys/operator-key.ts';
import { Reports } from '../../../src/reports/reports.ts';
import { UsageReader } from '../../../src/usage/usage-reader.ts';
import { addUsage } from '../../../src/usage/usage-table.ts';
import { withEngines } from '../../db/engines.ts';
import { wideReads } from '../../db/query-plans.ts';
import { recording } from '../../db/recorded-statements.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';
import { notificationsOn } from '../../notifications/notification-store.ts';
import { openPriceChanges, type PriceChangesApp, setTo } from '../pricing/price-changes-app.ts';

const READER = 'operator~sellers~read';
const WRITER = 'with~pricing-write.recent.BOLT';
const seal = new OperatorKey('a key of the tests, long enough');
type Listed = {
  sellerId: string;
  markets: { marketplaceId: string; listings: { state: string; count: number }[]; buyBoxShare?: number }[];
};

withEngines('the sellers of the market, for the operator (decision 55)', (engine) => {
  let pricing: PriceChangesApp;
  let service: TestApp;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  let store: ReturnType<typeof notificationsOn>;
  const shown: string[] = [];
  before(async () => {
    pricing = await openPriceChanges(engine, { priceChanges: 'direct', seal });
    provider = await startProvider();
    const { db, market, clock } = pricing;
    const now = () => clock.now;
    store = notificationsOn(db);
    const { identity } = provider;
    const modules = {
      market,
      notifications: store.notifications,
      usage: new UsageReader(db, now),
      reports: new Reports(db, { now, stores: [] }),
    };
    const guards = { bearer: bearerGuard(identity, createRateLimits(GENEROUS_PLAN)) };
    service = await startApp({ groups: pathGroupsOf({ ...bareService, identity, ...modules }), guards });
    mustFit = await documentedBy(service.app);
  });
  after(async () => {
    await Promise.all([service.app.close(), provider.close()]);
    await pricing.close();
  });

  const ask = async (path: string, token = READER) => {
    const url = `/operator/v1${path}`;
    const answer = await service.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    mustFit('GET', url.replace(/\?.*$/s, '').replace(/\/(sellers|marketSellers)\/[^/]+/, '/$1/{sellerId}'), answer);
    shown.push(answer.body);
    return answer;
  };
  const read = async (path: string) => {
    const answer = await ask(path);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };

  test('200 each seller has its listings by state, its share, its destinations and its usage of today', async () => {
    const { db, clock } = pricing;
    await store.webhook('BOLT');
    await store.webhook('BOLT', { status: 'INACTIVE' });
    await db.run("UPDATE destination SET failing_since = 7 WHERE status = 'ACTIVE'");
    const key = { sellerId: 'BOLT', clientId: 'app', caller: 'own', operation: 'getListings', reason: '' };
    const durations = [3, ...Array(13).fill(0)];
    const day = dayOf(clock.now);
    await db.transaction((tx) =>
      addUsage(tx, 'day', [
        { ...key, at: day, status: 200, durations },
        { ...key, at: day, status: 429, durations },
        { ...key, at: day - 1, status: 200, durations },
      ] as never),
    );
    clock.now += 3_600_000;
    const { sellers } = await read('/marketSellers?limit=50');
    const stored = await db.all<{ seller_id: string; state: string | null; n: number }>(
      'SELECT seller_id, state, COUNT(*) AS n FROM offer GROUP BY marketplace_id, seller_id, state',
    );
    const listed = (sellers as Listed[]).flatMap(({ sellerId, markets }) =>
      markets.flatMap(({ listings }) => listings.map(({ state, count }) => `${sellerId} ${state} ${count}`)),
    );
    assert.deepEqual(
      listed.toSorted(),
      stored.map((row) => `${row.seller_id} ${row.state ?? 'none'} ${row.n}`).toSorted(),
    );
    const shares = (sellers as Listed[]).flatMap(({ markets }) => markets.map(({ buyBoxShare = 0 }) => buyBoxShare));
    assert.ok(shares.some((share) => share > 0) && shares.every((share) => share >= 0 && share <= 1), String(shares));
    const bolt = sellers.find(({ sellerId }: Listed) => sellerId === 'BOLT');
    assert.deepEqual(bolt.destinations, {
      byStatus: { ACTIVE: 1, INACTIVE: 1 },
      failing: 1,
      failingSince: '1970-01-01T00:00:00.007Z',
    });
    assert.deepEqual(bolt.usageToday, { requests: 6, refused: 3 });
    const { markets, ...rest } = await read('/marketSellers/BOLT');
    const { markets: ofList, ...others } = bolt;
    assert.deepEqual([rest, markets.length], [others, ofList.length]);
  });

  test('200 pages have each seller once, and those that begin with what was asked for', async () => {
    const all: string[] = (await read('/marketSellers?limit=50')).sellers.map(({ sellerId }: Listed) => sellerId);
    const found: string[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const page: { sellers: Listed[]; nextToken?: string } = await read(
        `/marketSellers?limit=3${next && `&nextToken=${next}`}`,
      );
      found.push(...page.sellers.map(({ sellerId }) => sellerId));
      next = page.nextToken;
    }
    assert.deepEqual(found, all);
    assert.deepEqual(
      (await read('/marketSellers?q=BO')).sellers.map(({ sellerId }: Listed) => sellerId),
      ['BOLT'],
    );
    const { nextToken } = await read('/marketSellers?limit=1');
    assert.equal((await ask(`/marketSellers?q=BO&nextToken=${nextToken}`)).statusCode, 400);
    assert.equal((await ask('/marketSellers/NOBODY')).statusCode, 404);
  });

  test('200 price changes have the terms and who changed them, and nothing that the seller keeps to itself', async () => {
    const scope = { marketplaceId: 'STORE_US', sellerId: 'BOLT' };
    await pricing.market.limits.set(
      scope,
      [{ sku: 'pan-bolt', wanted: { costMinor: 777, minimumNetMinor: 131 } }],
      true,
    );
    await pricing.one(WRITER, 'pan-bolt', { strategy: setTo(17.9) });
    const refused = await pricing.one(WRITER, 'pan-bolt', { strategy: setTo(3) });
    assert.equal((refused as { State: string }).State, 'REJECTED');
    const first = await read('/sellers/BOLT/priceChanges?limit=1');
    assert.deepEqual(
      [first.priceChanges[0].State, first.priceChanges[0].RejectionCode],
      ['REJECTED', 'BelowMinimumNet'],
    );
    const [applied] = (await read(`/sellers/BOLT/priceChanges?limit=1&nextToken=${first.nextToken}`)).priceChanges;
    assert.deepEqual(
      [applied.State, applied.TermsAfter.ListingPrice.Amount, applied.ChangedBy.Kind],
      ['APPLIED', 17.9, 'application'],
    );
    assert.deepEqual((await read('/sellers/ACME/priceChanges')).priceChanges, []);
    assert.equal((await ask(`/sellers/ACME/priceChanges?nextToken=${first.nextToken}`)).statusCode, 400);
    const all = shown.join('\n');
    assert.doesNotMatch(all, /Cost|Profit|7\.77|1\.31|"MinimumNet"|sealed/);
    assert.ok(all.includes('17.9'));
  });

  test('200 reports of a seller, without their parameters', async () => {
    await pricing.db.run('DELETE FROM report');
    const asked = {
      sellerId: 'BOLT',
      clientId: 'app',
      type: 'EVENTS',
      marketplaceIds: ['STORE_US'],
      format: 'JSONL',
      parameters: { secret: 'p4rameter' },
    };
    const created = await new Reports(pricing.db, { now: () => pricing.clock.now, stores: [] }).create(asked as never);
    assert.ok(!('rejected' in created));
    const { reports } = await read('/sellers/BOLT/reports');
    assert.deepEqual(
      reports.map((one: Record<string, string>) => [one.reportId, one.state, one.createdBy]),
      [[created.report.id, 'IN_QUEUE', 'app']],
    );
    assert.deepEqual((await read('/sellers/ACME/reports')).reports, []);
    assert.ok(!shown.join('\n').includes('p4rameter'));
  });

  test('reads by keys', async () => {
    const { db, statements } = recording(pricing.db);
    const { SellerOverview } = await import('../../../src/market/overview/seller-overview.ts');
    const sellers = new SellerOverview(db, pricing.market.history, () => pricing.clock.now + DAY_MS);
    assert.ok((await sellers.page({ prefix: '', after: '', limit: 5 })).length > 4);
    assert.ok(await sellers.find('BOLT'));
    await notificationsOn(db).notifications.oversight.health(['BOLT']);
    await new UsageReader(db, () => pricing.clock.now).ofSellers(['BOLT'], 1);
    const permitted = [
      { statement: /COUNT\(\*\) FROM \(SELECT 1 FROM offer/, step: /./, because: 'each count ends at its bound' },
    ];
    assert.deepEqual(await wideReads(pricing.db, statements, permitted), []);
    assert.ok(statements.size >= 5);
  });
});
