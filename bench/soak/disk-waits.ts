import { appendFileSync, closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pause } from './pauses.ts';

/*
 * `node disk-waits.ts FILE PAUSES`: writes a small page to FILE again and again, and waits for the disk each time, as every commit does.
 * PAUSES gets the times in which that took long. What waited for the disk at such a time waited for the machine. Ends with its parent.
 */
const PAGE = Buffer.alloc(4_096, 1);
const PAGES = 256;
const EVERY_MS = 50;
/** Shorter ones are no stall together with what else is late. */
const MIN_LOST_MS = 20;

const nowMs = () => performance.timeOrigin + performance.now();

async function watchDisk(file: string, pauses: string): Promise<void> {
  let isOver = false;
  process.on('disconnect', () => {
    isOver = true;
  });
  const descriptor = openSync(file, 'w');
  for (let page = 0; !isOver; page = (page + 1) % PAGES) {
    const fromMs = nowMs();
    writeSync(descriptor, PAGE, 0, PAGE.length, page * PAGE.length);
    fdatasyncSync(descriptor);
    const untilMs = nowMs();
    const pause: Pause = { fromMs, untilMs, lostMs: untilMs - fromMs, cause: 'disk' };
    if (pause.lostMs >= MIN_LOST_MS) appendFileSync(pauses, `${JSON.stringify(pause)}\n`);
    await sleep(EVERY_MS);
  }
  closeSync(descriptor);
}

const [file, pauses] = process.argv.slice(2);
if (file !== undefined && pauses !== undefined) await watchDisk(file, pauses);
