import { appendFileSync, closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { takenByHostMs } from '../host.ts';
import type { Pause } from './pauses.ts';

/*
 * `node machine-waits.ts FILE PAUSES`: writes a small page to FILE again and again, and waits for the disk each time, as every commit does;
 * and asks how long the host of a virtual machine gave its processors to others. PAUSES gets the times in which either took long. Ends with
 * its parent.
 */
const PAGE = Buffer.alloc(4_096, 1);
const PAGES = 256;
const EVERY_MS = 50;
/** Shorter ones are no stall together with what else is late. */
const MIN_LOST_MS = 20;

const nowMs = () => performance.timeOrigin + performance.now();

async function watch(file: string, pauses: string): Promise<void> {
  let isOver = false;
  process.on('disconnect', () => {
    isOver = true;
  });
  const write = (pause: Pause) => {
    if (pause.lostMs >= MIN_LOST_MS) appendFileSync(pauses, `${JSON.stringify(pause)}\n`);
  };
  const descriptor = openSync(file, 'w');
  let before = { atMs: nowMs(), takenMs: takenByHostMs() };
  for (let page = 0; !isOver; page = (page + 1) % PAGES) {
    const fromMs = nowMs();
    writeSync(descriptor, PAGE, 0, PAGE.length, page * PAGE.length);
    fdatasyncSync(descriptor);
    const now = { atMs: nowMs(), takenMs: takenByHostMs() };
    write({ fromMs, untilMs: now.atMs, lostMs: now.atMs - fromMs, cause: 'disk' });
    const taken = now.takenMs.map((ms, processor) => ms - (before.takenMs[processor] ?? 0));
    write({ fromMs: before.atMs, untilMs: now.atMs, lostMs: Math.max(0, ...taken), cause: 'host' });
    before = now;
    await sleep(EVERY_MS);
  }
  closeSync(descriptor);
}

const [file, pauses] = process.argv.slice(2);
if (file !== undefined && pauses !== undefined) await watch(file, pauses);
