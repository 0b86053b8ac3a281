// run: without coverage

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '../../src/db/db.ts';
import { LatestSequences } from '../../src/notifications/events/receivers.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { openNotifications } from './notification-store.ts';

withEnginesInTorture('the last sequences of waiting sellers', (engine) => {
  test('callers that ask at the same moment share one statement, and the next one asks again', async () => {
    const store = await openNotifications(await engine.fresh());
    await store.webhook('S1');
    await store.publish('S1', 3);
    await store.webhook('S2');
    const asked: number[] = [];
    const latest = new LatestSequences({
      many: <R>(sql: string, rows: readonly Row[]) => {
        asked.push(rows.length);
        return store.db.many<R>(sql, rows);
      },
    });
    const sellers = Array.from({ length: 300 }, (_, n) => ['S1', 'S2', 'NOBODY'][n % 3] as string);
    const answers = await Promise.all(sellers.map((sellerId) => latest.of(sellerId)));
    assert.deepEqual(answers.slice(0, 3), [3, 0, 0]);
    assert.deepEqual([answers.length, asked], [300, [3]]);
    await store.publish('S1');
    assert.equal(await latest.of('S1'), 4);
  });

  test('a failure reaches everybody who asked, and nobody later', async () => {
    const store = await openNotifications(await engine.fresh());
    let isBroken = true;
    const latest = new LatestSequences({
      many: <R>(sql: string, rows: readonly Row[]) => store.db.many<R>(isBroken ? `${sql} nonsense(` : sql, rows),
    });
    const both = await Promise.allSettled([latest.of('S1'), latest.of('S2')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    isBroken = false;
    assert.equal(await latest.of('S1'), 0);
  });
});
