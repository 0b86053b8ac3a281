import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestartPause } from '../../src/restart-pause.ts';

const SHORT_MS = 100;
const LONG_MS = 60_000;

test('the pause doubles up to 30 s while a process ends soon after its start', () => {
  const restarts = new RestartPause();
  const pauses = Array.from({ length: 10 }, () => restarts.after(SHORT_MS));
  assert.deepEqual(pauses, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('a process that ran for a minute is started again at once, and the next short life is a first one', () => {
  const restarts = new RestartPause();
  for (const _ of [1, 2, 3]) restarts.after(SHORT_MS);
  assert.equal(restarts.after(LONG_MS), 0);
  assert.equal(restarts.after(SHORT_MS), 250);
});

test('three short lives in a row are no accident, until another process serves', () => {
  const restarts = new RestartPause();
  const seen = [1, 2, 3].map(() => {
    restarts.after(SHORT_MS);
    return restarts.isAgainAndAgain;
  });
  assert.deepEqual([seen, restarts.times], [[false, false, true], 3]);
  restarts.reset();
  assert.deepEqual([restarts.isAgainAndAgain, restarts.after(SHORT_MS)], [false, 250]);
});
