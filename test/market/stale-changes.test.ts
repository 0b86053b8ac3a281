// run: without coverage

import { deepEqual, equal, match } from 'node:assert/strict';
import { before, it } from 'node:test';
import { withEnginesInTorture } from '../db/engines.ts';
import { type Fixture, fixtureOn, item, offer } from './market-fixture.ts';

/* Changes whose boards are rebuilt later, as in an import that touches a board with every record. */

withEnginesInTorture('a change whose board is rebuilt later', (engine) => {
  let market: Fixture;
  before(async () => {
    market = await fixtureOn(await (await engine.migrated()).open());
  });

  it('builds no board for a new item, only to mark it as stale', async () => {
    await market.take([item('NEW')], 'later');
    const row = await market.db.get<object>(`SELECT version, valid_until, decision FROM board WHERE item_id = 'NEW'`);
    deepEqual({ ...row }, { version: 0, valid_until: -1, decision: null });
  });

  it('ends the buy boxes of a removed item, also when the item is added again before any rebuild', async () => {
    const used = offer('S1', 'A', 'BACK', { condition: 'Used', subCondition: 'Good' });
    await market.take([item('BACK'), used]);
    market.clock.now += 1_000;
    const { kind, marketplaceId, sellerId, sku } = used;
    const removals = [
      { kind, op: 'delete', marketplaceId, sellerId, sku },
      { kind: 'item', op: 'delete', marketplaceId, itemId: 'BACK' },
    ];
    await market.take(removals, 'later');
    await market.take([item('BACK')]);
    const last = await market.db.get<{ seller_id: string | null }>(
      `SELECT seller_id FROM market_log WHERE item_id = 'BACK' AND condition = 'Used' ORDER BY id DESC LIMIT 1`,
    );
    equal(last?.seller_id, null);
    const held = await market.db.get<{ listings: number }>(
      `SELECT CAST(SUM(delta) AS BIGINT) AS listings FROM (
         SELECT held_delta AS delta FROM seller_time_change WHERE item_id = 'BACK'
         UNION ALL SELECT delta FROM buy_box_time WHERE item_id = 'BACK') AS change`,
    );
    equal(held?.listings, 0);
  });

  it('of the price of one of two offers of a seller writes the own-offer texts of both', async () => {
    await market.take([item('TWO'), offer('S1', 'TWO-A', 'TWO'), offer('S1', 'TWO-B', 'TWO', { listingPrice: 25 })]);
    await market.take([offer('S1', 'TWO-A', 'TWO', { listingPrice: 21.5 })]);
    const texts = await market.db.all<{ own: string }>(`SELECT own FROM offer WHERE item_id = 'TWO'`);
    equal(new Set(texts.map(({ own }) => own)).size, 1);
    match(texts[0]?.own ?? '', /21\.5.*TWO-A.*25.*TWO-B/);
  });
});
