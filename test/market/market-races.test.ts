import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db, Sql, TransactionOptions } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readRecord } from '../../src/domain/market/records.ts';
import type { MaybePromise } from '../../src/domain/maybe-promise.ts';
import { Market } from '../../src/market/market.ts';
import { migrations } from '../../src/migrations/list.ts';
import { onEngine } from '../db/engines.ts';

function record(value: object) {
  const read = readRecord(value, { currencyOf: () => 'USD' });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.record;
}

const marketplace = (marketplaceId: string, isDefault = false) =>
  record({ kind: 'marketplace', marketplaceId, name: 'M', countryCode: 'US', currency: 'USD', isDefault });
const seller = (feedbackRating: number) =>
  record({
    kind: 'seller',
    sellerId: 'S1',
    plan: 'Professional',
    feedbackRating,
    feedbackCount: 100,
    featuredMerchant: true,
  });
const item = record({ kind: 'item', marketplaceId: 'M1', itemId: 'I1', category: 'books' });
const offer = record({
  ...{
    kind: 'offer',
    marketplaceId: 'M1',
    sellerId: 'S1',
    sku: 'NEW',
    itemId: 'I1',
    condition: 'New',
    subCondition: 'New',
  },
  ...{ channel: 'SELLER', listingPrice: 1, shipping: 0, quantity: 1 },
});

/** A Db whose first transaction waits right before its commit until `resume` is called. */
function pausing(db: Db): { db: Db; written: Promise<void>; resume(): void } {
  const written = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const transaction = <T>(work: (tx: Sql) => MaybePromise<T>, options?: TransactionOptions) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      written.resolve();
      await gate.promise;
      return result;
    }, options);
  const paused: Db = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { db: paused, written: written.promise, resume: gate.resolve };
}

/** Only where transactions run concurrently: SQLite runs them one by one. */
onEngine('postgres', 'two concurrent changes of the market', (engine) => {
  async function prepared() {
    const db = await (await engine.fresh()).open();
    await migrate(db, migrations);
    const market = new Market(db, Date.now);
    await market.apply([marketplace('M1'), seller(97), item], { boards: 'now' });
    const pause = pausing(db);
    return { market, slow: new Market(pause.db, Date.now), pause };
  }

  test("a seller's change reaches the board of an offer that is being added", async () => {
    const { market, slow, pause } = await prepared();
    const adding = slow.apply([offer], { boards: 'now' });
    await pause.written;
    // Propagated as soon as possible: a change that did not wait for the offer would miss it for good.
    const changing = market.apply([seller(10)], { boards: 'now' }).then(async () => {
      while (await market.maintenance.propagateSellerChanges());
    });
    setTimeout(pause.resume, 700);
    await Promise.all([adding, changing]);
    const key = { marketplaceId: 'M1', itemId: 'I1' };
    const board = await market.itemBoard(key, 'Consumer', 'New');
    await market.rebuild([key]);
    assert.deepEqual(board, await market.itemBoard(key, 'Consumer', 'New'));
    assert.match(board?.offers ?? '', /"SellerPositiveFeedbackRating":10,/);
  });

  test('of two marketplaces that become the default at the same moment, one is rejected', async () => {
    const { market, slow, pause } = await prepared();
    const first = slow.apply([marketplace('X', true)], { boards: 'now' });
    await pause.written;
    const second = market.apply([marketplace('Y', true)], { boards: 'now' });
    setTimeout(pause.resume, 300);
    const outcomes = (await Promise.all([first, second])).flat();
    assert.deepEqual(outcomes.map((outcome) => typeof outcome).sort(), ['object', 'string']);
    const all = await market.facts.marketplaces();
    assert.equal(all.filter(({ isDefault }) => isDefault).length, 1);
  });
});
