import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db, Sql } from '../../src/db/db.ts';
import { DAY_MS, dayOf } from '../../src/domain/duration.ts';
import { Intake } from '../../src/market/intake/intake.ts';
import { addUpAll, addUpTimeChanges } from '../../src/market/projections/history/time-changes.ts';
import { withEngines } from '../db/engines.ts';
import { recording } from '../db/recorded-statements.ts';
import { fixtureOn, item, NOW, offer } from './market-fixture.ts';

/** What a load of many batches leaves: of each batch a row for each seller, and some rows about buy boxes. */
async function queueChanges(db: Db, batches: number, sellers: number): Promise<void> {
  const rows = Array.from({ length: batches * sellers }, (_, n) => {
    const [batch, seller] = [Math.floor(n / sellers), n % sellers];
    const itemId = seller % 10 === 0 ? `I${n}` : '';
    return ['M1', `S${seller}`, `SKU${n}`, itemId, NOW + batch * 7_200_000, itemId === '' ? 0 : 1, 1];
  });
  await db.many(
    `INSERT INTO seller_time_change (marketplace_id, seller_id, sku, item_id, at_ms, held_delta, on_sale_delta)
     VALUES {rows: text, text, text, text, bigint, bigint, bigint}`,
    rows,
  );
}

const queued = async (sql: Sql) =>
  (await sql.get<{ n: number }>('SELECT COUNT(*) AS n FROM seller_time_change'))?.n as number;

/** A store of which every transaction takes 7 ms of a clock that nothing else but pauses moves. */
function withSlowTransactions(db: Db) {
  const spent = { workedMs: 0, pausedMs: 0, transactions: 0 };
  const slow: Db = new Proxy(db, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'transaction') return value.bind(target);
      return (...args: unknown[]) => {
        spent.workedMs += 7;
        spent.transactions += 1;
        return value.apply(target, args);
      };
    },
  });
  const now = () => spent.workedMs + spent.pausedMs;
  const sleep = async (ms: number) => {
    spent.pausedMs += ms;
  };
  return { slow, spent, clock: { now, sleep } };
}

withEngines('queued changes of times', (engine) => {
  test('are added up in at most a tenth of the time', async () => {
    const db = await (await engine.migrated()).open();
    await queueChanges(db, 12, 1_000);
    const { slow, spent, clock } = withSlowTransactions(db);
    assert.equal(await addUpAll(slow, undefined, clock), 12_000);
    assert.equal(await queued(db), 0);
    assert.ok(spent.transactions >= 3, `${spent.transactions} transactions`);
    const share = spent.workedMs / (spent.workedMs + spent.pausedMs);
    assert.ok(share <= 0.1 + 1e-9, `${share}`);
    assert.equal(await addUpAll(slow, undefined, clock), 0);
  });

  test('are added up by the same few statements, however many they are', async () => {
    const { db, statements } = recording(await (await engine.migrated()).open());
    const runsOf = async (limit: number) => {
      statements.clear();
      await db.transaction((tx) => addUpTimeChanges(tx, limit));
      return Array.from(statements.values()).reduce((sum, { runs }) => sum + runs, 0);
    };
    await queueChanges(db, 4, 1_000);
    assert.deepEqual([await runsOf(10), await runsOf(3_000)], [4, 4]);
  });

  test('leave the sums of each seller, day and listing, however they are cut into batches', async () => {
    const db = await (await engine.migrated()).open();
    await queueChanges(db, 15, 20);
    while ((await db.transaction((tx) => addUpTimeChanges(tx, 7))) > 0);
    const sums = await db.all<Record<string, number>>(
      `SELECT day, SUM(on_sale_delta) AS on_sale, SUM(on_sale_moment_ms) AS moment, SUM(held_delta) AS held,
              MIN(observed_ms) AS observed FROM seller_time GROUP BY day ORDER BY day`,
    );
    const times = Array.from({ length: 15 }, (_, batch) => NOW + batch * 7_200_000);
    const expected = Array.from(Map.groupBy(times, dayOf), ([day, ofDay]) => ({
      ...{ day, on_sale: 20 * ofDay.length, held: 2 * ofDay.length, observed: ofDay[0] },
      moment: ofDay.reduce((sum, atMs) => sum + 20 * (atMs % DAY_MS), 0),
    }));
    assert.deepEqual(
      sums.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))),
      expected.map(({ day, on_sale, moment, held, observed }) => ({ day, on_sale, moment, held, observed })),
    );
    const listings = await db.get<{ n: number }>('SELECT COUNT(*) AS n FROM buy_box_time WHERE delta = 1');
    assert.equal(listings?.n, 30);
  });

  test('of a load are added up within it where transactions run one by one: the worker has nothing to do', async () => {
    const { db, market } = await fixtureOn(await (await engine.migrated()).open());
    await db.run('DELETE FROM seller_time_change');
    const onReject = (_line: number, { reason }: { reason: string }) => assert.fail(reason);
    const intake = await Intake.open(market, { boards: 'bulk', batchSize: 100, onApplied: market.onLoaded, onReject });
    const records = [item('N1'), offer('S1', 'a', 'N1'), offer('S2', 'a', 'N1', { listingPrice: 19 })];
    records.push(offer('S3', 'a', 'N1', { listingPrice: 30 }));
    for (const [n, record] of records.entries()) await intake.take(n, record);
    await intake.flush();
    assert.equal(await queued(db), engine.name === 'sqlite' ? 0 : 3);
    await addUpAll(db);
    const sums = await db.all<Record<string, string | number>>(
      'SELECT seller_id, held_delta, on_sale_delta FROM seller_time ORDER BY seller_id',
    );
    assert.deepEqual(
      sums.map(({ seller_id, held_delta, on_sale_delta }) => [seller_id, Number(held_delta), Number(on_sale_delta)]),
      [
        ['S1', 0, 1],
        ['S2', 1, 1],
        ['S3', 0, 1],
      ],
    );
  });

  test('are one for each seller of new items: their listings are added up at once', async () => {
    const { db, take } = await fixtureOn(await (await engine.migrated()).open());
    await db.run('DELETE FROM seller_time_change');
    await take([
      ...[item('N1'), item('N2'), offer('S1', 'a', 'N1'), offer('S1', 'b', 'N2')],
      ...[offer('S2', 'a', 'N1', { listingPrice: 19 }), offer('S3', 'a', 'N2', { listingPrice: 30 })],
    ]);
    const rows = await db.all<Record<string, string | number>>(
      'SELECT seller_id, item_id, held_delta, on_sale_delta FROM seller_time_change ORDER BY seller_id',
    );
    assert.deepEqual(
      rows.map(({ seller_id, item_id, held_delta, on_sale_delta }) => [seller_id, item_id, held_delta, on_sale_delta]),
      [
        ['S1', '', 1, 2],
        ['S2', '', 1, 1],
        ['S3', '', 0, 1],
      ],
    );
    const held = await db.all<Record<string, string>>('SELECT item_id, seller_id FROM buy_box_time ORDER BY item_id');
    assert.deepEqual(
      held.map(({ item_id, seller_id }) => [item_id, seller_id]),
      [
        ['N1', 'S2'],
        ['N2', 'S1'],
      ],
    );
  });
});
