import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReturningCallers } from '../../src/async/returning-callers.ts';

/** A clock that stands still unless it is set, and counts how often somebody slept. */
class StillClock {
  nowMs = 1000;
  sleeps = 0;
  now = () => this.nowMs;
  sleep = async () => {
    this.sleeps += 1;
  };
}

function atStillClock() {
  const clock = new StillClock();
  const callers = new ReturningCallers(clock);
  /** Whether others are waited for while these inputs wait. */
  const areOthersWaitedFor = async (waiting: readonly unknown[]) => {
    const before = clock.sleeps;
    await callers.gather(waiting);
    return clock.sleeps > before;
  };
  return { clock, callers, areOthersWaitedFor };
}

describe('returning callers', () => {
  it('are waited for after a batch of several, until all are there', async () => {
    const { callers, areOthersWaitedFor } = atStillClock();
    assert.equal(await areOthersWaitedFor([1]), false, 'nobody was answered yet');
    callers.answered(3);
    assert.equal(await areOthersWaitedFor([1, 2]), true);
    callers.answered(2);
    // Two were waiting when the batch of two ended.
    assert.equal(await areOthersWaitedFor([1, 2, 3]), true);
    callers.answered(1);
    assert.equal(await areOthersWaitedFor([1, 2, 3, 4]), false);
  });

  it('keep a caller that is alone waiting for nobody', async () => {
    const { callers, areOthersWaitedFor } = atStillClock();
    await callers.gather([]);
    callers.answered(1);
    assert.equal(await areOthersWaitedFor([1]), false);
  });

  it('are not waited for when they did not come back for 10 ms', async () => {
    const { clock, callers, areOthersWaitedFor } = atStillClock();
    callers.answered(3);
    clock.nowMs += 9;
    assert.equal(await areOthersWaitedFor([1]), true);
    clock.nowMs += 1;
    assert.equal(await areOthersWaitedFor([1]), false);
  });
});
