import { spawnSync } from 'node:child_process';

let isFirst: boolean | undefined;

/**
 * Callers have machines of their own: what they wait for a core of this one is not the service's. So the thread that sends and measures
 * gets a core at once whenever it needs one, for microseconds. Processes that it starts do not inherit that. Where the user may not do
 * this, its own waits count as the service's, and the bench says so.
 */
export function takeCoresFirst(): void {
  if (isFirst !== undefined) return;
  const changed = spawnSync('chrt', ['--fifo', '--reset-on-fork', '--pid', '1', String(process.pid)]);
  isFirst = changed.status === 0;
  if (!isFirst)
    process.stderr.write('What the sender of the requests waits for a core counts, too: chrt needs CAP_SYS_NICE.\n');
}
