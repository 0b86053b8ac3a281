import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR_RIGHTS } from '../../../src/domain/authorization/operator-rights.ts';
import { countDueBoards, countMarketplace } from '../../../src/market/overview/marketplace-counts.ts';
import { withEngines, withEnginesInTorture } from '../../db/engines.ts';
import { type Permitted, wideReads } from '../../db/query-plans.ts';
import { recording } from '../../db/recorded-statements.ts';
import { documentedBy } from '../../harness/documented.ts';
import { fixtureOn, item, marketplace, offer, seller } from '../../market/market-fixture.ts';
import { openPricing, type PricingApp } from '../pricing/pricing-app.ts';
import { NOW, workedMarket } from '../pricing/worked-market.ts';

type Result = {
  kind: string;
  itemId?: string;
  sellerId?: string;
  name?: string;
  sku?: string;
  marketplaceId?: string;
  state?: string;
};
type Page = { results: Result[]; nextToken?: string };

withEnginesInTorture("the market as the operator's pages show it", (engine) => {
  let pricing: PricingApp;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  before(async () => {
    pricing = await openPricing(engine, NOW, { priceChanges: 'direct', keepsLastChanges: true });
    mustFit = await documentedBy(pricing.app);
    await pricing.market.writer.apply(workedMarket(), { boards: 'now' });
  });
  after(() => pricing.close());

  const get = async (path: string, query: Record<string, string | string[]> = {}, token = 'operator~market~read') => {
    const url = `/operator/v1${path}`;
    const answer = await pricing.app.inject({
      url,
      query: query as never,
      headers: { authorization: `Bearer ${token}` },
    });
    mustFit('GET', url, answer);
    return answer;
  };
  const all = (statement: string) => pricing.db.all<{ rows: number }>(statement);
  const one = async (statement: string) => (await all(statement))[0]?.rows;

  test('200 each marketplace has its counts, and the time of its last change', async () => {
    while ((await one('SELECT COUNT(*) AS rows FROM marketplace_change')) === 0) await sleep(5);
    const { marketplaces, priceChanges } = (await get('/marketplaces')).json();
    assert.equal(priceChanges, 'direct');
    assert.equal(marketplaces.length, await one('SELECT COUNT(*) AS rows FROM marketplace'));
    for (const shown of marketplaces) {
      const of = (table: string, more = '') =>
        one(`SELECT COUNT(*) AS rows FROM ${table} WHERE marketplace_id = '${shown.marketplaceId}' ${more}`);
      assert.deepEqual(shown.items, { count: await of('item'), isExact: true });
      assert.deepEqual(shown.offers, { count: await of('offer'), isExact: true });
      assert.equal(shown.buyable.count, await of('offer', "AND state <> 'inactive'"));
      const sellers = await all(
        `SELECT COUNT(DISTINCT seller_id) AS rows FROM offer WHERE marketplace_id = '${shown.marketplaceId}'`,
      );
      assert.equal(shown.sellers.count, sellers[0]?.rows);
      for (const { state, offers } of shown.offerStates)
        assert.equal(offers, await of('offer', state === 'none' ? 'AND state IS NULL' : `AND state = '${state}'`));
      assert.deepEqual(shown.staleBoards, { count: 0, isExact: true });
    }
    const [us] = marketplaces.filter(({ marketplaceId }: { marketplaceId: string }) => marketplaceId === 'STORE_US');
    assert.equal(us.lastChangedTime, new Date(NOW).toISOString());
    assert.ok(us.offers.count > 20 && us.buyable.count > 10);
  });

  test('200 counts end at a bound, and say so', async () => {
    const counts = await countMarketplace(pricing.db, 'STORE_US', 3);
    for (const { count, isExact } of [counts.items, counts.offers, counts.sellers])
      assert.deepEqual({ count, isExact }, { count: 3, isExact: false });
    const offers = await countMarketplace(pricing.db, 'STORE_US');
    const exactly = await countMarketplace(pricing.db, 'STORE_US', offers.items.count);
    assert.deepEqual(exactly.items, offers.items);
    const later = await countDueBoards(pricing.db, Number.MAX_SAFE_INTEGER, 1);
    assert.ok(!later.isExact);
  });

  test('200 a prefix finds items, sellers and offers, each once in pages of any size', async () => {
    const find = async (query: Record<string, string | string[]>) => (await get('/search', query)).json() as Page;
    for (const q of ['P', 'A', 'S', 'PA', 'PAN', 'nothing at all', '%', '_']) {
      const whole = await find({ q, limit: '50' });
      const stored = async (table: string, column: string) =>
        (await pricing.db.all<{ id: string }>(`SELECT ${column} AS id FROM ${table}`)).filter(({ id }) =>
          id.startsWith(q),
        ).length;
      const expected =
        (await stored('item', 'item_id')) + (await stored('seller', 'seller_id')) + (await stored('offer', 'sku'));
      if (expected <= 50) assert.equal(whole.results.length, expected, q);
      const paged: Result[] = [];
      for (let nextToken: string | undefined = ''; nextToken !== undefined; ) {
        const page: Page = await find({ q, limit: '3', ...(nextToken && { nextToken }) });
        paged.push(...page.results);
        ({ nextToken } = page);
      }
      assert.deepEqual(paged.slice(0, 50), whole.results, q);
      assert.equal(new Set(paged.map((found) => JSON.stringify(found))).size, paged.length);
    }
    const [first] = (await find({ q: 'PAN' })).results;
    assert.deepEqual([first?.kind, first?.itemId], ['item', 'PAN'], 'what is searched for itself comes first');
    const sellers = await find({ q: 'A', kinds: ['seller'] });
    assert.ok(sellers.results.every(({ kind }) => kind === 'seller'));
    await pricing.db.run(
      "UPDATE seller SET record = REPLACE(record, '{', '{\"name\":\"Bolt & Co\",') WHERE seller_id = 'BOLT'",
    );
    const ofBolt = (await find({ q: 'pan-bolt', kinds: ['offer'] })).results;
    assert.ok(ofBolt.length > 0 && ofBolt.every(({ name }) => name === 'Bolt & Co'), 'an offer names its seller');
    const small = await find({ q: 'acm' });
    assert.deepEqual(small.results, (await find({ q: 'ACM' })).results, 'capital letters, too');
    assert.ok(small.results.length > 0);
  });

  test('400 no prefix, an unknown kind, and a token of another search', async () => {
    assert.equal((await get('/search', { q: '' })).statusCode, 400);
    assert.equal((await get('/search')).statusCode, 400);
    assert.equal((await get('/search', { q: 'P', kinds: 'account' })).statusCode, 400);
    assert.equal((await get('/search', { q: 'P\0' })).statusCode, 400);
    const { nextToken } = (await get('/search', { q: 'P', limit: '1' })).json() as { nextToken: string };
    assert.equal((await get('/search', { q: 'PA', limit: '1', nextToken })).statusCode, 400);
    assert.equal((await get('/search', { q: 'P', limit: '1', nextToken: `${nextToken}x` })).statusCode, 400);
  });

  test('403 without operator:market:read, which operator:market:write implies; 401 without a token', async () => {
    for (const [path, query] of [
      ['/marketplaces', {}],
      ['/search', { q: 'P' }],
    ] as const) {
      for (const right of OPERATOR_RIGHTS) {
        const token = `operator~${right.slice('operator:'.length).replaceAll(':', '~')}`;
        const isMarket = right.startsWith('operator:market:');
        assert.equal((await get(path, query, token)).statusCode, isMarket ? 200 : 403, `${path} ${right}`);
      }
      for (const token of ['seller', 'delegated', 'owner.of.A1', 'own.writes.A1'])
        assert.equal((await get(path, query, token)).statusCode, 403, token);
      assert.equal((await get(path, query, 'nobody')).statusCode, 401);
    }
  });
});

const permitted: Permitted[] = [
  {
    statement: /FROM (marketplace(_change)?|price_guard)( |$)/,
    step: /marketplace|price_guard/,
    because: 'an operator has a handful of marketplaces',
  },
  {
    statement: /^(WITH RECURSIVE found|SELECT (state, )?COUNT|SELECT marketplace_id, COUNT)/,
    step: /counted|due|found|CTE/,
    because: 'it is bounded by a LIMIT',
  },
];

withEngines('query plans of the views of the operator', (engine) => {
  test('no statement reads a whole table or index', async () => {
    const database = await engine.migrated();
    const { db, statements } = recording(await database.open());
    const fixture = await fixtureOn(db);
    const ids = Array.from({ length: 30 }, (_, n) => `P${n}`);
    await fixture.take([
      ...[marketplace('M2', 'USD', false), seller('S3')],
      ...ids.flatMap((id) => [item(id), offer('S1', id, id), offer('S2', id, id), offer('S3', `x${id}`, id)]),
    ]);
    statements.clear();
    const { overview } = fixture.market;
    await overview.marketplaces();
    const search = {
      prefix: 'P1',
      kinds: ['item', 'seller', 'offer'],
      marketplaceIds: ['M1', 'M2'],
      limit: 40,
    } as const;
    assert.equal((await overview.search({ ...search, after: undefined })).length, 33);
    await overview.search({ ...search, after: { kind: 'item', key: ['P1', 'M1'] } });
    await overview.search({ ...search, after: { kind: 'offer', key: ['P1', 'M1', 'S1'] } });
    assert.ok(statements.size >= 8);
    assert.deepEqual(await wideReads(await database.open(), statements, permitted), []);
  });
});
