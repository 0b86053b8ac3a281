import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../../src/db/db.ts';
import type { ListingLimits } from '../../../src/domain/price-changes/limits.ts';
import { openMarket } from '../../../src/market/market.ts';
import { ListingLimitsStore } from '../../../src/market/price-changes/listing-limits.ts';
import { OperatorKey } from '../../../src/notifications/keys/operator-key.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { recording } from '../../db/recorded-statements.ts';
import { fixtureOn, item, NOW, offer } from '../market-fixture.ts';

const key = new OperatorKey('a key of the tests, long enough');
const scope = { marketplaceId: 'M1', sellerId: 'S1' };
const keyOf = (sku: string) => ({ ...scope, sku });
const given = (limits: ListingLimits) =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));

withEngines('limits of listings', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  async function prepared(): Promise<{
    db: Db;
    limits: ListingLimitsStore;
    of(sku: string): Promise<object | undefined>;
  }> {
    const { db, take } = await fixtureOn(await (await engine.migrated()).open());
    await take([item('I1'), offer('S1', 'A', 'I1'), offer('S1', 'B/é, 1', 'I1'), offer('S2', 'A', 'I1')]);
    const limits = new ListingLimitsStore(db, () => NOW, key);
    const of = async (sku: string) => {
      const found = (await limits.of([keyOf(sku)], 'with cost')).get(sku);
      return found && given(found);
    };
    return { db, limits, of };
  }

  once('are stored, replaced and removed; the cost stays unless it is named', async () => {
    const { db, limits, of } = await prepared();
    const first = { minimumPriceMinor: 0, maximumPriceMinor: 2000, minimumNetMinor: 500, costMinor: 700 };
    await limits.set(scope, [{ sku: 'A', wanted: first }], true);
    assert.deepEqual(await of('A'), first);
    await limits.set(scope, [{ sku: 'A', wanted: { maximumPriceMinor: 1500 } }], true);
    assert.deepEqual(await of('A'), { maximumPriceMinor: 1500, costMinor: 700 });
    await limits.set(scope, [{ sku: 'A', wanted: { costMinor: null } }], true);
    assert.equal(await of('A'), undefined);
    assert.deepEqual(await db.all('SELECT * FROM listing_limits'), []);
  });

  once('belong to one seller and one marketplace', async () => {
    const { limits } = await prepared();
    await limits.set(scope, [{ sku: 'A', wanted: { minimumPriceMinor: 1 } }], false);
    for (const other of [
      { marketplaceId: 'M1', sellerId: 'S2' },
      { marketplaceId: 'M2', sellerId: 'S1' },
    ]) {
      assert.equal((await limits.of([{ ...other, sku: 'A' }], 'with cost')).size, 0);
      assert.deepEqual(await limits.page(other, { after: '', limit: 10, cost: 'with cost' }), []);
    }
    const page = await limits.page(scope, { after: '', limit: 10, cost: 'with cost' });
    assert.deepEqual(
      page.map(({ sku, changedMs }) => [sku, changedMs]),
      [['A', NOW]],
    );
    assert.deepEqual(await limits.page(scope, { after: 'A', limit: 10, cost: 'with cost' }), []);
  });

  test('change as a whole, or not at all when one of them permits more and that is not allowed', async () => {
    const { limits, of } = await prepared();
    await limits.set(scope, [{ sku: 'A', wanted: { minimumPriceMinor: 900 } }], false);
    const changes = [
      { sku: 'B/é, 1', wanted: { minimumPriceMinor: 100 } },
      { sku: 'A', wanted: { minimumPriceMinor: 899 } },
    ];
    assert.deepEqual(await limits.set(scope, changes, false), { loosened: ['A'] });
    assert.equal(await of('B/é, 1'), undefined);
    const outcomes = await limits.set(scope, [...changes, { sku: 'NONE', wanted: { minimumPriceMinor: 1 } }], true);
    assert.ok(Array.isArray(outcomes));
    assert.deepEqual(
      outcomes.map(({ sku, state }) => [sku, state]),
      [
        ['B/é, 1', 'changed'],
        ['A', 'changed'],
        ['NONE', 'unknown'],
      ],
    );
    assert.deepEqual(await of('A'), { minimumPriceMinor: 899 });
    const again = await limits.set(scope, changes, false);
    assert.ok(Array.isArray(again));
    assert.deepEqual(
      again.map(({ state }) => state),
      ['unchanged', 'unchanged'],
    );
    assert.equal(again[1].terms.listingPriceMinor, 2000);
  });

  once('raise the revision of the offer when they change, and only then', async () => {
    const { db, limits } = await prepared();
    const revision = async () =>
      (
        await db.get<{ n: number }>(
          "SELECT limits_revision AS n FROM offer WHERE seller_id = 'S1' AND sku = 'A' AND marketplace_id = 'M1'",
        )
      )?.n;
    assert.equal(await revision(), 0);
    const wanted = { minimumPriceMinor: 5 };
    await limits.set(scope, [{ sku: 'A', wanted }], false);
    await limits.set(scope, [{ sku: 'A', wanted }], false);
    assert.equal(await revision(), 1);
    await limits.set(scope, [{ sku: 'A', wanted: {} }], true);
    assert.equal(await revision(), 2);
  });

  once('stay when the offer is removed, and the seller can still remove them', async () => {
    const { db, limits, of } = await prepared();
    await limits.set(scope, [{ sku: 'A', wanted: { minimumPriceMinor: 5 } }], false);
    await openMarket(db, () => NOW).writer.apply([{ kind: 'offer', op: 'delete', key: keyOf('A') }], { boards: 'now' });
    assert.deepEqual(await of('A'), { minimumPriceMinor: 5 });
    await limits.set(scope, [{ sku: 'A', wanted: {} }], true);
    assert.equal(await of('A'), undefined);
  });

  once(
    'have their cost sealed: for its listing alone, in one length, and opened only where it is asked for',
    async () => {
      const { db, limits } = await prepared();
      await limits.set(
        scope,
        [
          { sku: 'A', wanted: { costMinor: 1 } },
          { sku: 'B/é, 1', wanted: { costMinor: 123456 } },
        ],
        true,
      );
      const rows = await db.all<{ sku: string; cost: string }>('SELECT sku, cost FROM listing_limits ORDER BY sku');
      const [a, b] = rows.map(({ cost }) => cost);
      assert.equal(a?.length, b?.length);
      assert.doesNotMatch(JSON.stringify(rows), /123456/);
      assert.deepEqual(given((await limits.of([keyOf('A')], 'without cost')).get('A') ?? {}), {});
      await db.run("UPDATE listing_limits SET cost = $1 WHERE sku = 'A'", [b ?? null]);
      assert.equal((await limits.of([keyOf('A')], 'without cost')).size, 1);
      await assert.rejects(
        async () => limits.of([keyOf('A')], 'with cost'),
        (error: Error) => !/123456/.test(error.message),
      );
    },
  );

  once('are read in one statement for all listings of a page', async () => {
    const { db } = await prepared();
    const { db: recorded, statements } = recording(db);
    const limits = new ListingLimitsStore(recorded, () => NOW, key);
    statements.clear();
    await limits.of([keyOf('A'), keyOf('B/é, 1')], 'with cost');
    assert.equal(statements.size, 1);
  });

  test('two changes of the same limits at the same time both count: the second sees the first', async () => {
    const { limits, of } = await prepared();
    await limits.set(scope, [{ sku: 'A', wanted: { minimumPriceMinor: 100 } }], false);
    // Each alone tightens; whichever comes second would loosen.
    const results = await Promise.all(
      [200, 300, 400, 500].map((minimumPriceMinor) =>
        limits.set(scope, [{ sku: 'A', wanted: { minimumPriceMinor } }], false),
      ),
    );
    assert.deepEqual(await of('A'), { minimumPriceMinor: 500 });
    assert.ok(results.length === 4 && Array.isArray(results[3]));
  });
});
