import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

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
  /** Those of SQLite. */
  readonly preparedStatements: number;
};

/*
 * Loaded before the service: `node --import "probe.ts?folder=...&every=..."`. The address has the settings, because processes of the service
 * get no others than theirs.
 */
const { searchParams } = new URL(import.meta.url);
const [folder, everyMs] = [searchParams.get('folder'), Number(searchParams.get('every'))];
if (isMainThread && folder !== null) startProbe(folder);

function startProbe(intoFolder: string): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: string; execution: string }) => Promise<void>;
  const count = countStatements();
  const file = join(intoFolder, `${process.pid}.jsonl`);
  const role = process.argv[2] ?? 'none';
  const probe = async () => {
    await collect({ type: 'major', execution: 'async' });
    const { used_heap_size: heapBytes, external_memory: externalBytes } = getHeapStatistics();
    const resources: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
    const atMs = performance.timeOrigin + performance.now();
    const probed: Probe = {
      pid: process.pid,
      role,
      atMs,
      heapBytes,
      externalBytes,
      resources,
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
