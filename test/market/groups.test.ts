// run: without coverage

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { keyGroup } from '../../src/db/key-group.ts';
import { rangeOf } from '../../src/domain/groups.ts';
import { assignBoardGroups } from '../../src/market/projections/boards/board-groups.ts';
import { assignEventGroups } from '../../src/market/projections/events/event-groups.ts';
import { assignReceiverGroups } from '../../src/notifications/events/receiver-groups.ts';
import { becomeReceiver } from '../../src/notifications/events/receivers.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { type Fixture, fixtureOn, item, NOW, offer, seller } from './market-fixture.ts';

const ITEMS = Array.from({ length: 230 }, (_, n) => `I${n}`);
const rangeOfItem = (itemId: string) => rangeOf(keyGroup('M1', itemId));

type Grouped = { item_id: string; item_group: number | null };

withEngines('groups of items and sellers', (engine) => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await fixtureOn(await (await engine.migrated()).open());
    await becomeReceiver(fixture.db, 'S1', NOW);
    await fixture.take([...ITEMS.map((id) => item(id)), ...ITEMS.map((id) => offer('S1', `SKU-${id}`, id))]);
  });

  const grouped = (table: 'board' | 'market_event') =>
    fixture.db.all<Grouped>(`SELECT item_id, item_group FROM ${table}`);
  const assertGrouped = async (table: 'board' | 'market_event') => {
    const rows = await grouped(table);
    assert.ok(rows.length >= ITEMS.length);
    for (const row of rows) assert.equal(row.item_group, keyGroup('M1', row.item_id), row.item_id);
  };

  testOnSqliteOrInTorture(engine)(
    'new rows have their groups, and those of a process of the release before get them in batches',
    async () => {
      const { db } = fixture;
      const receiver = () => db.get<{ seller_group: number | null }>('SELECT seller_group FROM event_receiver');
      await assertGrouped('board');
      await assertGrouped('market_event');
      assert.equal((await receiver())?.seller_group, keyGroup('S1'));
      for (const table of ['board', 'market_event']) await db.run(`UPDATE ${table} SET item_group = NULL`);
      await db.run('UPDATE event_receiver SET seller_group = NULL');
      const batches = [await assignBoardGroups(db), await assignBoardGroups(db), await assignBoardGroups(db)];
      assert.deepEqual(batches, [100, 100, ITEMS.length - 200]);
      while ((await assignEventGroups(db)) > 0);
      assert.deepEqual(
        [await assignBoardGroups(db), await assignReceiverGroups(db), await assignReceiverGroups(db)],
        [0, 1, 0],
      );
      await assertGrouped('board');
      await assertGrouped('market_event');
      assert.equal((await receiver())?.seller_group, keyGroup('S1'));
    },
  );

  test('a worker refreshes the stale boards and gaps of its ranges; boards without a group go with range 0', async () => {
    const { db, market } = fixture;
    const { maintenance } = market;
    const walks = () => db.all<Grouped>('SELECT item_id FROM gap_walk');
    while ((await maintenance.refreshGaps()) > 0);
    await db.run('UPDATE board SET valid_until = -1');
    await db.run('INSERT INTO gap_walk SELECT marketplace_id, item_id, $1, 0, 0 FROM board', ['']);
    const ranges = [3, 9];
    const own = ITEMS.filter((itemId) => ranges.includes(rangeOfItem(itemId)));
    const stale = async () =>
      (await db.all<Grouped>('SELECT item_id, item_group FROM board WHERE valid_until = -1')).map((row) => row.item_id);
    assert.equal(await maintenance.refreshDue(1_000, 'all', ranges), own.length);
    assert.equal(await maintenance.refreshDue(1_000, 'all', []), 0);
    assert.deepEqual(
      (await stale()).filter((itemId) => ranges.includes(rangeOfItem(itemId))),
      [],
    );
    let served = 0;
    for (let batch = -1; batch !== 0; served += batch) batch = await maintenance.refreshGaps(1_000, ranges);
    assert.ok(served >= own.length);
    assert.deepEqual(
      (await walks()).filter(({ item_id: itemId }) => ranges.includes(rangeOfItem(itemId))),
      [],
    );
    const [other = ''] = await stale();
    await db.run('UPDATE board SET item_group = NULL WHERE item_id = $1', [other]);
    assert.equal(await maintenance.refreshDue(1, 'all', [0]), 1);
    while ((await maintenance.refreshDue(1_000, 'all', [0])) > 0);
    assert.ok(!(await stale()).includes(other));
  });

  test('a changed seller is followed by the worker that has its range', async () => {
    const { market, take } = fixture;
    await take([seller('S1', { featuredMerchant: false })]);
    const range = rangeOf(keyGroup('S1'));
    assert.equal(await market.maintenance.propagateSellerChanges(10, [(range + 1) % 16]), false);
    assert.equal(await market.maintenance.propagateSellerChanges(10, [range]), true);
  });
});
