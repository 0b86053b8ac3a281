import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { inWork } from '../../src/async/work.ts';

/*
 * Loaded by `npm run soak -- --plant` before the service, whose main process then leaks memory and timers, and has background work that keeps
 * the event loop for longer than 100 ms.
 */
const LEAKS_A_SECOND = 50;
const LEAKED_CHARACTERS = 10_000;
const STALL_EVERY_MS = 5_000;
const STALL_MS = 300;

if (isMainThread && process.argv[2] === 'all') plant();

function plant(): void {
  const leaked: string[][] = [];
  const timers: NodeJS.Timeout[] = [];
  const leak = setInterval(() => {
    leaked.push(Array.from('x'.repeat(LEAKED_CHARACTERS / 10)));
    timers.push(setTimeout(() => undefined, 2 ** 31 - 1));
  }, 1_000 / LEAKS_A_SECOND);
  const stall = setInterval(() => void inWork({ kind: 'background', name: 'planted' }, keepBusy), STALL_EVERY_MS);
  // They would keep the process alive.
  process.once('SIGTERM', () => {
    for (const timer of [leak, stall, ...timers]) clearTimeout(timer);
  });
}

async function keepBusy(): Promise<void> {
  const before = process.threadCpuUsage();
  for (let tookMs = 0; tookMs < STALL_MS; ) {
    const { user, system } = process.threadCpuUsage(before);
    tookMs = (user + system) / 1_000;
  }
  await wait(0);
}
