import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMicrosOf } from './cpu.ts';

const LOOK_MS = 1_000;
/** The share of one core below which a process only waits. */
const IDLE_SHARE = 0.03;
/** An import of 300,000 listings leaves gaps to write, which takes a quarter of an hour on PostgreSQL. */
const MAX_LOOKS = 1_800;

/**
 * Waits until the service has finished what it does in the background after a start or an import, such as adding up the
 * history. That work would count as part of the first rows, and only of them.
 */
export async function untilIdle(pid: number): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const before = cpuMicrosOf(pid);
    await sleep(LOOK_MS);
    if (cpuMicrosOf(pid) - before < IDLE_SHARE * LOOK_MS * 1_000) return;
  }
  throw new Error(`The service was not idle within ${MAX_LOOKS} s.`);
}
