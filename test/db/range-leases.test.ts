import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { RangeLeases } from '../../src/db/range-leases.ts';
import { ALL_RANGES } from '../../src/domain/groups.ts';
import { withEngines } from './engines.ts';

withEngines('leases of ranges', (engine) => {
  let db: Db;
  let other: Db;
  let nowMs = 0;
  beforeEach(async () => {
    const database = await engine.migrated();
    db = await database.open();
    other = await database.open();
    nowMs = 1_000_000;
  });

  const worker = () => new RangeLeases(db, { name: 'dispatcher', isShared: true }, () => nowMs);
  const hold = (leases: RangeLeases) => db.transaction((tx) => leases.hold(tx, nowMs), { seesLatest: true });

  test('one worker has all ranges; a second one gets half of them when the first has looked again', async () => {
    const [first, second] = [worker(), worker()];
    assert.deepEqual(await first.divide(false), ALL_RANGES);
    assert.deepEqual(await hold(first), ALL_RANGES);
    const share = await second.divide(false);
    assert.equal(share.length, 8);
    assert.deepEqual(await hold(second), [], 'the first one still has the leases');
    nowMs += 1_000;
    const left = await first.divide(false);
    assert.deepEqual(
      [...left, ...share].toSorted((a, b) => a - b),
      ALL_RANGES,
    );
    assert.deepEqual(await hold(first), left);
    assert.deepEqual(await hold(second), share);
  });

  test('the ranges of a worker that died are taken over after 3 s, and it gets none of them when it comes back', async () => {
    const [dead, next] = [worker(), worker()];
    await dead.divide(false);
    await hold(dead);
    nowMs += 2_999;
    assert.equal((await next.divide(false)).length, 8);
    assert.deepEqual(await hold(next), []);
    nowMs += 1;
    assert.deepEqual(await next.divide(true), ALL_RANGES);
    assert.deepEqual(await hold(next), ALL_RANGES);
    assert.deepEqual(await hold(dead), []);
    assert.equal((await dead.divide(true)).length, 8, 'it signs in again');
    assert.deepEqual(await hold(dead), []);
  });

  test('a worker that signs out leaves its ranges at once, and no row of its own', async () => {
    const [first, second] = [worker(), worker()];
    await first.divide(false);
    await hold(first);
    await second.divide(false);
    await first.release();
    assert.deepEqual(await second.divide(true), ALL_RANGES);
    assert.deepEqual(await hold(second), ALL_RANGES);
    await second.release();
    const rows = await db.all<{ name: string; until_ms: number }>('SELECT name, until_ms FROM lease');
    assert.ok(rows.every(({ until_ms: untilMs, name }) => untilMs === 0 && !name.includes('worker')));
    assert.equal(rows.length, 17);
  });

  test('leases that a wrong clock made do not count', async () => {
    const ahead = new RangeLeases(db, { name: 'dispatcher', isShared: true }, () => nowMs + 3_600_000);
    await ahead.divide(false);
    await db.transaction((tx) => ahead.hold(tx, nowMs + 3_600_000));
    const right = worker();
    assert.deepEqual(await right.divide(false), ALL_RANGES);
    assert.deepEqual(await hold(right), ALL_RANGES);
  });

  test('workers of different works do not divide it', async () => {
    const fees = new RangeLeases(db, { name: 'fees', isShared: true }, () => nowMs);
    assert.deepEqual([await worker().divide(false), await fees.divide(false)], [ALL_RANGES, ALL_RANGES]);
  });

  if (engine.name === 'postgres')
    test('transactions on different ranges do not wait for each other, and one on the same range waits', async () => {
      const [first, second] = [worker(), worker()];
      await first.divide(false);
      await second.divide(false);
      await first.divide(true);
      // Both have their leases, and the lease of the release before has long to go.
      await hold(first);
      await hold(second);
      const holdBeside = (leases: RangeLeases) =>
        other.transaction((tx) => leases.hold(tx, nowMs), { timeoutMs: 300, seesLatest: true });
      await db.transaction(async (tx) => {
        await first.hold(tx, nowMs);
        assert.equal((await holdBeside(second)).length, 8);
        await assert.rejects(holdBeside(first), { code: 'ServiceUnavailable' });
      });
    });
});
