import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PacedWork } from '../../src/async/paced-work.ts';

/** A clock by hand, and an event loop of which others use a share. Each piece takes 10 ms. */
function world(used: number) {
  const state = { nowMs: 0, rests: [] as number[] };
  const work = new PacedWork({
    now: () => state.nowMs,
    used: () => used,
    sleep: async (ms) => {
      state.rests.push(Math.round(ms * 10) / 10);
      state.nowMs += ms;
    },
  });
  const piece = async () => {
    state.nowMs += 10;
  };
  return { state, work, piece };
}

const never = () => false;

describe('PacedWork', () => {
  it('hardly rests where nothing else is done', async () => {
    const { state, work, piece } = world(0);
    for (let n = 0; n < 4; n += 1) await work.take(piece, never);
    assert.deepEqual(state.rests, [0.5, 0.5, 0.5]);
  });

  it('tells a piece to leave the processor to requests when they use the event loop, unless it is urgent', async () => {
    const busy: boolean[] = [];
    const piece = async (isBusy: boolean) => void busy.push(isBusy);
    for (const used of [0, 0.02, 0.9]) {
      const { work } = world(used);
      await work.take(piece, never);
      await work.take(piece, () => true);
    }
    assert.deepEqual(busy, [false, false, false, false, true, false]);
  });

  it('rests the longer, the more of the event loop others use, and at most four times the duration of a piece', async () => {
    const { state, work, piece } = world(0.9);
    for (let n = 0; n < 5; n += 1) await work.take(piece, never);
    const [first = 0, ...others] = state.rests;
    assert.ok(first > 20 && first < 40, String(first));
    assert.deepEqual(others, [40, 40, 40]);
    const fewer = world(0.1);
    for (let n = 0; n < 60; n += 1) await fewer.work.take(fewer.piece, never);
    assert.equal(fewer.state.rests.at(-1), 10);
  });

  it('rests no longer for a piece that had to wait for something else', async () => {
    const { state, work, piece } = world(0.9);
    for (const waitMs of [30_000, 0]) {
      await work.take(async () => {
        state.nowMs += waitMs;
      }, never);
    }
    await work.take(piece, never);
    assert.equal(state.rests[0], 250);
  });

  it('does not rest after a pause that was long enough, nor before an urgent piece', async () => {
    const { state, work, piece } = world(0.9);
    await work.take(piece, never);
    state.nowMs += 100;
    await work.take(piece, never);
    await work.take(piece, () => true);
    assert.deepEqual(state.rests, []);
  });

  it('runs one piece at a time, in the order of arrival, and goes on after one that fails', async () => {
    const { work } = world(0);
    const seen: string[] = [];
    const piece = (name: string) => async () => {
      seen.push(`${name} begins`);
      await sleep(1);
      seen.push(`${name} ends`);
      if (name === 'first') throw new Error('it failed');
      return name;
    };
    const results = await Promise.allSettled(['first', 'second'].map((name) => work.take(piece(name), never)));
    assert.deepEqual(seen, ['first begins', 'first ends', 'second begins', 'second ends']);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
  });

  it('measures what others use of the event loop of the process', async () => {
    const rests: number[] = [];
    const work = new PacedWork({
      sleep: (ms) => {
        rests.push(ms);
        return sleep(ms);
      },
    });
    const others = setInterval(() => {
      const untilMs = performance.now() + 8;
      while (performance.now() < untilMs);
    }, 10);
    for (let n = 0; n < 8; n += 1) await work.take(() => sleep(10), never);
    clearInterval(others);
    assert.ok(Math.max(...rests) > 10, rests.join(', '));
  });
});
