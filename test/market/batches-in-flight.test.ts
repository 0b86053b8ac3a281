// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { Db } from '../../src/db/db.ts';
import type { MarketRecord } from '../../src/domain/market/records/market-record.ts';
import { BatchesInFlight } from '../../src/market/intake/batches-in-flight.ts';
import { Intake } from '../../src/market/intake/intake.ts';
import { openMarket } from '../../src/market/market.ts';
import { withEngines } from '../db/engines.ts';
import { recordOf } from '../harness/record-of.ts';
import { scaled } from '../harness/scale.ts';
import { type Fixture, fixtureOn, item, offer, type Plain, seller } from './market-fixture.ts';

const batchOf = (...records: Plain[]) => ({ records: records.map(recordOf) as MarketRecord[], keys: new Map() });

/** Batches whose writes the test ends. */
function controlled(max: number) {
  const batches = new BatchesInFlight(max);
  const begun: string[] = [];
  const reported: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const begin = (name: string, ...records: Plain[]) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    const beginning = batches.begin(batchOf(...records), async () => {
      begun.push(name);
      await end.promise;
      return () => reported.push(name);
    });
    beginning.catch(() => undefined);
    return beginning;
  };
  const end = async (name: string) => {
    ends.get(name)?.resolve();
    await nextTurn();
  };
  return { batches, begun, reported, begin, end, fail: (name: string) => ends.get(name)?.reject(new Error(name)) };
}

describe('batches of an import in flight', () => {
  it('are written side by side when they touch different items, up to the limit', async () => {
    const { begun, begin, end } = controlled(2);
    await begin('A', item('I1'), offer('S1', 'a', 'I1'));
    await begin('B', item('I2'), offer('S1', 'b', 'I2'));
    const third = begin('C', item('I3'));
    await nextTurn();
    assert.deepEqual(begun, ['A', 'B']);
    await end('A');
    await third;
    assert.deepEqual(begun, ['A', 'B', 'C']);
  });

  for (const [what, record] of [
    ['an offer on an item of one in flight', offer('S2', 'x', 'I1')],
    ['an offer of one in flight, on another item', offer('S1', 'a', 'I2')],
    ['a seller', seller('S1')],
    ['a removal', { kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku: 'a' }],
  ] as const)
    it(`wait for those before when they have ${what}, and those after wait for them`, async () => {
      const { begun, begin, end } = controlled(9);
      await begin('A', item('I1'), offer('S1', 'a', 'I1'));
      const second = begin('B', record);
      await nextTurn();
      assert.deepEqual(begun, ['A']);
      await end('A');
      await second;
      const third = begin('C', record);
      await nextTurn();
      assert.deepEqual(begun, ['A', 'B']);
      await end('B');
      await third;
    });

  it('are reported in their order, with the rejections that came in between', async () => {
    const { batches, reported, begin, end } = controlled(2);
    await begin('A', item('I1'));
    batches.report(() => reported.push('after A'));
    await begin('B', item('I2'));
    batches.report(() => reported.push('after B'));
    await end('B');
    assert.deepEqual(reported, []);
    await end('A');
    assert.deepEqual(reported, ['A', 'after A', 'B', 'after B']);
    const atOnce: string[] = [];
    batches.report(() => atOnce.push('now'));
    assert.deepEqual(atOnce, ['now']);
  });

  it('that failed end the import, after the others are written', async () => {
    const { batches, begin, end, fail } = controlled(2);
    await begin('A', item('I1'));
    await begin('B', item('I2'));
    fail('A');
    await assert.rejects(begin('C', item('I3')), /A/);
    let isSettled = false;
    const settled = batches.settled().then(() => (isSettled = true));
    await nextTurn();
    assert.equal(isSettled, false);
    await end('B');
    await settled;
    await assert.rejects(batches.finish(), /A/);
  });
});

const record: fc.Arbitrary<Plain> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .record({
        sellerId: fc.constantFrom('S1', 'S2', 'S3', 'S4'),
        sku: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
        itemId: fc.constantFrom('I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8'),
        listingPrice: fc.integer({ min: 10, max: 14 }),
      })
      .map(({ sellerId, sku, itemId, listingPrice }) => offer(sellerId, sku, itemId, { listingPrice })),
  },
  { weight: 4, arbitrary: fc.constantFrom('I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8').map((id) => item(id)) },
  { weight: 1, arbitrary: fc.constantFrom('S3', 'S4').map((id) => seller(id)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('S1', 'S2'), fc.constantFrom('a', 'b', 'c'))
      .map(([sellerId, sku]) => ({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId, sku })),
  },
);

withEngines('an import whose batches are written side by side', (engine) => {
  const emptied = async ({ db }: Fixture) => {
    for (const table of [
      'offer',
      'item',
      'board',
      'shelf',
      'seller_time_change',
      'buy_box_time',
      'gap_walk',
      'market_log',
    ])
      await db.run(`DELETE FROM ${table}`);
    await db.run(`DELETE FROM seller WHERE seller_id = 'S4'`);
  };
  const stored = async (db: Db) => ({
    items: await db.all('SELECT item_id, record FROM item ORDER BY item_id'),
    offers: await db.all('SELECT seller_id, sku, item_id, state, record, own FROM offer ORDER BY seller_id, sku'),
    boards: await db.all('SELECT item_id, valid_until, consumer_summary FROM board ORDER BY item_id'),
    shelves: await db.all('SELECT item_id, condition, offers FROM shelf ORDER BY item_id, condition'),
  });
  const load = async ({ market, db }: Fixture, records: readonly Plain[], batchesInFlight: number) => {
    const rejections: string[] = [];
    const intake = await Intake.open(market, {
      ...{ boards: 'now', batchSize: 4, batchesInFlight },
      onReject: (line, { reason }) => rejections.push(`${line} ${reason}`),
    });
    for (const [n, one] of records.entries()) await intake.take(n + 1, one);
    await intake.flush();
    return { rejections, counts: intake.counts, ...(await stored(db)) };
  };

  it('has as many side by side as the store has connections, on SQLite one', async () => {
    const database = await engine.migrated();
    const market = openMarket(await database.open({ connections: 3 }), Date.now);
    assert.equal(market.maxTransactions(), engine.name === 'sqlite' ? 1 : 3);
  });

  it('leaves and reports the same as one whose records come one batch after the other', async () => {
    const fixture = await fixtureOn(await (await engine.migrated()).open());
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 10, maxLength: 40, size: 'max' }), async (records) => {
        await emptied(fixture);
        const expected = await load(fixture, records, 0);
        await emptied(fixture);
        assert.deepEqual(await load(fixture, records, 3), expected);
      }),
      { numRuns: scaled(engine.name === 'sqlite' ? 15 : 3, 300) },
    );
  });
});
