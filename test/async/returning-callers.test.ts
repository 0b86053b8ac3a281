import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ReturningCallers } from '../../src/async/returning-callers.ts';

/** Whether inputs are gathered before any timer has run. */
async function isGatheredAtOnce(t: TestContext, callers: ReturningCallers, waiting: readonly unknown[]) {
  let isGathered = false;
  const gathered = callers.gather(waiting).then(() => (isGathered = true));
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  const atOnce = isGathered;
  t.mock.timers.tick(1);
  await gathered;
  return atOnce;
}

/** A clock that stands still unless it is set: on a busy machine a real one would say that the callers left. */
function stillClock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const clock = { nowMs: 1000 };
  t.mock.method(performance, 'now', () => clock.nowMs);
  return clock;
}

describe('returning callers', () => {
  it('are waited for after a batch of several, until all are there', async (t) => {
    stillClock(t);
    const callers = new ReturningCallers();
    assert.equal(await isGatheredAtOnce(t, callers, [1]), true, 'nobody was answered yet');
    callers.answered(3);
    assert.equal(await isGatheredAtOnce(t, callers, [1, 2]), false);
    callers.answered(2);
    // Two were waiting when the batch of two ended.
    assert.equal(await isGatheredAtOnce(t, callers, [1, 2, 3]), false);
    callers.answered(1);
    assert.equal(await isGatheredAtOnce(t, callers, [1, 2, 3, 4]), true);
  });

  it('keep a caller that is alone waiting for nobody', async (t) => {
    stillClock(t);
    const callers = new ReturningCallers();
    await callers.gather([]);
    callers.answered(1);
    assert.equal(await isGatheredAtOnce(t, callers, [1]), true);
  });

  it('are not waited for when they did not come back for 10 ms', async (t) => {
    const clock = stillClock(t);
    const callers = new ReturningCallers();
    callers.answered(3);
    clock.nowMs += 9;
    assert.equal(await isGatheredAtOnce(t, callers, [1]), false);
    clock.nowMs += 1;
    assert.equal(await isGatheredAtOnce(t, callers, [1]), true);
  });
});
