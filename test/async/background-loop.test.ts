import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BackgroundLoop } from '../../src/async/background-loop.ts';

/** A loop whose turns and pauses the test ends. */
function manualLoop() {
  const turns: PromiseWithResolvers<number>[] = [];
  const pauses: { ms: number; end(): void; isOver: boolean }[] = [];
  const failures: unknown[] = [];
  const signals: AbortSignal[] = [];
  const loop = new BackgroundLoop({
    name: 'test',
    turn(signal) {
      signals.push(signal);
      const turn = Promise.withResolvers<number>();
      turns.push(turn);
      return turn.promise;
    },
    pauseAfterFailureMs: 1_000,
    onFailure: (error) => failures.push(error),
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        const end = () => {
          pause.isOver = true;
          resolve();
        };
        const pause = { ms, end, isOver: false };
        pauses.push(pause);
        signal.addEventListener('abort', end);
      }),
  });
  /** Ends the turn that runs, and lets the loop go on. */
  const end = (result: number | Error) => {
    const turn = turns.at(-1);
    if (result instanceof Error) turn?.reject(result);
    else turn?.resolve(result);
    return nextTurn();
  };
  return { loop, turns, pauses, failures, signals, end };
}

describe('a background loop', () => {
  it('pauses as long as a turn says, and not at all when there is more to do', async () => {
    const { loop, turns, pauses, end } = manualLoop();
    assert.equal(turns.length, 1, 'the first turn begins at once');
    await end(20);
    assert.deepEqual([turns.length, pauses.map(({ ms }) => ms)], [1, [20]]);
    pauses[0]?.end();
    await nextTurn();
    assert.equal(turns.length, 2);
    await end(0);
    assert.deepEqual([turns.length, pauses.length], [3, 1]);
    const stopping = loop.stop();
    await end(0);
    await stopping;
  });

  it('is woken in a pause, and after a turn during which it was woken', async () => {
    const { loop, turns, pauses, end } = manualLoop();
    await end(20);
    loop.wake();
    await nextTurn();
    assert.deepEqual([pauses[0]?.isOver, turns.length], [true, 2]);
    loop.wake();
    await end(20);
    assert.deepEqual([pauses.length, turns.length], [1, 3], 'it paused only once');
    await end(20);
    assert.deepEqual([pauses.length, turns.length], [2, 3], 'a call of wake counts once');
    await loop.stop();
  });

  it('reports a failed turn, and tries again after the pause for failures, which wake does not end', async () => {
    const { loop, turns, pauses, failures, end } = manualLoop();
    await end(new Error('down'));
    assert.deepEqual([String(failures), pauses.at(-1)?.ms, loop.isFailing], ['Error: down', 1_000, true]);
    loop.wake();
    await nextTurn();
    assert.deepEqual([pauses[0]?.isOver, turns.length], [false, 1]);
    pauses[0]?.end();
    await nextTurn();
    await end(20);
    assert.deepEqual([turns.length, loop.isFailing], [2, false]);
    await loop.stop();
  });

  it('goes on after a turn that throws before it returns a promise', async () => {
    const failures: unknown[] = [];
    const loop = new BackgroundLoop({
      name: 'test',
      turn: () => {
        throw new Error('at once');
      },
      pauseAfterFailureMs: 1_000,
      onFailure: (error) => failures.push(error),
    });
    await loop.stop();
    assert.equal(String(failures), 'Error: at once');
  });

  it('pauses before the first turn where it is told to', async () => {
    const pauses: number[] = [];
    const pause = Promise.withResolvers<void>();
    let turns = 0;
    const loop = new BackgroundLoop({
      name: 'test',
      turn: async () => (turns += 1),
      firstPauseMs: 60,
      pauseAfterFailureMs: 1_000,
      onFailure: assert.ifError,
      sleep: (ms, signal) => {
        pauses.push(ms);
        signal.addEventListener('abort', () => pause.resolve());
        return pause.promise;
      },
    });
    await nextTurn();
    assert.deepEqual([turns, pauses], [0, [60]]);
    await loop.stop();
    assert.equal(turns, 0);
  });

  for (const state of ['a pause', 'a pause after a failure'])
    it(`stops in ${state} at once`, async () => {
      const { loop, turns, end } = manualLoop();
      await end(state === 'a pause' ? 20 : new Error('down'));
      await loop.stop();
      assert.equal(turns.length, 1);
    });

  it('stops when the turn that runs has ended, and tells it', async () => {
    const { loop, turns, pauses, signals, end } = manualLoop();
    let hasStopped = false;
    const stopping = loop.stop().then(() => {
      hasStopped = true;
    });
    await nextTurn();
    assert.deepEqual([hasStopped, signals[0]?.aborted], [false, true]);
    await end(20);
    await stopping;
    assert.deepEqual([turns.length, pauses.length], [1, 0]);
  });

  it('stops without a pause when the turn that runs fails', async () => {
    const { loop, pauses, failures, end } = manualLoop();
    const stopping = loop.stop();
    await end(new Error('down'));
    await stopping;
    assert.deepEqual([failures.length, pauses.length], [1, 0]);
  });
});
