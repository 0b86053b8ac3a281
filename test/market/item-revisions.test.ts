import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, it } from 'node:test';
import { withEngines } from '../db/engines.ts';
import { change } from './board-writes.ts';
import { type Fixture, fixtureOn, item, offer, type Plain } from './market-fixture.ts';
import { receive } from './queued-events.ts';

withEngines('the revision of an item', (engine) => {
  let market: Fixture;
  const take = (...records: Plain[]) => change(market.market, records);
  before(async () => {
    market = await fixtureOn(await (await engine.migrated()).open());
    await take(item('I1'), offer('S1', 'K1', 'I1'));
    await receive(market.db, ['S1']);
  });

  const revisions = () =>
    market.db.all<{ item_id: string; revision: number }>('SELECT item_id, revision FROM item_event');
  const newest = async () => (await market.db.get<{ id: number }>('SELECT MAX(id) AS id FROM market_event'))?.id ?? 0;

  it('is the last event that was queued for it, and stays when the event was addressed', async () => {
    equal((await revisions()).length, 0);
    await take(offer('S1', 'K1', 'I1', { listingPrice: 15 }));
    const first = await newest();
    ok(first > 0);
    deepEqual(
      (await revisions()).map((one) => ({ ...one })),
      [{ item_id: 'I1', revision: first }],
    );
    await market.db.run('DELETE FROM market_event');
    equal((await revisions())[0]?.revision, first);
    await take(offer('S1', 'K1', 'I1', { listingPrice: 14 }));
    const second = await newest();
    ok(second > first);
    equal((await revisions())[0]?.revision, second);
    await take({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku: 'K1' });
    await take({ kind: 'item', op: 'delete', marketplaceId: 'M1', itemId: 'I1' });
    deepEqual(await revisions(), []);
  });
});
