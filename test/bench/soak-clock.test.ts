// run: without coverage

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { addStep, aheadAt, realTimeOf, stepsIn } from '../../bench/soak/clock-steps.ts';

const DAY_MS = 86_400_000;
const exec = promisify(execFile);

describe('the clock of a run that passes through weeks', () => {
  const steps = [
    { fromMs: 1_000, aheadMs: DAY_MS },
    { fromMs: 2_000, aheadMs: 3 * DAY_MS },
  ];

  it('is ahead of the machine from the moment of a step on', () => {
    const ahead = [999, 1_000, 1_999, 2_000].map((realMs) => aheadAt(steps, realMs) / DAY_MS);
    assert.deepEqual(ahead, [0, 1, 1, 3]);
  });

  it('tells the time of the machine from what it showed', () => {
    const realTimes = [500, 1_000, 1_500, 2_000, 9_000];
    assert.deepEqual(
      realTimes.map((realMs) => realTimeOf(steps, realMs + aheadAt(steps, realMs))),
      realTimes,
    );
  });

  it('moves Date, SQLite and long waits of a process at a step, and nothing else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'soak-clock-'));
    try {
      const file = join(folder, 'steps.jsonl');
      const clock = new URL('../../bench/soak/moved-clock.ts', import.meta.url);
      clock.searchParams.set('steps', file);
      addStep(file, { fromMs: Date.now() + 2_000, aheadMs: 10 * DAY_MS });
      addStep(file, { fromMs: Date.now() + 60_000, aheadMs: 20 * DAY_MS });
      assert.equal(stepsIn(file).length, 2);
      const { stdout } = await exec(process.execPath, ['--import', clock.href, '--input-type=module', '-e', PROGRAM]);
      const { days, sqliteDays, isDate, parsed, waitedMs } = JSON.parse(stdout);
      assert.deepEqual([days, sqliteDays, isDate, parsed], [10, 10, true, 0]);
      assert.ok(waitedMs < 30_000, `${waitedMs} ms`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Waits for an hour, which the step ends. */
const PROGRAM = `
  import { DatabaseSync } from 'node:sqlite';
  import { setTimeout as wait } from 'node:timers/promises';
  const realMs = () => performance.timeOrigin + performance.now();
  const daysAhead = (ms) => Math.round((ms - realMs()) / ${DAY_MS});
  await wait(3_600_000, undefined, { signal: new AbortController().signal });
  const waitedMs = Math.round(performance.now());
  const { seconds } = new DatabaseSync(':memory:').prepare("SELECT unixepoch('subsec') AS seconds").get();
  process.stdout.write(JSON.stringify({
    days: daysAhead(Date.now()), sqliteDays: daysAhead(seconds * 1_000), isDate: new Date() instanceof Date,
    parsed: new Date(0).getTime(), waitedMs,
  }));
`;
