import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Turns } from '../../src/async/turns.ts';

/** Runs what waits for the next turn of an event loop, as `setImmediate` does: all that was there when the turn began. */
function loopOf() {
  let queued: (() => void)[] = [];
  return {
    inNextTurn: (run: () => void) => void queued.push(run),
    async turn() {
      const due = queued;
      queued = [];
      for (const run of due) run();
      await new Promise((resolve) => setImmediate(resolve));
      return queued.length;
    },
  };
}

describe('turns of long work', () => {
  it('let one piece go on in each, first come, first served', async () => {
    const loop = loopOf();
    const turns = new Turns(loop.inNextTurn);
    const done: string[] = [];
    const work = async (name: string, pieces: number) => {
      for (let piece = 1; piece <= pieces; piece++) {
        await turns.next();
        done.push(`${name}${piece}`);
      }
    };
    const all = Promise.all([work('a', 3), work('b', 1), work('c', 2)]);
    const expected = ['a1', 'b1', 'c1', 'a2', 'c2', 'a3'];
    for (let turn = 1; turn <= expected.length; turn++) {
      await loop.turn();
      assert.deepEqual(done, expected.slice(0, turn));
    }
    await all;
    assert.equal(await loop.turn(), 0, 'nothing is scheduled while nobody waits');
    const later = work('d', 1);
    await loop.turn();
    await later;
    assert.equal(done.at(-1), 'd1');
  });
});
