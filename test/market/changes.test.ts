// run: without coverage

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../src/domain/duration.ts';
import { readRecord } from '../../src/domain/market/records/market-record.ts';
import { Intake } from '../../src/market/intake/intake.ts';
import { openMarket } from '../../src/market/market.ts';
import { priceGuardOf } from '../../src/market/records/price-guard.ts';
import { withEngines } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';
import {
  dump,
  type Fixture,
  fixtureOn,
  item,
  marketplace,
  NOW,
  offer,
  type Plain,
  seller,
  settle,
} from './market-fixture.ts';

withEngines('a change of the market', (engine) => {
  describe('is rejected:', () => {
    const rows: [name: string, records: Plain[], rejected: RegExp][] = [
      ['an unknown marketplace', [item('I9', { marketplaceId: 'M9' })], /^1 marketplaceId: there is no marketplace M9/],
      ['an offer on an unknown item', [offer('S1', 'A', 'I9')], /^1 itemId: there is no item I9 in M1/],
      ['an offer of an unknown seller', [offer('S9', 'A', 'I1')], /^1 sellerId: there is no seller S9/],
      ['an offer that comes before its item', [offer('S1', 'A', 'I7'), item('I7')], /^1 itemId: there is no item I7/],
      ['another currency', [offer('S1', 'A', 'I1', { currency: 'CAD' })], /^1 currency: must be USD/],
      ['a negative price', [offer('S1', 'A', 'I1', { listingPrice: -1 })], /^1 listingPrice: .*negative/],
      ['three decimals', [offer('S1', 'A', 'I1', { listingPrice: 1.999 })], /^1 listingPrice: .*2 decimals/],
      [
        'the removal of an item with offers',
        [{ kind: 'item', op: 'delete', marketplaceId: 'M1', itemId: 'I1' }],
        /^1 itemId: I1 has offers/,
      ],
      [
        'the removal of a seller with offers',
        [{ kind: 'seller', op: 'delete', sellerId: 'S2' }],
        /^1 sellerId: S2 has offers/,
      ],
      [
        'the removal of a used marketplace',
        [{ kind: 'marketplace', op: 'delete', marketplaceId: 'M1' }],
        /^1 marketplaceId: M1 has items/,
      ],
      [
        'the removal of a marketplace with a price guard',
        [
          { kind: 'priceGuard', marketplaceId: 'M2', maxStepPercent: 25 },
          { kind: 'marketplace', op: 'delete', marketplaceId: 'M2' },
        ],
        /^2 marketplaceId: M2 has a price guard; remove that first/,
      ],
      [
        'a price guard of an unknown marketplace',
        [{ kind: 'priceGuard', marketplaceId: 'M9' }],
        /^1 marketplaceId: there is/,
      ],
      [
        'a price guard whose bounds contradict each other',
        [{ kind: 'priceGuard', marketplaceId: 'M1', minOfListPricePercent: 80.5, maxOfListPricePercent: 80 }],
        /^1 maxOfListPricePercent: must not be less than minOfListPricePercent, 80.5/,
      ],
      ['a new currency for a used marketplace', [marketplace('M1', 'EUR', true)], /^1 currency: cannot change/],
      [
        'a second default marketplace',
        [marketplace('M2', 'CAD', true)],
        /^1 isDefault: must be false: M1 is the default/,
      ],
    ];
    let fixture: Fixture;
    before(async () => {
      fixture = await fixtureOn(await (await engine.migrated()).open());
      await fixture.take([item('I1'), offer('S2', 'Z', 'I1')]);
    });

    for (const [n, [name, records, rejected]] of rows.entries()) {
      test(`${name}; the record beside it is kept`, async () => {
        const { market, take } = fixture;
        const sku = `GOOD-${n}`;
        const reasons = await take([...records, offer('S3', sku, 'I1')]);
        assert.equal(reasons.length, 1);
        assert.match(reasons[0] ?? '', rejected);
        assert.ok(await market.reader.listing({ marketplaceId: 'M1', sellerId: 'S3', sku }, 'Consumer', 'New'));
      });
    }
  });

  test('of a price guard is stored in integers, and gone with its removal', async () => {
    const { db, take } = await fixtureOn(await (await engine.migrated()).open());
    const guard = { kind: 'priceGuard', marketplaceId: 'M1', maxStepPercent: 12.5, maxChangesPerHour: 4 };
    assert.deepEqual(await take([guard, { ...guard, marketplaceId: 'M2', maxDayPercent: 30 }]), []);
    const stored = { marketplaceId: 'M1', maxStepBasisPoints: 1250, maxChangesPerHour: 4 };
    assert.deepEqual(await priceGuardOf(db, 'M1'), stored);
    assert.deepEqual(await priceGuardOf(db, 'M2'), { ...stored, marketplaceId: 'M2', maxDayBasisPoints: 3000 });
    await take([{ kind: 'priceGuard', op: 'delete', marketplaceId: 'M1' }]);
    assert.equal(await priceGuardOf(db, 'M1'), undefined);
  });

  test('has no effect when it repeats the same records; each outcome is counted', async () => {
    const { db, market } = await fixtureOn(await (await engine.migrated()).open());
    const records = [item('I1'), offer('S1', 'A', 'I1'), offer('S2', 'B', 'I1')];
    const run = async (list: Plain[]) => {
      const intake = await Intake.open(market, { boards: 'now', batchSize: 100, onReject: () => {} });
      for (const [n, record] of list.entries()) await intake.take(n, record);
      await intake.flush();
      return intake.counts;
    };
    const none = { added: 0, changed: 0, unchanged: 0, removed: 0, absent: 0, rejected: 0 };
    assert.deepEqual(await run(records), { ...none, added: 3 });
    const before = await dump(db);
    assert.deepEqual(await run(records), { ...none, unchanged: 3 });
    assert.equal(await dump(db), before);
    const removal = { kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku: 'A' };
    const more = [offer('S2', 'B', 'I1', { quantity: 9 }), removal, removal, { kind: 'offer' }];
    assert.deepEqual(await run(more), { ...none, changed: 1, removed: 1, absent: 1, rejected: 1 });
  });

  test('an offer that moves twice in one batch, or is removed and added again, is where it is at last', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.migrated()).open());
    await take(['I1', 'I2', 'I3'].map((id) => item(id)));
    await take([offer('S1', 'A', 'I1'), offer('S1', 'B', 'I2'), offer('S1', 'C', 'I2'), offer('S2', 'A', 'I2')]);
    const removal = { kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S2', sku: 'A' };
    await take([
      ...[offer('S1', 'A', 'I2'), offer('S1', 'A', 'I3', { listingPrice: 15 })],
      ...[removal, offer('S2', 'A', 'I3', { listingPrice: 14 }), offer('S1', 'B', 'I1')],
    ]);
    const grown = await dump(db);
    const counts = await db.all<{ decision: string }>('SELECT decision FROM board ORDER BY item_id');
    assert.deepEqual(
      counts.map(({ decision }) => JSON.parse(decision).offers),
      [1, 1, 2],
    );
    await market.maintenance.rebuild(['I1', 'I2', 'I3'].map((itemId) => ({ marketplaceId: 'M1', itemId })));
    assert.equal(grown, await dump(db));
  });

  test('property: leaves the same boards as a full rebuild, in any sequence', async () => {
    const name = (prefix: string, count: number) => fc.integer({ min: 1, max: count }).map((n) => `${prefix}${n}`);
    const price = fc.integer({ min: 0, max: 5_000 }).map((minor) => minor / 100);
    const someOffer = fc
      .record({
        sellerId: name('S', 3),
        sku: name('K', 3),
        itemId: name('I', 4),
        condition: fc.constantFrom('New', 'Used', 'Club'),
        channel: fc.constantFrom('FS', 'SELLER'),
        listingPrice: price,
        shipping: fc.option(price, { nil: undefined }),
        businessPrice: fc.option(price, { nil: undefined }),
        quantity: fc.integer({ min: 0, max: 2 }),
        active: fc.boolean(),
        startTime: fc.option(
          fc.constantFrom(NOW - DAY_MS, NOW + DAY_MS).map((ms) => new Date(ms).toISOString()),
          { nil: undefined },
        ),
      })
      .map(({ sellerId, sku, itemId, ...more }) => offer(sellerId, sku, itemId, more));
    const change = fc.oneof(
      { weight: 6, arbitrary: someOffer },
      {
        weight: 2,
        arbitrary: fc
          .tuple(name('S', 3), name('K', 3))
          .map(([sellerId, sku]): Plain => ({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId, sku })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(name('S', 3), fc.boolean(), fc.constantFrom(70, 95, 99))
          .map(([id, featuredMerchant, feedbackRating]) => seller(id, { featuredMerchant, feedbackRating })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(name('I', 4), price)
          .map(([id, competitivePriceThreshold]) => item(id, { competitivePriceThreshold })),
      },
      {
        weight: 1,
        arbitrary: name('I', 4).map((itemId): Plain => ({ kind: 'item', op: 'delete', marketplaceId: 'M1', itemId })),
      },
    );
    const steps = fc.array(
      fc.record({
        changes: fc.array(change, { maxLength: 12 }),
        boards: fc.constantFrom('now' as const, 'later' as const, 'bulk' as const),
      }),
      { maxLength: 5 },
    );
    const { db, market, take } = await fixtureOn(await (await engine.migrated()).open());
    await take(['I1', 'I2', 'I3', 'I4'].map((id) => item(id)));
    // One database throughout: each run goes on from where the one before ended, which only makes the sequences longer.
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        for (const { changes, boards } of sequence) await take(changes, boards);
        await settle(market);
        const grown = await dump(db);
        const keys = await db.all<{ item_id: string }>('SELECT item_id FROM item');
        await db.run('DELETE FROM board');
        await db.run('DELETE FROM shelf');
        await market.maintenance.rebuild(keys.map(({ item_id }) => ({ marketplaceId: 'M1', itemId: item_id })));
        assert.equal(grown, await dump(db));
      }),
      { numRuns: engine.name === 'sqlite' ? scaled(20, 150) : scaled(4, 60) },
    );
  });

  test('is not lost among concurrent ones: the boards equal those of a full rebuild', async () => {
    const database = await engine.migrated();
    const first = await fixtureOn(await database.open());
    await first.take(['I1', 'I2', 'I3'].map((id) => item(id)));
    const sides = await Promise.all(
      [0, 1, 2, 3].map(async (n) => {
        const market = openMarket(await database.open(), () => NOW);
        return { n, market };
      }),
    );
    await Promise.all(
      sides.map(async ({ n, market }) => {
        for (let round = 0; round < 10; round += 1) {
          const records = ['I1', 'I2', 'I3'].map((id) =>
            readRecord(offer(`S${(n % 3) + 1}`, `K${n}-${round}-${id}`, id), { currencyOf: () => 'USD' }),
          );
          const good = records.flatMap((read) => (read.ok ? [read.record] : []));
          await market.writer.apply(good, { boards: round % 2 ? 'now' : 'later' });
          await market.maintenance.refreshDue(2);
        }
      }),
    );
    await settle(first.market);
    const grown = await dump(first.db);
    assert.match(grown, /TotalOfferCount\\":40/);
    await first.market.maintenance.rebuild(['I1', 'I2', 'I3'].map((itemId) => ({ marketplaceId: 'M1', itemId })));
    assert.equal(await dump(first.db), grown);
  });
});
