import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { factOf } from '../../src/db/service-fact.ts';
import type { BoardMaintenance } from '../../src/market/background/board-maintenance.ts';
import { type Market, openMarket } from '../../src/market/market.ts';
import { type Engine, withEngines } from '../db/engines.ts';
import { item, marketplace, offer, seller } from '../harness/market-records.ts';
import { change, countingBoards } from './board-writes.ts';

const NOW = Date.UTC(2026, 10, 15);
const LISTING = { marketplaceId: 'M1', sellerId: 'S1', sku: 'one' };

/** An item with a board that version 7 wrote, and two versions of the service on that store. */
async function twoVersions(engine: Engine, { oldestReader }: { oldestReader: number }) {
  const { db, written } = countingBoards(await (await engine.migrated()).open());
  const older = openMarket(db, () => NOW, { version: 7, oldestReader: 7 });
  const newer = openMarket(db, () => NOW, { version: 8, oldestReader });
  await change(older, [marketplace, seller, item, offer('one')]);
  const before = written();
  return { db, older, newer, written: () => written() - before };
}

async function priceOf(market: Market): Promise<number> {
  const board = await market.reader.listing(LISTING, 'Consumer', 'New');
  return JSON.parse(board?.offers ?? '')[0].ListingPrice.Amount;
}

async function refreshAll(maintenance: BoardMaintenance): Promise<void> {
  let after = await maintenance.refreshOutdated({ marketplaceId: '', itemId: '' });
  while (after) after = await maintenance.refreshOutdated(after);
  await maintenance.recordUpToDate();
}

const versionIn = async (db: Db) => (await db.get<{ version: number }>('SELECT version FROM board'))?.version;

withEngines('two versions of the service on one store', (engine) => {
  test('rebuild a board at most once when the older one can read what the newer one writes', async () => {
    const { older, newer, written } = await twoVersions(engine, { oldestReader: 7 });
    for (let round = 0; round < 20; round += 1) {
      assert.equal(await priceOf(older), 20);
      assert.equal(await priceOf(newer), 20);
      const [product] = await older.reader.productsWithOwnOfferTexts([LISTING]);
      assert.ok(product?.own !== null || round === 0, 'the own-offer text is readable, too');
    }
    assert.equal(written(), 1);
  });

  test('rebuild a board once more after each change by the older one', async () => {
    const { older, newer, written } = await twoVersions(engine, { oldestReader: 7 });
    for (const listingPrice of [19, 18, 17]) {
      await change(older, [offer('one', { listingPrice })]);
      for (let round = 0; round < 5; round += 1) {
        assert.equal(await priceOf(newer), listingPrice);
        assert.equal(await priceOf(older), listingPrice);
      }
    }
    assert.equal(written(), 6, 'one with the change, one by the newer reader');
    await change(newer, [offer('one', { listingPrice: 16 })]);
    assert.deepEqual([await priceOf(older), await priceOf(newer), written()], [16, 16, 7]);
  });

  test('both answer with current data when the older one cannot read what the newer one writes', async () => {
    const { older, newer } = await twoVersions(engine, { oldestReader: 8 });
    for (const [listingPrice, by, boards] of [
      [19, older, 'now'],
      [18, newer, 'now'],
      [17, older, 'later'],
      [16, newer, 'later'],
    ] as const) {
      await change(by, [offer('one', { listingPrice })], boards);
      for (const reader of [older, newer, older]) assert.equal(await priceOf(reader), listingPrice);
    }
  });

  for (const oldestReader of [7, 8]) {
    test(`background work of the older one leaves newer boards alone, oldest reader ${oldestReader}`, async () => {
      const { db, older, newer, written } = await twoVersions(engine, { oldestReader });
      await refreshAll(newer.maintenance);
      assert.deepEqual([await versionIn(db), await factOf(db, 'boards version'), written()], [8, '8', 1]);
      assert.equal(await older.maintenance.isUpToDate(), true);
      await refreshAll(older.maintenance);
      assert.deepEqual([await versionIn(db), await factOf(db, 'boards version'), written()], [8, '8', 1]);
    });
  }

  test('background work of two processes of the newer one, and a reader, rebuild a board once', async () => {
    const { db, newer, written } = await twoVersions(engine, { oldestReader: 7 });
    const another = openMarket(db, () => NOW, { version: 8, oldestReader: 7 });
    await Promise.all([refreshAll(newer.maintenance), refreshAll(another.maintenance), priceOf(newer)]);
    const { version, read } = newer.writer.rebuilds;
    assert.deepEqual([written(), await versionIn(db)], [1, 8]);
    assert.equal(version + read + another.writer.rebuilds.version, 1, 'the metrics count it once');
  });

  test('the newer one goes through the boards of the older one', async () => {
    const { db, older, newer } = await twoVersions(engine, { oldestReader: 7 });
    await refreshAll(older.maintenance);
    assert.deepEqual([await versionIn(db), await factOf(db, 'boards version')], [7, '7']);
    assert.equal(await newer.maintenance.isUpToDate(), false);
    await refreshAll(newer.maintenance);
    assert.deepEqual([await versionIn(db), await factOf(db, 'boards version')], [8, '8']);
  });

  test('a board from before versions knew their readers is read by its own version only', async () => {
    const { db, older, newer, written } = await twoVersions(engine, { oldestReader: 7 });
    await db.run('UPDATE board SET oldest_reader = NULL');
    assert.equal(await priceOf(older), 20);
    assert.equal(written(), 0);
    await priceOf(newer);
    await db.run('UPDATE board SET oldest_reader = NULL');
    await priceOf(older);
    assert.equal(await versionIn(db), 7);
  });
});
