// run: without coverage

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Db } from '../../src/db/db.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { boxNames, type Decision } from '../../src/domain/pricing/decision.ts';
import { CONDITIONS } from '../../src/domain/vocabulary.ts';
import type { BoardTime } from '../../src/market/decisions/marked-items.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';
import { seenIn, seenInRow } from './history-model.ts';
import { type Fixture, fixtureOn, item, offer, type Plain, seller, settle } from './market-fixture.ts';

const SELLERS = ['S1', 'S2', 'S3'];
const ITEMS = ['I1', 'I2'];

/** Changes of all kinds that can change a buy box, or what is on sale. */
const anOffer = fc
  .record({
    sellerId: fc.constantFrom(...SELLERS),
    sku: fc.constantFrom('a', 'b'),
    itemId: fc.constantFrom(...ITEMS),
    condition: fc.constantFrom('New', 'Used'),
    listingPrice: fc.integer({ min: 10, max: 14 }),
    quantity: fc.constantFrom(0, 5, 5, 5),
    businessPrice: fc.constantFrom(undefined, undefined, 9),
    startTime: fc.constantFrom(undefined, undefined, undefined, '2026-11-15T06:00:00Z', '2026-11-16T06:00:00Z'),
  })
  .map(({ sellerId, sku, itemId, condition, businessPrice, startTime, ...rest }) =>
    offer(sellerId, sku, itemId, {
      ...rest,
      ...(businessPrice && { businessPrice }),
      ...(startTime && { startTime }),
      ...{ condition, subCondition: condition === 'New' ? 'New' : 'Good' },
    }),
  );
const removal = fc
  .tuple(fc.constantFrom(...SELLERS), fc.constantFrom('a', 'b'))
  .map(([sellerId, sku]) => ({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId, sku }));
const aSeller = fc
  .tuple(fc.constantFrom(...SELLERS), fc.boolean())
  .map(([sellerId, featuredMerchant]) => seller(sellerId, { featuredMerchant }));
const anItem = fc
  .tuple(fc.constantFrom(...ITEMS), fc.constantFrom(undefined, 12))
  .map(([itemId, competitivePriceThreshold]) =>
    item(itemId, { ...(competitivePriceThreshold && { competitivePriceThreshold }) }),
  );
const itemRemoval = fc
  .constantFrom(...ITEMS)
  .map((itemId) => ({ kind: 'item', op: 'delete', marketplaceId: 'M1', itemId }));

const record: fc.Arbitrary<Plain> = fc.oneof(
  { weight: 8, arbitrary: anOffer },
  { weight: 2, arbitrary: removal },
  { weight: 1, arbitrary: aSeller },
  { weight: 1, arbitrary: anItem },
  { weight: 1, arbitrary: itemRemoval },
);

const step = fc.record({
  records: fc.array(record, { minLength: 1, maxLength: 6 }),
  boards: fc.constantFrom<BoardTime>('now', 'now', 'later', 'bulk'),
  waitMs: fc.constantFrom(0, 1, HOUR_MS, 7 * HOUR_MS),
});

withEnginesInTorture('history of market changes', (engine) => {
  /** What is stored about this moment in log and sums is what boards and offers say. */
  async function mustAgree({ db, market, clock }: Fixture): Promise<void> {
    const boards = await db.all<{ item_id: string; decision: string }>(
      `SELECT item_id, decision FROM board WHERE marketplace_id = 'M1'`,
    );
    const decisions = new Map(boards.map(({ item_id, decision }) => [item_id, JSON.parse(decision) as Decision]));
    const holders: string[] = [];
    for (const itemId of ITEMS)
      for (const name of CONDITIONS.flatMap(boxNames)) {
        const expected = seenIn(decisions.get(itemId) ?? null, name);
        const box = { marketplaceId: 'M1', itemId, ...name };
        const [last] = await market.history.newestSteps(box, clock.now, 1);
        assert.deepEqual(seenInRow(last), expected, JSON.stringify(box));
        if (name.customer === 'Consumer' && expected.seller !== null)
          holders.push(`${itemId} ${expected.seller} ${expected.sku}`);
      }
    const held = await db.all<{ key: string }>(
      `SELECT item_id || ' ' || seller_id || ' ' || sku AS key FROM (
         SELECT item_id, seller_id, sku, held_delta FROM seller_time_change WHERE marketplace_id = 'M1' AND item_id <> ''
         UNION ALL SELECT item_id, seller_id, sku, delta FROM buy_box_time WHERE marketplace_id = 'M1') AS change
       GROUP BY item_id, seller_id, sku HAVING SUM(held_delta) <> 0`,
    );
    assert.deepEqual(held.map(({ key }) => key).sort(), holders.sort());
    for (const sellerId of SELLERS) {
      const { onSale, ...sums } = await countsOf(db, sellerId);
      const offers = await db.get<{ n: number }>(
        `SELECT COUNT(*) AS n FROM offer WHERE seller_id = $1 AND state IS NOT NULL AND state <> 'inactive'`,
        [sellerId],
      );
      assert.equal(onSale, offers?.n, `${sellerId} on sale`);
      assert.equal(sums.held, holders.filter((key) => key.split(' ')[1] === sellerId).length, `${sellerId} held`);
    }
  }

  const countsOf = async (db: Db, sellerId: string) => {
    const row = await db.get<{ held: number | null; on_sale: number | null }>(
      `SELECT CAST(SUM(held_delta) AS BIGINT) AS held, CAST(SUM(on_sale_delta) AS BIGINT) AS on_sale
         FROM seller_time_change WHERE seller_id = $1`,
      [sellerId],
    );
    return { held: row?.held ?? 0, onSale: row?.on_sale ?? 0 };
  };

  it('agrees with boards and offers after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const fixture = await fixtureOn(await (await engine.migrated()).open());
        await fixture.take(ITEMS.map((itemId) => item(itemId)));
        for (const { records, boards, waitMs } of steps) {
          fixture.clock.now += waitMs;
          await fixture.take(records, boards);
          await settle(fixture.market);
          await mustAgree(fixture);
        }
      }),
      { numRuns: scaled(engine.name === 'sqlite' ? 5 : 2, 100) },
    );
  });

  it('ends with an item that is removed together with its offers', async () => {
    const fixture = await fixtureOn(await (await engine.migrated()).open());
    await fixture.take([item('I1'), item('I2'), offer('S1', 'a', 'I1'), offer('S2', 'a', 'I2', { businessPrice: 9 })]);
    await mustAgree(fixture);
    const removals = ['S1', 'S2'].map((sellerId) => ({
      kind: 'offer',
      op: 'delete',
      marketplaceId: 'M1',
      sellerId,
      sku: 'a',
    }));
    const items = ITEMS.map((itemId) => ({ kind: 'item', op: 'delete', marketplaceId: 'M1', itemId }));
    assert.deepEqual(await fixture.take([...removals, ...items]), []);
    await mustAgree(fixture);
    const rows = await fixture.db.get<{ n: number }>('SELECT COUNT(*) AS n FROM board');
    assert.equal(rows?.n, 0);
  });
});
