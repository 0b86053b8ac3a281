// run: without coverage

import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { landedOf } from '../../src/domain/pricing/decision.ts';
import { Intake } from '../../src/market/intake/intake.ts';
import { withEngines } from '../db/engines.ts';
import { type Fixture, fixtureOn, item, offer, seller, settle } from './market-fixture.ts';

/** More than one page of a walk. */
const crowd = Array.from({ length: 600 }, (_, n) =>
  offer(`T${String(n).padStart(4, '0')}`, 'sku', 'CROWD', { listingPrice: 30 + (n % 5) }),
);

withEngines('the gaps of listings', (engine) => {
  let market: Fixture;
  before(async () => {
    market = await fixtureOn(await (await engine.migrated()).open());
    await market.take([item('CROWD'), item('I1'), seller('S1'), offer('S1', 'a', 'CROWD', { listingPrice: 11 })]);
    const onReject = (_line: number, { reason }: { reason: string }) => assert.fail(reason);
    const intake = await Intake.open(market.market, { boards: 'later', batchSize: 2_000, onReject });
    const records = [...crowd.map(({ sellerId }) => seller(String(sellerId))), ...crowd];
    for (const [n, record] of records.entries()) await intake.take(n + 1, record);
    await intake.flush();
    // The sellers are new: no board has to learn of them.
    await market.db.run('DELETE FROM seller_ripple');
  });
  beforeEach(() => settle(market.market));

  const walks = () => market.db.all<{ item_id: string; after_seller: string; again: number }>('SELECT * FROM gap_walk');
  const gaps = async (itemId: string) =>
    (
      await market.db.all<{ landed_minor: number; gap_minor: number | null }>(
        'SELECT landed_minor, gap_minor FROM offer WHERE item_id = $1 ORDER BY seller_id, sku',
        [itemId],
      )
    ).map((one) => (one.gap_minor === null ? null : one.landed_minor - one.gap_minor));
  const refresh = () => market.market.maintenance.refreshGaps();

  test('an item of many offers is served in pages, and all of them get the new price of the buy box', async () => {
    assert.deepEqual(new Set(await gaps('CROWD')), new Set([1_100]));
    await market.take([offer('S1', 'a', 'CROWD', { listingPrice: 12 })]);
    const [walk] = await walks();
    assert.deepEqual([walk?.item_id, walk?.after_seller], ['CROWD', '']);
    assert.equal(await refresh(), 1);
    const begun = await gaps('CROWD');
    assert.deepEqual([new Set(begun).size, begun[0], begun.at(-1)], [2, 1_200, 1_100]);
    await settle(market.market);
    assert.deepEqual(new Set(await gaps('CROWD')), new Set([1_200]));
  });

  test('an item without offers has none: a load of many costs the worker nothing', async () => {
    await market.take([item('BARE')]);
    assert.deepEqual(await walks(), []);
  });

  test('a change behind a walk is not lost: the walk goes on to its end, and begins again', async () => {
    await market.take([offer('S1', 'a', 'CROWD', { listingPrice: 13 })]);
    await refresh();
    await market.take([offer('S1', 'a', 'CROWD', { listingPrice: 14 })]);
    const [walk] = await walks();
    assert.deepEqual([walk?.after_seller === '', walk?.again], [false, 1]);
    await refresh();
    assert.ok((await gaps('CROWD')).includes(1_300), 'the first page has the price before');
    await settle(market.market);
    assert.deepEqual([new Set(await gaps('CROWD')), await walks()], [new Set([1_400]), []]);
  });

  test('offers that are not on sale have a gap, too; those of another condition, or without a shipping charge, do not', async () => {
    await market.take([
      offer('S1', 'a', 'I1', { listingPrice: 20 }),
      offer('S2', 'off', 'I1', { listingPrice: 21, active: false }),
      offer('S2', 'used', 'I1', { condition: 'Used', subCondition: 'Good', listingPrice: 9, quantity: 0 }),
      offer('S3', 'bare', 'I1', { listingPrice: 10, shipping: undefined }),
    ]);
    await settle(market.market);
    assert.deepEqual(await gaps('I1'), [2_000, 2_000, null, null]);
    await market.take([{ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku: 'a' }]);
    await settle(market.market);
    assert.deepEqual(await gaps('I1'), [null, null, null]);
  });

  test('a change that moves no price and judges no offer queues nothing', async () => {
    await market.take([item('I1', { attributes: { Title: 'A lamp' } })]);
    assert.deepEqual(await walks(), []);
  });

  test('changes and walks at the same time leave the gap of the last price everywhere', async () => {
    const change = async () => {
      for (let n = 0; n < 10; n += 1) await market.take([offer('S1', 'a', 'CROWD', { listingPrice: 15 + n / 100 })]);
    };
    const walkOn = async () => {
      for (let n = 0; n < 10; n += 1) await refresh();
    };
    await Promise.all([change(), walkOn(), walkOn()]);
    await settle(market.market);
    const [row] = await market.db.all<{ decision: string }>(`SELECT decision FROM board WHERE item_id = 'CROWD'`);
    const [box] = JSON.parse(row?.decision ?? '').boxes;
    assert.equal(landedOf(box.holder), 1_509);
    assert.deepEqual(new Set(await gaps('CROWD')), new Set([1_509]));
  });
});
