import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withEnginesInTorture } from '../db/engines.ts';
import { dump, fixtureOn, item, offer, seller, settle } from './market-fixture.ts';

withEnginesInTorture('background work on boards', (engine) => {
  test('propagates a change of a seller to all boards in batches, with the same boards as a full rebuild', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.migrated()).open());
    const ids = Array.from({ length: 25 }, (_, n) => `I${n}`);
    await take([...ids.map((id) => item(id)), ...ids.map((id) => offer('S1', `SKU-${id}`, id))]);
    await take([seller('S1', { featuredMerchant: false })]);
    assert.equal((await db.all('SELECT 1 FROM seller_ripple')).length, 2, 'one walk for each marketplace');
    let batches = 0;
    while (await market.maintenance.propagateSellerChanges(10)) batches += 1;
    assert.equal(batches, 4, '10, 10 and 5 boards in M1, none in M2');
    const followed = await dump(db);
    assert.match(followed, /IsFeaturedMerchant\\":false/);
    await market.maintenance.rebuild(ids.map((itemId) => ({ marketplaceId: 'M1', itemId })));
    assert.equal(await dump(db), followed);
  });

  test('counts rebuilt boards by cause', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.migrated()).open());
    const before = { ...market.writer.rebuilds };
    const since = () =>
      Object.fromEntries(
        Object.entries(market.writer.rebuilds).map(([cause, n]) => [cause, n - before[cause as 'read']]),
      );
    await take([item('I1'), offer('S1', 'A', 'I1'), item('I2'), offer('S1', 'B', 'I2')]);
    assert.deepEqual({ ...since(), change: 0 }, { change: 0, read: 0, due: 0, seller_change: 0, version: 0 });
    assert.ok((since().change ?? 0) >= 2, 'with the change of its records');
    await take([seller('S1', { featuredMerchant: false })]);
    while (await market.maintenance.propagateSellerChanges(10));
    assert.equal(since().seller_change, 2);
    await db.run('UPDATE board SET valid_until = -1');
    await market.reader.itemBoard({ marketplaceId: 'M1', itemId: 'I1' }, 'Consumer', 'New');
    assert.equal(since().read, 1);
    while ((await market.maintenance.refreshDue()) > 0);
    assert.equal(since().due, 1);
    await db.run('UPDATE board SET version = 0');
    await market.maintenance.refreshOutdated({ marketplaceId: '', itemId: '' });
    assert.equal(since().version, 2);
  });

  test('rebuilds one board for many SKUs of one seller on one item', async () => {
    const { db, market, take } = await fixtureOn(await (await engine.migrated()).open());
    const skus = Array.from({ length: 60 }, (_, n) => `SKU-${String(n).padStart(3, '0')}`);
    await take([item('I1'), item('I2'), ...skus.map((sku) => offer('S1', sku, 'I1')), offer('S1', 'Z', 'I2')]);
    await take([seller('S1', { featuredMerchant: false })]);
    // One batch fits all SKUs, and must not end after each.
    let batches = 0;
    while (await market.maintenance.propagateSellerChanges(61)) batches += 1;
    assert.equal(batches, 2 + 1, 'all of M1, the batch that finds no more, and M2');
    const followed = await dump(db);
    assert.doesNotMatch(followed, /IsFeaturedMerchant\\":true/);
  });

  test('reaches the last SKU of a large seller that changes all the time, and does not block other sellers', async () => {
    const { db, market, clock, take } = await fixtureOn(await (await engine.migrated()).open());
    const ids = Array.from({ length: 12 }, (_, n) => `I${10 + n}`);
    await take([
      ...ids.map((id) => item(id)),
      ...ids.map((id) => offer('S1', `SKU-${id}`, id)),
      offer('S3', 'Z', 'I10'),
    ]);
    for (let round = 1; round <= 20; round += 1) {
      clock.now += 1;
      await take([
        seller('S1', { feedbackCount: 1000 + round }),
        ...(round === 1 ? [seller('S3', { feedbackCount: 777 })] : []),
      ]);
      clock.now += 1;
      await market.maintenance.propagateSellerChanges(2);
    }
    const boards = await dump(db);
    assert.match(boards, /FeedbackCount\\":777/, 'the small seller had its turn');
    const last = await market.reader.itemBoard({ marketplaceId: 'M1', itemId: 'I21' }, 'Consumer', 'New');
    assert.match(last?.offers ?? '', /"FeedbackCount":10\d\d/, 'the last SKU was reached');
    await settle(market);
    const settled = await dump(db);
    await market.maintenance.rebuild(ids.map((itemId) => ({ marketplaceId: 'M1', itemId })));
    assert.equal(await dump(db), settled);
  });

  test('reaches every SKU of a seller that changes again, whatever characters its SKUs have', async () => {
    const { market, take } = await fixtureOn(await (await engine.migrated()).open());
    // In the order of code points, which is the order of the store. As UTF-16 code units the first would be the last.
    const skus = ['\u{FF21}', '\u{1F600}', '\u{1F601}'];
    await take(skus.flatMap((sku, n) => [item(`I${n}`), offer('S1', sku, `I${n}`)]));
    await take([seller('S1', { feedbackCount: 1_001 })]);
    await market.maintenance.propagateSellerChanges(2);
    await take([seller('S1', { feedbackCount: 1_002 })]);
    while (await market.maintenance.propagateSellerChanges(2));
    for (const [n] of skus.entries()) {
      const board = await market.reader.itemBoard({ marketplaceId: 'M1', itemId: `I${n}` }, 'Consumer', 'New');
      assert.match(board?.offers ?? '', /"FeedbackCount":1002\b/, `I${n}`);
    }
  });

  test('finds the boards that are due by a date, however many others are stale', async () => {
    const { db, market, clock, take } = await fixtureOn(await (await engine.migrated()).open());
    const { maintenance } = market;
    const startsIn = (ms: number) => ({ startTime: new Date(clock.now + ms).toISOString() });
    await take([item('I1'), item('I2'), item('I3'), offer('S1', 'A', 'I1', startsIn(300))]);
    assert.equal(await maintenance.nextDueInMs(), 300);
    await take([offer('S1', 'B', 'I2', startsIn(100)), offer('S1', 'C', 'I3')], 'later');
    assert.equal(await maintenance.nextDueInMs(), 300, 'stale boards have no date');
    clock.now += 300;
    assert.equal(await maintenance.nextDueInMs(), 0);
    assert.equal(await maintenance.refreshDue(5, 'by date'), 1);
    assert.equal(await maintenance.refreshDue(5, 'by date'), 0);
    assert.equal(await maintenance.nextDueInMs(), undefined);
    const stale = await db.all<{ item_id: string }>('SELECT item_id FROM board WHERE valid_until < 1 ORDER BY item_id');
    assert.deepEqual(
      stale.map(({ item_id }) => item_id),
      ['I2', 'I3'],
    );
    assert.equal(await maintenance.refreshDue(5), 2);
  });

  test('bounds a batch by the offers that it reads', async () => {
    const { market, take } = await fixtureOn(await (await engine.migrated()).open());
    const crowd = (id: string) => Array.from({ length: 1_200 }, (_, n) => offer('S1', `${id}-${n}`, id));
    await take([item('I1'), item('I2'), item('I3'), ...crowd('I1'), ...crowd('I2')], 'later');
    assert.deepEqual(
      [
        await market.maintenance.refreshDue(),
        await market.maintenance.refreshDue(),
        await market.maintenance.refreshDue(),
      ].sort((a, b) => a - b),
      [0, 1, 2],
    );
  });
});
