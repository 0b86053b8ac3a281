import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Db } from '../../src/db/db.ts';
import { withEngines } from '../db/engines.ts';
import { recording } from '../db/recorded-statements.ts';
import { recordOf } from '../harness/record-of.ts';
import { scaled } from '../harness/scale.ts';
import { type Fixture, fixtureOn, item, offer, type Plain, settle } from './market-fixture.ts';

const ITEMS = ['I1', 'I2', 'I3'];

const anOffer = fc
  .record({
    itemId: fc.constantFrom(...ITEMS),
    sellerId: fc.constantFrom('S1', 'S2', 'S3'),
    condition: fc.constantFrom('New', 'New', 'Used'),
    listingPrice: fc.integer({ min: 10, max: 13 }),
    quantity: fc.constantFrom(0, 5, 5, 5),
    active: fc.constantFrom(true, true, true, false),
    shipping: fc.constantFrom(0, 0, 2, undefined),
    businessPrice: fc.constantFrom(undefined, undefined, 9),
    startTime: fc.constantFrom(undefined, undefined, undefined, '2026-11-16T06:00:00Z'),
  })
  .map(({ itemId, sellerId, condition, businessPrice, startTime, ...rest }) => (sku: string) => {
    const subCondition = condition === 'New' ? 'New' : 'Good';
    const more = { ...(businessPrice && { businessPrice }), ...(startTime && { startTime }) };
    return offer(sellerId, sku, itemId, { condition, subCondition, ...rest, ...more });
  });

/** Items with their offers, up to a dozen: a seller may have many on one item. */
const load = fc
  .array(anOffer, { minLength: 1, maxLength: 12 })
  .map((offers) => [
    ...ITEMS.map((itemId) => item(itemId, itemId === 'I3' ? { competitivePriceThreshold: 11 } : {})),
    ...offers.map((make, n) => make(`sku-${n}`)),
  ]);

const without = (names: string[]) => (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** All that is stored about offers and boards. */
async function stored(db: Db): Promise<unknown> {
  const offers = await db.all<object>('SELECT * FROM offer ORDER BY seller_id, sku');
  const boards = await db.all<object>('SELECT * FROM board ORDER BY item_id');
  const shelves = await db.all<object>('SELECT * FROM shelf ORDER BY item_id, customer, condition');
  return [offers.map(without([])), boards.map(without(['valid_from'])), shelves.map(without([]))];
}

async function emptied({ db }: Fixture): Promise<void> {
  for (const table of ['offer', 'item', 'board', 'shelf', 'gap_walk', 'market_log'])
    await db.run(`DELETE FROM ${table}`);
}

withEngines('the offers of new items', (engine) => {
  const applied = async ({ market }: Fixture, records: readonly Plain[], boards: 'now' | 'later') => {
    const outcomes = await market.writer.apply(records.map(recordOf), { boards });
    assert.deepEqual(new Set(outcomes), new Set(['added']));
  };

  it('are stored as by a rebuild and a walk through their gaps', async () => {
    const fixture = await fixtureOn(await (await engine.migrated()).open());
    await fc.assert(
      fc.asyncProperty(load, async (records) => {
        await emptied(fixture);
        await applied(fixture, records, 'now');
        const written = await stored(fixture.db);
        await emptied(fixture);
        await applied(fixture, records, 'later');
        await settle(fixture.market);
        assert.deepEqual(written, await stored(fixture.db));
      }),
      { numRuns: scaled(engine.name === 'sqlite' ? 10 : 2, 500) },
    );
  });

  it('are written once, and no walk is queued', async () => {
    const { db, statements } = recording(await (await engine.migrated()).open());
    const fixture = await fixtureOn(db);
    await emptied(fixture);
    const records = [
      item('I1'),
      item('I2'),
      ...['a', 'b', 'c'].map((sku) => offer('S1', sku, 'I1')),
      offer('S2', 'a', 'I2'),
    ];
    statements.clear();
    await applied(fixture, records, 'now');
    const writes = [...statements.values()].filter(
      ({ sql, rows }) => /^\s*(INSERT INTO|UPDATE) offer\b/.test(sql) && rows?.length,
    );
    assert.deepEqual(
      writes.map(({ runs, rows }) => [runs, rows?.length]),
      [[1, 4]],
    );
    const walks = await db.all('SELECT item_id FROM gap_walk');
    assert.deepEqual(walks, []);
  });

  it('are written at once where the batch also changes one of them, or another record', async () => {
    const fixture = await fixtureOn(await (await engine.migrated()).open());
    await emptied(fixture);
    const twice = [
      item('I1'),
      offer('S1', 'a', 'I1'),
      offer('S2', 'a', 'I1'),
      offer('S2', 'a', 'I1', { listingPrice: 9 }),
    ];
    await fixture.market.writer.apply(twice.map(recordOf), { boards: 'now' });
    const beside = [item('I2'), offer('S1', 'b', 'I2'), offer('S1', 'a', 'I1', { listingPrice: 8 })];
    await fixture.market.writer.apply(beside.map(recordOf), { boards: 'now' });
    await settle(fixture.market);
    const offers = await fixture.db.all<Record<string, unknown>>(
      'SELECT seller_id, sku, state, gap_minor FROM offer ORDER BY seller_id, sku',
    );
    assert.deepEqual(
      offers.map(({ seller_id, sku, state, gap_minor }) => [seller_id, sku, state, gap_minor]),
      [
        ['S1', 'a', 'winning', 0],
        ['S1', 'b', 'noCompetition', 0],
        ['S2', 'a', 'losing', 100],
      ],
    );
  });
});
