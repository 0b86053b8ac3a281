import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Progress } from '../../src/cli/import/progress.ts';
import { streamOf } from '../market/bytes.ts';

const CLEAR = '\r\x1b[2K';

/** Progress with a clock that the test sets. */
function start(options: { isTTY: boolean; totalBytes?: number; columns?: number }) {
  const written: string[] = [];
  const clock = { ms: 1000 };
  const out = { isTTY: options.isTTY, columns: options.columns ?? 100, write: (text: string) => written.push(text) };
  const progress = new Progress({ out, now: () => clock.ms, name: 'a.csv', totalBytes: options.totalBytes });
  const readBytes = async (count: number) => {
    for await (const _ of progress.watch(streamOf([new Uint8Array(count)])));
  };
  return { progress, written, clock, readBytes };
}

describe('progress', () => {
  test('on a terminal is a bar with lines, rate and remaining time, and is cleared at the end', async () => {
    const { progress, written, clock, readBytes } = start({ isTTY: true, totalBytes: 400 });
    await readBytes(100);
    clock.ms += 2000;
    progress.add(5000);
    assert.deepEqual(written, [`${CLEAR}a.csv [######------------------] 25%, 5,000 lines, 2,500/s, 00:06 left`]);
    progress.end();
    progress.end();
    assert.deepEqual(written.slice(1), [CLEAR]);
  });

  test('is drawn at most ten times a second', () => {
    const { progress, written, clock } = start({ isTTY: true, totalBytes: 400 });
    for (let ms = 0; ms < 3000; ms++) {
      clock.ms++;
      progress.add(1);
    }
    assert.equal(written.length, 30);
  });

  test('is never wider than the terminal', async () => {
    const { progress, written, clock, readBytes } = start({ isTTY: true, totalBytes: 400, columns: 20 });
    await readBytes(100);
    clock.ms += 200;
    progress.add(1);
    assert.equal(written[0]?.length, CLEAR.length + 19);
  });

  test('elsewhere is a plain line every five seconds', async () => {
    const { progress, written, clock, readBytes } = start({ isTTY: false, totalBytes: 4000 });
    await readBytes(1000);
    for (let second = 0; second < 3600; second++) {
      clock.ms += 1000;
      progress.add(1000);
    }
    progress.end();
    assert.equal(written.length, 720);
    assert.equal(written[0], 'a.csv 25%, 5,000 lines, 1,000/s, 00:15 left\n');
    assert.equal(written.at(-1), 'a.csv 25%, 3,600,000 lines, 1,000/s, 3:00:00 left\n');
  });

  test('of an input of unknown size has no percentage and no remaining time; a file that grows stays at 100 %', async () => {
    const unknown = start({ isTTY: false });
    await unknown.readBytes(7_000_000);
    unknown.clock.ms += 10_000;
    unknown.progress.add(10);
    assert.deepEqual(unknown.written, ['a.csv 10 lines, 1/s, 7 MB\n']);
    const grown = start({ isTTY: false, totalBytes: 10 });
    await grown.readBytes(20);
    grown.clock.ms += 10_000;
    grown.progress.add(10);
    assert.deepEqual(grown.written, ['a.csv 100%, 10 lines, 1/s, 00:00 left\n']);
  });
});
