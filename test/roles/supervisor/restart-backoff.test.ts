import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestartBackoff } from '../../../src/roles/supervisor/restart-backoff.ts';

const SHORT_MS = 100;
const LONG_MS = 60_000;

test('the delay doubles up to 30 s while a process ends soon after its start', () => {
  const backoff = new RestartBackoff();
  const delays = Array.from({ length: 10 }, () => backoff.delayAfter(SHORT_MS));
  assert.deepEqual(delays, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('a process that ran for a minute is started again at once, and the next early exit counts as the first', () => {
  const backoff = new RestartBackoff();
  for (const _ of [1, 2, 3]) backoff.delayAfter(SHORT_MS);
  assert.equal(backoff.delayAfter(LONG_MS), 0);
  assert.equal(backoff.delayAfter(SHORT_MS), 250);
});

test('three early exits in a row are a crash loop, until another process serves', () => {
  const backoff = new RestartBackoff();
  const seen = [1, 2, 3].map(() => {
    backoff.delayAfter(SHORT_MS);
    return backoff.isCrashLoop;
  });
  assert.deepEqual([seen, backoff.earlyExits], [[false, false, true], 3]);
  backoff.reset();
  assert.deepEqual([backoff.isCrashLoop, backoff.delayAfter(SHORT_MS)], [false, 250]);
});
