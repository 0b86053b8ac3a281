import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Db } from '../../src/db/db.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';
import { type Fixture, fixtureOn, item, NOW, offer, type Plain, seller, settle } from './market-fixture.ts';

/* A rebuild judges only the offers that changed. It must store what a rebuild from all records stores. */

const ITEMS = ['I1', 'I2'];
const SELLERS = ['S1', 'S2', 'S3', 'a'];
const SKUS = ['a', 'b', 'c', '\u{FF21}', '\u{1F600}'];

/** Few different prices, facts and times, so that ties and changes of the holder are common. */
const anyOffer = fc
  .record({
    sellerId: fc.constantFrom(...SELLERS),
    sku: fc.constantFrom(...SKUS),
    itemId: fc.constantFrom('I1', 'I1', 'I1', 'I2'),
    condition: fc.constantFrom('New', 'New', 'New', 'Used', 'Club'),
    channel: fc.constantFrom('FS', 'SELLER'),
    listingPrice: fc.constantFrom(10, 11, 12, 20, 31),
    shipping: fc.constantFrom(0, 0, 1, undefined),
    businessPrice: fc.constantFrom(undefined, undefined, undefined, 9, 10, 35),
    quantity: fc.constantFrom(0, 5, 5, 5),
    active: fc.constantFrom(true, true, true, false),
    quantityDiscounts: fc.constantFrom(undefined, undefined, undefined, [{ quantity: 5, price: 8 }]),
    startHours: fc.constantFrom(undefined, undefined, undefined, -1, 1, 2),
    availableHours: fc.constantFrom(undefined, undefined, undefined, undefined, -1, 1, 3),
    conditionNotes: fc.constantFrom(undefined, 'n', ',"IsBuyBoxWinner":true,'),
  })
  .map(({ sellerId, sku, itemId, condition, startHours, availableHours, ...more }) => ({
    ...offer(sellerId, sku, itemId, { condition, ...more, subCondition: condition === 'Used' ? 'Good' : 'New' }),
    ...(startHours === undefined ? {} : { startTime: new Date(NOW + startHours * HOUR_MS).toISOString() }),
    ...(availableHours === undefined
      ? {}
      : { availability: 'FUTURE_WITH_DATE', availableDate: new Date(NOW + availableHours * HOUR_MS).toISOString() }),
  }));

const anySeller = fc
  .record({
    sellerId: fc.constantFrom(...SELLERS),
    feedbackRating: fc.constantFrom(70, 80, 95.5, 95.6),
    feedbackCount: fc.constantFrom(9, 10, 500),
    featuredMerchant: fc.constantFrom(true, true, true, false),
  })
  .map(({ sellerId, ...facts }) => seller(sellerId, facts));

const anyItem = fc
  .record({
    itemId: fc.constantFrom(...ITEMS),
    competitivePriceThreshold: fc.constantFrom(undefined, 11, 25),
    attributes: fc.constantFrom({}, { Title: 'A lamp' }),
  })
  .map(({ itemId, ...more }) => item(itemId, more));

const removal = fc
  .record({ sellerId: fc.constantFrom(...SELLERS), sku: fc.constantFrom(...SKUS) })
  .map(({ sellerId, sku }) => ({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId, sku }));

type Step = { records: Plain[]; boards: 'now' | 'later'; hours: number };
const anyStep: fc.Arbitrary<Step> = fc.record({
  records: fc.array(
    fc.oneof(
      { weight: 8, arbitrary: anyOffer },
      { weight: 2, arbitrary: removal },
      { weight: 1, arbitrary: anySeller },
      { weight: 1, arbitrary: anyItem },
    ),
    { minLength: 1, maxLength: 4 },
  ),
  boards: fc.constantFrom('now', 'now', 'later'),
  // A clock that is set back: see market-clocks.test.ts.
  hours: fc.constantFrom(0, 0, 0, 1),
});

/** One offer of a seller takes the place of another: the list looks the same. */
const sameText: Step[] = [
  { records: [offer('S2', 'b', 'I1')], boards: 'now', hours: 0 },
  { records: [offer('S2', 'b', 'I1', { quantity: 0 }), offer('S2', 'a', 'I1')], boards: 'now', hours: 0 },
];

/** A batch changes an offer that is alone on its item, then moves it to an item where its seller has another one. */
const movedToOther: Step[] = [
  { records: [offer('S2', 'a', 'I1'), offer('S2', 'b', 'I2')], boards: 'now', hours: 0 },
  {
    records: [offer('S2', 'a', 'I1', { listingPrice: 12 }), offer('S2', 'a', 'I2', { listingPrice: 12 })],
    boards: 'now',
    hours: 0,
  },
];

const first = [...ITEMS.map((id) => item(id)), ...SELLERS.map((id) => seller(id))];

const changeColumns = ['changed_ms', 'terms_revision', 'terms_since_ms'];

/** All that is stored about boards and offers. `valid_from` may be later than needed; times and numbers of changes are not rebuilt. */
async function stored(db: Db): Promise<unknown> {
  const without = (names: string[]) => (row: object) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
  const boards = await db.all<object>('SELECT * FROM board ORDER BY marketplace_id, item_id');
  const shelves = await db.all<object>('SELECT * FROM shelf ORDER BY marketplace_id, item_id, customer, condition');
  const offers = await db.all<object>('SELECT * FROM offer ORDER BY marketplace_id, seller_id, sku');
  return [boards.map(without(['valid_from'])), shelves.map(without([])), offers.map(without(changeColumns))];
}

const keyOf = ({ kind, itemId, sellerId, sku }: Plain) =>
  [kind, ...(kind === 'item' ? [itemId] : kind === 'seller' ? [sellerId] : [sellerId, sku])].join('\n');

/** The same market from its records, at the same time. */
async function rebuiltFrom(records: Iterable<Plain>, now: number, other: Fixture): Promise<unknown> {
  other.clock.now = now;
  await other.db.transaction(async (tx) => {
    for (const table of ['offer', 'shelf', 'board', 'item', 'gap_walk']) await tx.run(`DELETE FROM ${table}`);
  });
  const order = ['seller', 'item', 'offer'];
  const sorted = [...records].sort((a, b) => order.indexOf(a.kind as string) - order.indexOf(b.kind as string));
  assert.deepEqual(await other.take(sorted, 'later'), []);
  await other.market.maintenance.rebuild(ITEMS.map((itemId) => ({ marketplaceId: 'M1', itemId })));
  await settle(other.market);
  return stored(other.db);
}

withEnginesInTorture('a rebuild after changes', (engine) => {
  describe('in any order', () => {
    it('stores what a rebuild from all records stores', async () => {
      const changed = await fixtureOn(await (await engine.migrated()).open());
      const other = await fixtureOn(await (await engine.migrated()).open());
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 8 }), async (steps) => {
          await changed.db.transaction(async (tx) => {
            for (const table of ['offer', 'shelf', 'board', 'item', 'gap_walk']) await tx.run(`DELETE FROM ${table}`);
          });
          changed.clock.now = NOW;
          assert.deepEqual(await changed.take(first), []);
          const records = new Map(first.map((record) => [keyOf(record), record]));
          for (const { records: changes, boards, hours } of steps) {
            changed.clock.now += hours * HOUR_MS;
            assert.deepEqual(await changed.take(changes, boards), []);
            for (const change of changes) {
              if (change.op === 'delete') records.delete(keyOf(change));
              else records.set(keyOf(change), change);
            }
          }
          await settle(changed.market);
          // A reader rebuilds what does not hold.
          for (const itemId of ITEMS)
            await changed.market.reader.itemBoard({ marketplaceId: 'M1', itemId }, 'Consumer', 'New');
          await settle(changed.market);
          assert.deepEqual(await stored(changed.db), await rebuiltFrom(records.values(), changed.clock.now, other));
        }),
        {
          examples: [[sameText], [movedToOther]],
          numRuns: engine.name === 'sqlite' ? scaled(8, 2_000) : scaled(3, 300),
        },
      );
    });
  });
});
