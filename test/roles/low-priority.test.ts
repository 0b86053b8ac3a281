import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { availableParallelism, constants, getPriority } from 'node:os';
import { test } from 'node:test';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
const low = new URL('../../src/processes/low-priority.ts', import.meta.url).href;

/** What a process prints that lowered its own priority, started with `nice -n` of this one. */
const lowered = (more: number, call: string, printed: string): string => {
  const script = `import { readdirSync, readFileSync } from 'node:fs'; import { getPriority, loadavg } from 'node:os';
    import { ${call} } from '${low}'; ${call}(); console.log(${printed});`;
  const command = [process.execPath, '--input-type=module', '-e', script];
  return execFileSync('nice', ['-n', String(more), ...command], { encoding: 'utf8' }).trim();
};

test('a command lets other processes go first, and keeps a priority that is lower still', () => {
  const priority = (more: number) => Number(lowered(more, 'lowerPriority', 'getPriority()'));
  assert.equal(priority(0), Math.max(getPriority(), PRIORITY_BELOW_NORMAL));
  assert.equal(priority(PRIORITY_LOW), PRIORITY_LOW);
});

test('all its threads do, those that collect garbage, too', () => {
  // Elsewhere a process has one priority.
  if (process.platform !== 'linux') return;
  const all = "readdirSync('/proc/self/task').map((id) => getPriority(Number(id))).join(' ')";
  const found = lowered(0, 'lowerPriority', all).split(' ').map(Number);
  assert.ok(found.length > 1);
  assert.deepEqual([...new Set(found)], [Math.max(getPriority(), PRIORITY_BELOW_NORMAL)]);
});

/** The scheduling policy, the 41st field behind the name: see `man 5 proc`. */
const POLICY = "readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[38]";
const SCHED_IDLE = '5';

test('a process that makes reports leaves its core to any other at once, unless all cores are busy', () => {
  assert.notEqual(lowered(0, 'lowerPriority', POLICY), SCHED_IDLE);
  // The load may change meanwhile: the process prints the one that it had.
  const [policy, load] = lowered(0, 'runWhereCoresAreIdle', `${POLICY}, loadavg()[0]`).split(' ');
  const cores = availableParallelism();
  if (Math.abs(Number(load) - cores) > 0.1) assert.equal(policy === SCHED_IDLE, Number(load) < cores);
});
