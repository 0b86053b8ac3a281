import { appendFileSync, closeSync, existsSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
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
/** Ticks of all that each processor did. One of them is what the host took ("steal"), by proc(5). */
const PROC_STAT = '/proc/stat';
const STOLEN_FIELD = 8;
const MS_PER_TICK = 10;

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
  let before = { atMs: nowMs(), stolenMs: stolenMs() };
  for (let page = 0; !isOver; page = (page + 1) % PAGES) {
    const fromMs = nowMs();
    writeSync(descriptor, PAGE, 0, PAGE.length, page * PAGE.length);
    fdatasyncSync(descriptor);
    const now = { atMs: nowMs(), stolenMs: stolenMs() };
    write({ fromMs, untilMs: now.atMs, lostMs: now.atMs - fromMs, cause: 'disk' });
    const stolen = now.stolenMs.map((ms, processor) => ms - (before.stolenMs[processor] ?? 0));
    write({ fromMs: before.atMs, untilMs: now.atMs, lostMs: Math.max(0, ...stolen), cause: 'host' });
    before = now;
    await sleep(EVERY_MS);
  }
  closeSync(descriptor);
}

/** What the host took from each processor. */
function stolenMs(): number[] {
  if (!existsSync(PROC_STAT)) return [];
  return readFileSync(PROC_STAT, 'utf8')
    .split('\n')
    .filter((line) => /^cpu\d/.test(line))
    .map((line) => Number(line.split(/\s+/)[STOLEN_FIELD]) * MS_PER_TICK);
}

const [file, pauses] = process.argv.slice(2);
if (file !== undefined && pauses !== undefined) await watch(file, pauses);
