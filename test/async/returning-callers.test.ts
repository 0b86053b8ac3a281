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

describe('returning callers', () => {
  it('are waited for after a batch of several, until all are there', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
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
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const callers = new ReturningCallers();
    await callers.gather([]);
    callers.answered(1);
    assert.equal(await isGatheredAtOnce(t, callers, [1]), true);
  });
});
