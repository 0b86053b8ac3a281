import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Sql } from '../../src/db/db.ts';
import { openMarket } from '../../src/market/market.ts';
import { withEngines } from '../db/engines.ts';
import { recordOf } from '../harness/record-of.ts';
import { withTransaction } from './board-writes.ts';
import { fixtureOn, item, NOW, offer } from './market-fixture.ts';

withEngines('an offer whose price changes', (engine) => {
  /** The rows of offers that statements write, by what they set. */
  async function recorded() {
    const { db, market } = await fixtureOn(await (await engine.migrated()).open());
    const writes: string[] = [];
    const counting = (tx: Sql): Sql =>
      new Proxy(tx, {
        get: (target, name) => (sql: string, rows: readonly unknown[]) => {
          if (name === 'many' && /^(UPDATE|INSERT INTO) offer\b/.test(sql))
            for (const _ of rows) writes.push(/SET state =/.test(sql) ? 'state' : 'row');
          return Reflect.get(target, name).call(target, sql, rows);
        },
      });
    const counted = openMarket(
      withTransaction(db, (work, options) => db.transaction((tx) => work(counting(tx)), options)),
      () => NOW,
    );
    await market.writer.apply(
      [item('I1'), offer('S1', 'A', 'I1', { listingPrice: 10 }), offer('S2', 'B', 'I1', { listingPrice: 12 })].map(
        recordOf,
      ),
      { boards: 'now' },
    );
    const states = async () =>
      (await db.all<{ sku: string; state: string }>('SELECT sku, state FROM offer ORDER BY sku')).map(
        ({ sku, state }) => `${sku} ${state}`,
      );
    return { change: (fields: object) => counted.writer.apply([recordOf(fields)], { boards: 'now' }), writes, states };
  }

  it('and takes the buy box is written once, and the offer that lost it gets its state', async () => {
    const { change, writes, states } = await recorded();
    assert.deepEqual(await states(), ['A winning', 'B losing']);
    assert.deepEqual(await change(offer('S2', 'B', 'I1', { listingPrice: 9 })), ['changed']);
    assert.deepEqual(await states(), ['A losing', 'B winning']);
    assert.deepEqual(writes, ['row', 'state']);
  });

  it('is written before the decision where the store counts the offers of its item', async () => {
    const { change, writes, states } = await recorded();
    assert.deepEqual(await change(offer('S2', 'B', 'I1', { listingPrice: 9, businessPrice: 8 })), ['changed']);
    assert.deepEqual(await states(), ['A losing', 'B winning']);
    assert.deepEqual(writes, ['row', 'state', 'state']);
  });

  it('is right when it is no longer on sale, as the last one of its item', async () => {
    const { change, states } = await recorded();
    await change(offer('S2', 'B', 'I1', { active: false }));
    await change(offer('S1', 'A', 'I1', { listingPrice: 10, quantity: 0 }));
    assert.deepEqual(await states(), ['A inactive', 'B inactive']);
    await change(offer('S1', 'A', 'I1', { listingPrice: 11 }));
    assert.deepEqual(await states(), ['A noCompetition', 'B inactive']);
  });
});
