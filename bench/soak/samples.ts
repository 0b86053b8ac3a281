import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { median } from '../requests/measure.ts';
import type { Tally } from './load.ts';
import { lostTo, type Pause } from './pauses.ts';

/** The state of the processes at one moment. `loopP99Ms` is of the time since the sample before. */
export type Sample = {
  atMs: number;
  /** The machine's time. */
  takenMs: number;
  ownMb: number;
  heapMb: number;
  providerMb: number;
  loopP99Ms: number;
  queueDepth: number;
  dispatchAgeSeconds: number;
};

export async function readSample(
  adminPort: number,
  [servicePid, providerPid]: readonly [number, number],
  atMs: number,
): Promise<Sample> {
  const { body } = await request(`http://127.0.0.1:${adminPort}/metrics`);
  const text = await body.text();
  const value = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    atMs,
    takenMs: performance.timeOrigin + performance.now(),
    ownMb: ownKb(servicePid) / 1e3,
    heapMb: value('nodejs_heap_size_used_bytes') / 1e6,
    providerMb: ownKb(providerPid) / 1e3,
    loopP99Ms: value('nodejs_eventloop_lag_p99_seconds') * 1e3,
    queueDepth: value('notification_queue_depth'),
    dispatchAgeSeconds: value('notification_dispatch_age_seconds'),
  };
}

/** Without the pages of files: the store maps its file into memory, as much of it as was read. */
const ownKb = (pid: number) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

const columns = [7, 10, 8, 10, 12, 9, 9, 9, 9, 9];
const line = (cells: readonly (string | number)[]) =>
  `${cells.map((cell, n) => String(cell).padStart(columns[n] ?? 8)).join('')}\n`;

export const table = {
  head: line([
    'min',
    'memory MB',
    'heap',
    'provider',
    'loop p99 ms',
    'queue',
    'lag s',
    'requests',
    'changes',
    'received',
  ]),
  row: (sample: Sample, sent: number, changes: number, received: number) =>
    line([
      (sample.atMs / 60_000).toFixed(1),
      sample.ownMb.toFixed(0),
      sample.heapMb.toFixed(0),
      sample.providerMb.toFixed(0),
      sample.loopP99Ms.toFixed(1),
      sample.queueDepth,
      sample.dispatchAgeSeconds.toFixed(1),
      sent,
      changes,
      received,
    ]),
};

const MAX_LOOP_P99_MS = 50;

/** Where others had the processor for more of the time, a late timer says nothing about the service. */
const MAX_LOST_SHARE = 0.01;

/** The samples before which the service had the processor whenever it needed one. */
function undisturbed(samples: readonly Sample[], pauses: readonly Pause[]): Sample[] {
  return samples.filter(({ takenMs }, n) => {
    const before = samples[n - 1];
    if (before === undefined) return false;
    const between = { fromMs: before.takenMs, untilMs: takenMs };
    return lostTo('processor', pauses, between) < (takenMs - before.takenMs) * MAX_LOST_SHARE;
  });
}

type Totals = { tally: Tally; changing: Tally; received: number; pauses: readonly Pause[] };

/** An hour and more: the second half may be so much slower than the first. */
const MAX_SLOWER = 1.2;
const MIN_JUDGED = 100_000;

function slower({ byHalf }: Tally): string[] {
  const [first, second] = byHalf.map((waits) => waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0);
  if (first === undefined || second === undefined) return [];
  process.stdout.write(`p99 of the first half ${first.toFixed(1)} ms, of the second ${second.toFixed(1)} ms\n`);
  const isLong = byHalf.every((waits) => waits.length >= MIN_JUDGED);
  return isLong && second > first * MAX_SLOWER ? ['requests of the second half took longer'] : [];
}

/** What is wrong; prints the figures. */
export function judge(samples: readonly Sample[], { tally, changing, received, pauses }: Totals): string[] {
  const fifth = (n: number) => samples.slice((samples.length * n) / 5, (samples.length * (n + 1)) / 5);
  const problems: string[] = [];
  // Printed, not judged: resident memory swings without growing. `judgement.ts` judges what is alive after a garbage collection.
  for (const name of ['ownMb', 'providerMb'] as const) {
    const [middle, last] = [2, 4].map((n) => median(fifth(n).map((sample) => sample[name])));
    process.stdout.write(`${name}: middle fifth ${middle?.toFixed(0)}, last fifth ${last?.toFixed(0)}\n`);
  }
  // Without the first ones: the compiler of a new process is still at work.
  const settled = samples.slice(Math.ceil(samples.length / 10));
  const judged = undisturbed(settled, pauses);
  const worst = Math.max(0, ...judged.map(({ loopP99Ms }) => loopP99Ms));
  const all = median(settled.map(({ loopP99Ms }) => loopP99Ms));
  const worstOf = `worst ${worst.toFixed(1)} ms in the ${judged.length} of ${settled.length} samples with a free processor`;
  process.stdout.write(`event loop delay p99: median ${all.toFixed(1)} ms, ${worstOf}\n`);
  if (!(worst < MAX_LOOP_P99_MS)) problems.push(`the event loop delay p99 reached ${worst.toFixed(1)} ms`);
  for (const [what, { sent, failed, waitsMs }] of Object.entries({ requests: tally, changes: changing })) {
    const sorted = waitsMs.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]?.toFixed(1);
    process.stdout.write(`${sent} ${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms\n`);
    for (const [outcome, count] of failed) problems.push(`${count} ${what} failed: ${outcome}`);
  }
  problems.push(...slower(tally));
  process.stdout.write(`${received} webhooks arrived\n`);
  if (received === 0) problems.push('no webhook arrived');
  return problems;
}
