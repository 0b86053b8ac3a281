import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../src/db/db.ts';
import { startBoardRefresher } from '../../src/market/background/board-refresher.ts';
import { type Market, openMarket } from '../../src/market/market.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { item, marketplace, offer, seller } from '../harness/market-records.ts';
import { recordOf } from '../harness/record-of.ts';

const NOW = Date.UTC(2026, 10, 15);

const withVersion = (db: Db, version: number) => openMarket(db, () => NOW, { version });

const versions = async (db: Db) =>
  (await db.all<{ version: number }>('SELECT version FROM board ORDER BY item_id')).map(({ version }) => version);

/** Runs the refresher until it has gone through all boards. */
async function refreshUntilDone(market: Market): Promise<void> {
  const failures: unknown[] = [];
  const refresher = startBoardRefresher(market.maintenance, (error) => failures.push(error));
  while (!(await market.maintenance.isUpToDate())) await sleep(5);
  await refresher.stop();
  assert.deepEqual(failures, []);
}

withEnginesInTorture('the board refresher', (engine) => {
  test('rebuilds all boards once after their version was raised', async () => {
    const db = await (await engine.migrated()).open();
    const old = withVersion(db, 1);
    const records = [
      marketplace,
      seller,
      item,
      { ...item, itemId: 'I2' },
      offer('one', {}),
      offer('two', { itemId: 'I2' }),
    ];
    await old.writer.apply(records.map(recordOf), { boards: 'now' });
    assert.deepEqual(await versions(db), [1, 1]);
    await refreshUntilDone(withVersion(db, 2));
    assert.deepEqual(await versions(db), [2, 2]);

    await db.run('UPDATE board SET version = 1 WHERE item_id = $1', ['I2']);
    const market = withVersion(db, 2);
    const refresher = startBoardRefresher(market.maintenance, (error) => assert.fail(String(error)));
    await sleep(60);
    await refresher.stop();
    assert.deepEqual(await versions(db), [2, 1], 'it does not go through all boards again');
    await market.reader.itemBoard({ marketplaceId: 'M1', itemId: 'I2' }, 'Consumer', 'New');
    assert.deepEqual(await versions(db), [2, 2], 'the reader rebuilds it');
  });
});
