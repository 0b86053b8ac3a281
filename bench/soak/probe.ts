import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import type { Pause } from './pauses.ts';

/** What a process of the service says of itself, after a garbage collection. */
export type Probe = {
  readonly pid: number;
  /** The command of the process: `all`, `api`, `worker`, `idp`. */
  readonly role: string;
  readonly atMs: number;
  readonly heapBytes: number;
  readonly externalBytes: number;
  /** What keeps its event loop alive, by kind: sockets, timers, pipes. */
  readonly resources: Readonly<Record<string, number>>;
  /** Files and sockets, by the operating system; 0 where it does not say. */
  readonly descriptors: number;
  /** Those of SQLite. */
  readonly preparedStatements: number;
};

export const PAUSES_END = '.pauses.jsonl';
const PROC_FILES = '/proc/self/fd';
/** Nanoseconds of this thread on a processor, and of waiting for one. */
const PROC_WAITS = '/proc/thread-self/schedstat';
const LOOK_EVERY_MS = 50;
/** Shorter ones are no stall together with what else is late. */
const MIN_LOST_MS = 20;

/*
 * Loaded before the service: `node --import "probe.ts?folder=...&every=..."`. The address has the settings, because processes of the service
 * get no others than theirs.
 */
const { searchParams } = new URL(import.meta.url);
const [folder, everyMs] = [searchParams.get('folder'), Number(searchParams.get('every'))];
if (isMainThread && folder !== null) {
  startProbe(join(folder, `${process.pid}.jsonl`));
  watchPauses(join(folder, `${process.pid}${PAUSES_END}`));
}

/** The machine's time: `Date` may be moved. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

function startProbe(file: string): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: string; execution: string }) => Promise<void>;
  const count = countStatements();
  const role = process.argv[2] ?? 'none';
  const probe = async () => {
    await collect({ type: 'major', execution: 'async' });
    const { used_heap_size: heapBytes, external_memory: externalBytes } = getHeapStatistics();
    const resources: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
    const probed: Probe = {
      pid: process.pid,
      role,
      atMs: nowMs(),
      heapBytes,
      externalBytes,
      resources,
      descriptors: existsSync(PROC_FILES) ? readdirSync(PROC_FILES).length : 0,
      preparedStatements: count(),
    };
    appendFileSync(file, `${JSON.stringify(probed)}\n`);
  };
  setInterval(() => void probe(), everyMs).unref();
}

/** Returns how many prepared statements there are. */
function countStatements(): () => number {
  let live = 0;
  const registry = new FinalizationRegistry(() => {
    live -= 1;
  });
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function prepareCounted(this: DatabaseSync, ...args): StatementSync {
    const statement = prepare.apply(this, args);
    live += 1;
    registry.register(statement, undefined);
    return statement;
  };
  return () => live;
}

type GarbageCollection = PerformanceEntry & { readonly detail: { readonly flags: number } };

/** Writes down what kept this process and is not its own: the probe's garbage collections, and others that had the processor. */
function watchPauses(file: string): void {
  const write = (pause: Pause) => appendFileSync(file, `${JSON.stringify(pause)}\n`);
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration, detail } of list.getEntries() as GarbageCollection[]) {
      const { flags } = detail;
      // Nobody else forces one.
      if (!(flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED)) continue;
      const fromMs = performance.timeOrigin + startTime;
      write({ fromMs, untilMs: fromMs + duration, lostMs: duration, cause: 'collection' });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  if (!existsSync(PROC_WAITS)) return;
  let before = { atMs: nowMs(), waitedMs: waitedMs() };
  setInterval(() => {
    const now = { atMs: nowMs(), waitedMs: waitedMs() };
    const lostMs = now.waitedMs - before.waitedMs;
    if (lostMs >= MIN_LOST_MS) write({ fromMs: before.atMs, untilMs: now.atMs, lostMs, cause: 'processor' });
    before = now;
  }, LOOK_EVERY_MS).unref();
}

function waitedMs(): number {
  return Number(readFileSync(PROC_WAITS, 'utf8').split(' ')[1]) / 1e6;
}
