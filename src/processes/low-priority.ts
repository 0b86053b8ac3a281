import { spawnSync } from 'node:child_process';
import { availableParallelism, constants, getPriority, loadavg, setPriority } from 'node:os';

/**
 * Lets other processes of the machine go first: a command that needs a whole core for minutes must not keep requests of the service
 * waiting. Where nobody else needs the core, it is as fast as before. Never raises the priority that the operator gave it.
 */
export function lowerPriority(to: number = constants.priority.PRIORITY_BELOW_NORMAL): void {
  if (getPriority() < to) setPriority(to);
}

/**
 * Lowers the priority, and on Linux also lets any process that wakes up take the core at once: with a low priority alone it waits until
 * this one's time slice of some milliseconds is over, which doubles the p99 of requests. Node has no call for the policy `SCHED_IDLE`, and
 * `chrt` of util-linux needs no rights for it. Where it is missing, the low priority has to do.
 */
export function runWhereCoresAreIdle(): void {
  lowerPriority();
  if (process.platform === 'linux') spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)]);
}

/** Of a core that requests want, too, a process with it gets a third, and a tenth with the low one. */
const SLIGHTLY_LOWER = 5;

/**
 * For a process that holds up writers while it works. Where the cores have been busier than there are cores, it would get nothing in the
 * long run if all others went first.
 */
export function letRequestsGoFirst(): void {
  if ((loadavg()[0] as number) < availableParallelism()) runWhereCoresAreIdle();
  else lowerPriority(SLIGHTLY_LOWER);
}
