import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkShare } from '../../src/async/work-share.ts';

test('work takes at most its share of the time, also when a piece fails', async () => {
  let nowMs = 0;
  let workedMs = 0;
  const share = new WorkShare(1 / 10, () => nowMs);
  assert.ok(share.waitMs <= 0);
  for (const [durationMs, fails] of [
    [5, false],
    [40, true],
    [1, false],
  ] as const) {
    const piece = share.take(async () => {
      nowMs += durationMs;
      workedMs += durationMs;
      if (fails) throw new Error('the store is away');
      return durationMs;
    });
    if (fails) await assert.rejects(piece, /away/);
    else assert.equal(await piece, durationMs);
    nowMs += share.waitMs;
    assert.ok(Math.abs(workedMs / nowMs - 1 / 10) < 1e-9, `${workedMs} of ${nowMs}`);
  }
});
