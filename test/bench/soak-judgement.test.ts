// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tooOld } from '../../bench/soak/ages-judged.ts';
import { Gate } from '../../bench/soak/gate.ts';
import { growing } from '../../bench/soak/judgement.ts';
import { newTally } from '../../bench/soak/load.ts';
import { causeAmong, type Pause } from '../../bench/soak/pauses.ts';
import { judge, type Sample } from '../../bench/soak/samples.ts';

describe('a stall', () => {
  const pause = (cause: Pause['cause'], fromMs: number, lostMs: number): Pause => ({
    ...{ cause, fromMs, untilMs: fromMs + lostMs, lostMs },
  });
  const stall = { endedMs: 1_300, delayMs: 200, processorMs: 80 };

  it('is none of the service when the probe collected the garbage for half of it', () => {
    assert.match(causeAmong([pause('collection', 1_150, 100)], stall) ?? '', /probe/);
  });

  it('is one of the service when the probe collected for less than that, or at another time', () => {
    for (const pauses of [[pause('collection', 1_150, 90)], [pause('collection', 900, 130)], []])
      assert.equal(causeAmong(pauses, stall), undefined);
  });

  it('is none of the service when others had the processor for half of it, unless it computed for 100 ms', () => {
    const waited = [pause('processor', 1_100, 60), pause('processor', 1_160, 60)];
    assert.match(causeAmong(waited, stall) ?? '', /others/);
    assert.equal(causeAmong(waited, { ...stall, processorMs: 100 }), undefined);
  });

  it('is none of the service when another program waited for the disk for half of it, unless it computed for 100 ms', () => {
    assert.match(causeAmong([pause('disk', 1_100, 110)], stall) ?? '', /disk/);
    assert.equal(causeAmong([pause('disk', 1_100, 110)], { ...stall, processorMs: 100 }), undefined);
    assert.equal(causeAmong([pause('disk', 1_100, 90)], stall), undefined);
  });

  it('is named after what took most of it where several did', () => {
    const pauses = [pause('disk', 1_100, 40), pause('host', 1_150, 60)];
    assert.match(causeAmong(pauses, stall) ?? '', /host/);
    assert.equal(causeAmong(pauses.slice(0, 1), stall), undefined);
  });
});

describe('a late timer', () => {
  const sampleAt = (n: number, loopP99Ms: number): Sample => ({
    ...{ atMs: n * 5_000, takenMs: n * 5_000, loopP99Ms, ownMb: 1, heapMb: 1, providerMb: 1 },
    ...{ queueDepth: 0, dispatchAgeSeconds: 0 },
  });
  const samples = [1, 1, 1, 80, 1].map((loopP99Ms, n) => sampleAt(n, loopP99Ms));
  const problemsWith = (lostMs: number) => {
    const pauses: Pause[] = [{ cause: 'processor', fromMs: 12_000, untilMs: 13_000, lostMs }];
    return judge(samples, { tally: newTally(), changing: newTally(), received: 1, pauses });
  };

  it('is a problem, unless others had the processor for a hundredth of the time', () => {
    assert.deepEqual(problemsWith(49), ['the event loop delay p99 reached 80.0 ms']);
    assert.deepEqual(problemsWith(50), []);
  });
});

describe('rows that end by age', () => {
  const DAY_MS = 86_400_000;
  const sizesAt = (day: number) => ({
    ...{ atMs: day, shownMs: day * DAY_MS, bytes: new Map(), rows: new Map([['event', 3]]) },
  });
  const seen = (oldestDay: number, endDay: number) => ({
    ...{ sizes: [sizesAt(0), sizesAt(endDay)], oldest: new Map([['event', oldestDay * DAY_MS]]) },
    ...{ lifetimes: [{ table: 'event', from: 'at_ms', days: 7 }], endMs: endDay * DAY_MS, stepDays: 1 },
  });

  it('are too old after their days, two more for the sweep and one step of the clock', () => {
    assert.deepEqual(tooOld(seen(10, 20)), []);
    assert.deepEqual(tooOld(seen(9, 20)), ['event has rows that are 11.0 days old, and 7 are allowed']);
  });

  it('grow when there are more at the end of each step of the clock, in eight steps after the first have ended', () => {
    const growingBy = (rowsOfStep: (step: number) => number, steps: number) => {
      const sizes = Array.from({ length: steps * 2 }, (_, n) => {
        const [step, isSecond] = [Math.floor(n / 2), n % 2];
        const rows = new Map([['event', rowsOfStep(step) + (isSecond ? 0 : 9_000)]]);
        return { atMs: n * 5_000, shownMs: n * 5_000 + step * DAY_MS, bytes: new Map(), rows };
      });
      return growing([], sizes, [{ table: 'event', days: 7 }]).filter((problem) => problem.includes('event after 7'));
    };
    assert.equal(growingBy((step) => 500 + step * 300, 20).length, 1);
    assert.deepEqual(
      growingBy(() => 500, 20),
      [],
    );
    assert.deepEqual(
      growingBy((step) => 500 + step * 300, 16),
      [],
    );
  });

  it('are not judged when the table has had rows for a shorter time', () => {
    assert.deepEqual(tooOld(seen(0, 10)), []);
  });
});

describe('the gate of the load', () => {
  it('lets nobody in while it is closed, and is closed when everybody is out', async () => {
    const gate = new Gate();
    const done: string[] = [];
    const inside = gate.through(async () => {
      await sleep(30);
      done.push('the first is out');
    });
    const closing = gate.close().then(() => done.push('closed'));
    const waiting = gate.through(async () => done.push('the second is in'));
    assert.equal(gate.isOpen, false);
    await closing;
    await sleep(20);
    done.push('open');
    gate.open();
    await Promise.all([inside, waiting]);
    assert.deepEqual(done, ['the first is out', 'closed', 'open', 'the second is in']);
    assert.ok(gate.closedMs() >= 19);
  });
});
