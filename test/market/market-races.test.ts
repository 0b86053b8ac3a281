import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db, Sql, TransactionOptions } from '../../src/db/db.ts';
import type { MaybePromise } from '../../src/domain/maybe-promise.ts';
import { openMarket } from '../../src/market/market.ts';
import { onEngine } from '../db/engines.ts';
import { recordOf } from '../harness/record-of.ts';
import { until } from '../harness/until.ts';
import { withTransaction } from './board-writes.ts';

const marketplace = (marketplaceId: string, isDefault = false) =>
  recordOf({ kind: 'marketplace', marketplaceId, name: 'M', countryCode: 'US', currency: 'USD', isDefault });
const sellerFields = {
  ...{ kind: 'seller', sellerId: 'S1', plan: 'Professional' },
  ...{ feedbackRating: 97, feedbackCount: 100, featuredMerchant: true },
};
const seller = (feedbackRating: number) => recordOf({ ...sellerFields, feedbackRating });
const item = recordOf({ kind: 'item', marketplaceId: 'M1', itemId: 'I1', category: 'books' });
const offerFields = {
  ...{ kind: 'offer', marketplaceId: 'M1', sellerId: 'S1', sku: 'NEW', itemId: 'I1' },
  ...{ condition: 'New', subCondition: 'New', channel: 'SELLER', listingPrice: 1, shipping: 0, quantity: 1 },
};
const offer = recordOf(offerFields);

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

/** A Db whose first transaction waits after the first statement that matches, until `resume` is called. */
function pausingAfter(db: Db, statement: RegExp): { db: Db; reached: Promise<void>; resume(): void } {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow = (tx: Sql): Sql =>
    new Proxy(tx, {
      get:
        (target, name) =>
        async (sql: string, ...rest: unknown[]) => {
          const result = await Reflect.get(target, name).call(target, sql, ...rest);
          if (statement.test(sql)) {
            reached.resolve();
            await gate.promise;
          }
          return result;
        },
    });
  const paused = withTransaction(db, (work, options) => db.transaction((tx) => work(slow(tx)), options));
  return { db: paused, reached: reached.promise, resume: gate.resolve };
}

/** Only where transactions run concurrently: SQLite runs them one by one. */
onEngine('postgres', 'two concurrent changes of the market', (engine) => {
  async function prepared() {
    const db = await (await engine.migrated()).open();
    const market = openMarket(db, Date.now);
    await market.writer.apply([marketplace('M1'), seller(97), item], { boards: 'now' });
    const pause = pausing(db);
    return { market, slow: openMarket(pause.db, Date.now), pause, db };
  }

  const priced = recordOf({ ...offerFields, listingPrice: 2 });
  for (const [name, before, change] of [
    ['is being added', [], offer],
    ['gets another price', [offer], priced],
  ] as const) {
    test(`a seller's change reaches the board of an offer that ${name}`, async () => {
      const { market, slow, pause } = await prepared();
      await market.writer.apply(before, { boards: 'now' });
      const writing = slow.writer.apply([change], { boards: 'now' });
      await pause.written;
      // Propagated as soon as possible: a change that did not wait for the offer would miss it for good.
      const changing = market.writer.apply([seller(10)], { boards: 'now' }).then(async () => {
        while (await market.maintenance.propagateSellerChanges());
      });
      setTimeout(pause.resume, 700);
      await Promise.all([writing, changing]);
      const key = { marketplaceId: 'M1', itemId: 'I1' };
      const board = await market.reader.itemBoard(key, 'Consumer', 'New');
      await market.maintenance.rebuild([key]);
      assert.deepEqual(board, await market.reader.itemBoard(key, 'Consumer', 'New'));
      assert.match(board?.offers ?? '', /"SellerPositiveFeedbackRating":10,/);
    });
  }

  const moved = recordOf({ ...offerFields, itemId: 'I2' });
  const removal = recordOf({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku: 'NEW' });
  for (const [name, change] of Object.entries({ removed: removal, 'moved to another item': moved })) {
    test(`an offer that is ${name} waits for the board of its item before it is written, so that no two changes wait for each other`, async () => {
      const { market, db } = await prepared();
      const other = recordOf({ kind: 'item', marketplaceId: 'M1', itemId: 'I2', category: 'books' });
      await market.writer.apply([other, offer], { boards: 'now' });
      const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const first = db.transaction(async (tx) => {
        await market.writer.lockIn(tx, [{ marketplaceId: 'M1', itemId: 'I1' }]);
        locked.resolve();
        await gate.promise;
      });
      await locked.promise;
      const second = market.writer.apply([change], { boards: 'now' });
      await until('the change waits', async () => {
        const sql = `SELECT 1 AS found FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await db.get(sql)) !== undefined;
      });
      assert.equal((await db.all('SELECT sku FROM offer FOR UPDATE SKIP LOCKED')).length, 1);
      gate.resolve();
      await Promise.all([first, second]);
    });
  }

  test('of two marketplaces that become the default at the same moment, one is rejected', async () => {
    const { market, slow, pause } = await prepared();
    const first = slow.writer.apply([marketplace('X', true)], { boards: 'now' });
    await pause.written;
    const second = market.writer.apply([marketplace('Y', true)], { boards: 'now' });
    setTimeout(pause.resume, 300);
    const outcomes = (await Promise.all([first, second])).flat();
    assert.deepEqual(outcomes.map((outcome) => typeof outcome).sort(), ['object', 'string']);
    const all = await market.facts.marketplaces();
    assert.equal(all.filter(({ isDefault }) => isDefault).length, 1);
  });

  test('of two rivals on one item never wait for each other in a circle', async () => {
    const database = await engine.migrated();
    const db = await database.open();
    // A circle is not resolved before the statements time out: then a change fails.
    const name = (await db.get<{ name: string }>('SELECT current_database() AS name'))?.name;
    await db.run(`ALTER DATABASE "${name}" SET deadlock_timeout = '60s'`);
    const offerOf = (sellerId: string, listingPrice: number) => recordOf({ ...offerFields, sellerId, listingPrice });
    const sellers = ['R1', 'R2'].map((sellerId) => recordOf({ ...sellerFields, sellerId }));
    const first = [marketplace('M1'), ...sellers, item, offerOf('R1', 10), offerOf('R2', 20)];
    await openMarket(db, Date.now).writer.apply(first, { boards: 'now' });

    // R1 gives the buy box to R2, and stops right after its own offer is written.
    const pause = pausingAfter(await database.open({ timeoutMs: 4_000 }), /INSERT INTO offer/);
    const giving = openMarket(pause.db, Date.now).writer.apply([offerOf('R1', 30)], { boards: 'now' });
    await pause.reached;
    // R2 takes it from R1 meanwhile, and waits for R1.
    const market = openMarket(await database.open({ timeoutMs: 4_000 }), Date.now);
    const taking = market.writer.apply([offerOf('R2', 5)], { boards: 'now' });
    const waiting = `SELECT 1 AS found FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(() => db.get(waiting));
    pause.resume();
    assert.deepEqual(await Promise.all([giving, taking]), [['changed'], ['changed']]);
  });
});
