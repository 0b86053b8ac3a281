import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism, constants, getPriority, loadavg, setPriority } from 'node:os';

/**
 * Lets other processes of the machine go first: a command that needs a whole core for minutes must not keep requests of the service
 * waiting. Where nobody else needs the core, it is as fast as before. Never raises the priority that the operator gave it.
 */
export function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  for (const id of threads()) {
    try {
      if (getPriority(id) < PRIORITY_BELOW_NORMAL) setPriority(id, PRIORITY_BELOW_NORMAL);
    } catch {
      // It has just ended.
    }
  }
}

/** On Linux each thread has a priority of its own, and V8 has begun those that collect garbage before the program runs. 0: this process. */
function threads(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
}

/**
 * Lowers the priority, and on Linux also lets any process that wakes up take the core at once: with a low priority alone it waits until
 * this one's time slice of some milliseconds is over, which doubles the p99 of requests. Node has no call for the policy `SCHED_IDLE`, and
 * `chrt` of util-linux needs no rights for it. Where it is missing, the low priority has to do; and where all cores are busy, because
 * nobody can leave that policy, and nothing would get done.
 */
export function runWhereCoresAreIdle(): void {
  lowerPriority();
  const [lastMinute = 0] = loadavg();
  if (process.platform !== 'linux' || lastMinute >= availableParallelism()) return;
  spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)]);
}
