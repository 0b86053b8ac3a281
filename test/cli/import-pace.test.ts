import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Sql } from '../../src/db/db.ts';
import { hasOtherSessions } from '../../src/db/other-sessions.ts';
import { Intake } from '../../src/market/intake/intake.ts';
import { GentlePace } from '../../src/market/intake/load-pace.ts';
import { onEngine, withEnginesInTorture } from '../db/engines.ts';
import { fixtureOn, item, offer } from '../market/market-fixture.ts';

/** A pace on a clock that only work and pauses move. */
function paceOn(isShared: (() => Promise<boolean>) | undefined) {
  const spent = { worked: 0, paused: 0 };
  const sleep = async (ms: number) => {
    spent.paused += ms;
  };
  const pace = new GentlePace({ isShared, now: () => spent.worked + spent.paused, sleep });
  const work = (ms: number) =>
    pace.take(async () => {
      spent.worked += ms;
    });
  return { pace, spent, work };
}

describe('the pace of an import', () => {
  test('alone is full speed', async () => {
    for (const isShared of [undefined, async () => false]) {
      const { pace, spent, work } = paceOn(isShared);
      await pace.look();
      await work(300);
      await work(300);
      assert.deepEqual([pace.maxBatch, spent.paused], [undefined, 0]);
    }
  });

  test('beside a service is small batches, with as much time between them as they took', async () => {
    const { pace, spent, work } = paceOn(async () => true);
    await pace.look();
    assert.equal(pace.maxBatch, 200);
    await work(40);
    assert.equal(spent.paused, 0);
    await work(90);
    assert.equal(spent.paused, 40);
    spent.worked += 60;
    await work(10);
    assert.equal(spent.paused, 40 + 30, 'what was read meanwhile counts as a pause');
  });

  test('follows services that start and stop, with one look a second', async () => {
    let isShared = false;
    let looks = 0;
    const { pace, spent } = paceOn(async () => {
      looks += 1;
      return isShared;
    });
    const seen: (number | undefined)[] = [];
    for (const next of [false, true, true, false]) {
      isShared = next;
      await pace.look();
      await pace.look();
      seen.push(pace.maxBatch);
      spent.worked += 600;
    }
    assert.deepEqual([seen, looks], [[undefined, undefined, 200, 200], 2]);
  });

  test('stays as it is where a look fails', async () => {
    let isDown = false;
    const { pace, spent } = paceOn(async () => {
      if (isDown) throw new Error('down');
      return true;
    });
    await pace.look();
    isDown = true;
    spent.worked += 2_000;
    await pace.look();
    assert.equal(pace.maxBatch, 200);
  });
});

withEnginesInTorture('a load with a pace', (engine) => {
  test('writes batches of its size, one at a time', async () => {
    const market = await fixtureOn(await (await engine.migrated()).open());
    await market.take([item('I0')]);
    const sizes: number[] = [];
    let running = 0;
    let most = 0;
    const pace = {
      maxBatch: 10 as number | undefined,
      async take<T>(work: () => Promise<T>): Promise<T> {
        running += 1;
        most = Math.max(most, running);
        try {
          return await work();
        } finally {
          running -= 1;
        }
      },
    };
    const intake = await Intake.open(market.market, {
      ...{ boards: 'bulk', batchSize: 100, batchesInFlight: 2, pace },
      onReject: (_line, { reason }) => assert.fail(reason),
      onApplied: (_tx: Sql, intents) => void sizes.push(intents.length),
    });
    const takeItems = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1) {
        await intake.take(n, item(`P${n}`));
        await intake.take(n, offer('S1', `p${n}`, `P${n}`));
      }
    };
    await takeItems(0, 25);
    await intake.flush();
    assert.deepEqual([most, new Set(sizes)], [1, new Set([10])]);
    pace.maxBatch = undefined;
    sizes.length = 0;
    await takeItems(25, 75);
    await intake.flush();
    assert.deepEqual(sizes, [100]);
    assert.equal(intake.counts.added, 150);
  });
});

onEngine('postgres', 'a store that several processes use', (engine) => {
  test('tells one of them from many', async () => {
    const database = await engine.migrated();
    const db = await database.open();
    await Promise.all(Array.from({ length: 3 }, () => db.get('SELECT 1')));
    assert.equal(await hasOtherSessions(db), false);
    const other = await database.open();
    await other.get('SELECT 1');
    assert.equal(await hasOtherSessions(db), true);
  });
});
