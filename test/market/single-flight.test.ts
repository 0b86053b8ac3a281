// run: without coverage

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { openMarket } from '../../src/market/market.ts';
import { type Engine, withEngines } from '../db/engines.ts';
import { item, marketplace, offer, seller } from '../harness/market-records.ts';
import { change, countingBoards, withTransaction } from './board-writes.ts';

const NOW = Date.UTC(2026, 10, 15);
const READERS = 100;
const OFFERS = 50;
const ITEM = { marketplaceId: 'M1', itemId: 'I1' };

/** An item whose board is stale, with many offers. */
async function staleBoard(engine: Engine): Promise<Db> {
  const db = await (await engine.migrated()).open();
  const offers = Array.from({ length: OFFERS }, (_, n) => offer(`sku-${n}`, { listingPrice: 20 + n }));
  await change(
    openMarket(db, () => NOW),
    [marketplace, seller, item, ...offers],
    'later',
  );
  return db;
}

const lowestPriceOn = (board: { offers: string | null } | undefined): number =>
  JSON.parse(board?.offers ?? '')[0].ListingPrice.Amount;

withEngines('a stale board with many readers', (engine) => {
  test('is rebuilt once', async () => {
    const { db, written } = countingBoards(await staleBoard(engine));
    const market = openMarket(db, () => NOW);
    let announced = 0;
    market.reader.onBoards((keys) => {
      announced += keys.length;
    });
    const reads = Array.from({ length: READERS }, async (_, n) => {
      const key = { marketplaceId: 'M1', sellerId: 'S1', sku: `sku-${n % OFFERS}` };
      if (n % 4 === 0) return lowestPriceOn(await market.reader.itemBoard(ITEM, 'Consumer', 'New'));
      if (n % 4 === 1) return lowestPriceOn(await market.reader.listing(key, 'Business', 'New'));
      const [product] =
        n % 4 === 2
          ? await market.reader.productsBySku([key], { customer: 'Consumer' })
          : await market.reader.productsWithOwnOfferTexts([key]);
      return Number(/"Count":(\d+),"condition":"Any"/.exec(product?.product ?? '')?.[1]);
    });
    const found = await Promise.all(reads);
    assert.deepEqual(new Set(found), new Set([20, OFFERS]));
    assert.equal(written(), 1);
    assert.equal(announced, 1);
  });

  test('is rebuilt again for a reader who joined a rebuild that is older than the last change', async () => {
    const db = await staleBoard(engine);
    const isCommitted = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    // The process learns of the commit late: meanwhile another one changes a price.
    const slow = withTransaction(db, async (work, options) => {
      const result = await db.transaction(work, options);
      isCommitted.resolve();
      await gate.promise;
      return result;
    });
    const market = openMarket(slow, () => NOW);
    const first = market.reader.itemBoard(ITEM, 'Consumer', 'New');
    await isCommitted.promise;
    await change(
      openMarket(db, () => NOW),
      [offer('sku-0', { listingPrice: 7 })],
      'later',
    );
    const joined = market.reader.itemBoard(ITEM, 'Consumer', 'New');
    setTimeout(gate.resolve, 200);
    await first;
    assert.equal(lowestPriceOn(await joined), 7);
  });

  test('is rebuilt once by two processes at the same time, and both read it', async () => {
    const { db, written } = countingBoards(await staleBoard(engine));
    const markets = [openMarket(db, () => NOW), openMarket(db, () => NOW)];
    const found = await Promise.all(markets.map(async (market) => market.reader.itemBoard(ITEM, 'Consumer', 'New')));
    assert.deepEqual(found.map(lowestPriceOn), [20, 20]);
    if (engine.name === 'sqlite') assert.equal(written(), 1);
    // On PostgreSQL both transactions may write before one of them is repeated and finds the board rebuilt.
    else assert.ok(written() <= 2, `${written()} written`);
  });

  test('is read although the joined rebuild failed because of another item', async () => {
    const db = await staleBoard(engine);
    let transactions = 0;
    const failsOnce = withTransaction(db, (work, options) => {
      transactions += 1;
      return transactions === 1 ? Promise.reject(new Error('another item is broken')) : db.transaction(work, options);
    });
    const market = openMarket(failsOnce, () => NOW);
    const read = async () => market.reader.itemBoard(ITEM, 'Consumer', 'New');
    const [first, joined] = await Promise.allSettled([read(), read()]);
    assert.equal(first.status, 'rejected');
    assert.equal(joined.status === 'fulfilled' && lowestPriceOn(joined.value), 20);
  });

  test('gives its readers the failure of the rebuild, and is rebuilt by the next reader', async () => {
    const db = await staleBoard(engine);
    let isBroken = true;
    const broken = withTransaction(db, (work, options) =>
      isBroken ? Promise.reject(new Error('no connection')) : db.transaction(work, options),
    );
    const market = openMarket(broken, () => NOW);
    const read = async () => market.reader.itemBoard(ITEM, 'Consumer', 'New');
    const failed = await Promise.allSettled([read(), read(), read()]);
    assert.deepEqual(
      failed.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    isBroken = false;
    assert.equal(lowestPriceOn(await read()), 20);
  });
});
