import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { constants, getPriority } from 'node:os';
import { test } from 'node:test';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
const low = new URL('../../src/processes/low-priority.ts', import.meta.url).href;
const script = `import { getPriority } from 'node:os'; import { lowerPriority } from '${low}'; lowerPriority(); console.log(getPriority());`;

/** The priority of a process that lowers its own, started with `nice -n` of this one. */
const lowered = (more: number): number =>
  Number(execFileSync('nice', ['-n', String(more), process.execPath, '--input-type=module', '-e', script]));

test('a command lets other processes go first, and keeps a priority that is lower still', () => {
  assert.equal(lowered(0), Math.max(getPriority(), PRIORITY_BELOW_NORMAL));
  assert.equal(lowered(PRIORITY_LOW), PRIORITY_LOW);
});
