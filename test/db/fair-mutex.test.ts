import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FairMutex } from '../../src/db/fair-mutex.ts';

const workFor = (ms: number) => {
  for (const endMs = performance.now() + ms; performance.now() < endMs; );
};

describe('a fair lock', () => {
  const tooLong = () => new Error('too long');

  it('leaves the rest of the process its turns while a hundred holders follow each other', async () => {
    const mutex = new FairMutex();
    let turns = 0;
    const ticking = setInterval(() => undefined, 1_000);
    let isDone = false;
    const tick = () => {
      turns += 1;
      if (!isDone) setImmediate(tick);
    };
    setImmediate(tick);
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        await mutex.acquire(10_000, tooLong);
        workFor(0.5);
        order.push(n);
        mutex.release();
      }),
    );
    isDone = true;
    clearInterval(ticking);
    deepEqual(
      order,
      Array.from({ length: 100 }, (_, n) => n),
    );
    // A holder takes half a millisecond, so two or three of them follow each other in a turn.
    ok(turns >= 20, `${turns} turns`);
    ok(mutex.isFree);
  });

  it('is not given to one that has given up, nor to one that gives up while it waits for its turn', async () => {
    const mutex = new FairMutex();
    await mutex.acquire(1_000, tooLong);
    const impatient = mutex.acquire(5, tooLong);
    const next = mutex.acquire(40, tooLong);
    const last = mutex.acquire(10_000, tooLong);
    await rejects(impatient, /too long/);
    workFor(2);
    mutex.release();
    // The next holder has the lock now; its time-out passes before its turn comes.
    workFor(60);
    await next;
    let hasLast = false;
    void last.then(() => (hasLast = true));
    await sleep(20);
    equal(hasLast, false);
    mutex.release();
    await last;
    mutex.release();
    ok(mutex.isFree);
  });
});
