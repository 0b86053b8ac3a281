import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { paceAfter, pacedDueMs, paceWaitMs } from '../../src/domain/notifications/replay-pace.ts';

const pace = { perSecond: 10, atOnce: 3, maxQueued: 20 };
const NOW = 1_000_000;

describe('the pace of replays: 10 a second, 3 at once, 20 queued', () => {
  test('the first three are due at once, then one each 100 ms', () => {
    const dues = [0, 1, 2, 3, 4, 5].map((index) => pacedDueMs(pace, 0, index, NOW) - NOW);
    assert.deepEqual(dues, [0, 0, 0, 0, 100, 200]);
  });

  test('what comes later goes on behind what is queued', () => {
    const free = paceAfter(pace, 0, 5, NOW);
    assert.equal(free, NOW + 500);
    assert.deepEqual(
      [0, 1].map((index) => pacedDueMs(pace, free, index, NOW) - NOW),
      [200, 300],
    );
    assert.equal(pacedDueMs(pace, free, 0, NOW + 10_000), NOW + 10_000, 'after a pause at once again');
  });

  test('20 may be queued: more have to wait until so many are sent', () => {
    const free = paceAfter(pace, 0, 15, NOW);
    const rows: [count: number, waitMs: number][] = [
      [5, 0],
      [6, 100],
      [20, 1_500],
    ];
    for (const [count, waitMs] of rows) assert.equal(paceWaitMs(pace, free, count, NOW), waitMs, `${count} more`);
    assert.equal(paceWaitMs(pace, free, 20, NOW + 1_500), 0);
  });
});
