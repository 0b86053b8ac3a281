import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { BackgroundLoop } from '../async/background-loop.ts';
import type { Db } from '../db/db.ts';
import { HOUR_MS } from '../domain/duration.ts';
import type { DiskSpace, KnownBackup, ProcessRole, ProcessState } from '../domain/service-state.ts';
import type { WorkLog } from './work-log.ts';

const BEAT_EVERY_MS = 30_000;
/** Then the background work has begun: nobody should see a process without any for long. */
const SECOND_BEAT_MS = 5_000;
/** A process that ended by itself removes its row. That of a killed one is shown for this time. */
const KEPT_MS = HOUR_MS;
const MAX_SHOWN = 200;
/** A loop of crashes leaves a row each time. */
const MAX_KEPT = 1_000;

type Surroundings = { readonly disk: DiskSpace | undefined; readonly backup: KnownBackup | undefined };

export type ProcessBeatsOptions = {
  readonly db: Pick<Db, 'run'>;
  /** The store clock. */
  readonly now: () => number;
  readonly role: ProcessRole;
  readonly version: string;
  readonly work: WorkLog;
  /** Looks at the machine of this process. */
  readonly look: () => Promise<Surroundings>;
};

/** Writes that this process runs, and removes those that do not any more. */
export class ProcessBeats {
  readonly #options: ProcessBeatsOptions;
  readonly #id = randomUUID();
  readonly #startedMs: number;

  constructor(options: ProcessBeatsOptions) {
    this.#options = options;
    this.#startedMs = options.now();
  }

  async beat(): Promise<void> {
    const { db, now, role, version, work, look } = this.#options;
    const details = JSON.stringify({ work: work.states(), ...(await look()) });
    const nowMs = now();
    await db.run(
      `INSERT INTO service_process (process_id, role, host, pid, version, started_ms, seen_ms, details)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (process_id) DO UPDATE SET seen_ms = excluded.seen_ms, details = excluded.details`,
      [this.#id, role, hostname(), process.pid, version, this.#startedMs, nowMs, details],
    );
    await db.run('DELETE FROM service_process WHERE seen_ms < $1', [nowMs - KEPT_MS]);
    await db.run(
      `DELETE FROM service_process WHERE seen_ms <= (SELECT seen_ms FROM service_process ORDER BY seen_ms DESC LIMIT 1 OFFSET ${MAX_KEPT})`,
    );
  }

  async end(): Promise<void> {
    await this.#options.db.run('DELETE FROM service_process WHERE process_id = $1', [this.#id]);
  }
}

/** Every 30 seconds, until it is stopped. */
export function startBeats(beats: ProcessBeats, onFailure: (error: unknown) => void): { stop(): Promise<void> } {
  let pauseMs = SECOND_BEAT_MS;
  const loop = new BackgroundLoop({
    name: 'beats',
    turn: async () => {
      await beats.beat();
      const now = pauseMs;
      pauseMs = BEAT_EVERY_MS;
      return now;
    },
    pauseAfterFailureMs: BEAT_EVERY_MS,
    onFailure,
    keepsProcessAlive: false,
  });
  return {
    async stop() {
      await loop.stop();
      await beats.end().catch(onFailure);
    },
  };
}

type ProcessRow = {
  readonly process_id: string;
  readonly role: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly started_ms: number;
  readonly seen_ms: number;
  readonly details: string;
};

/** Those that wrote last come first. */
export async function processesIn(db: Pick<Db, 'all'>): Promise<ProcessState[]> {
  const rows = await db.all<ProcessRow>(`SELECT * FROM service_process ORDER BY seen_ms DESC LIMIT ${MAX_SHOWN}`);
  return rows.map((row) => ({
    ...{ processId: row.process_id, role: row.role, host: row.host, pid: row.pid, version: row.version },
    ...{ startedMs: row.started_ms, seenMs: row.seen_ms },
    ...(JSON.parse(row.details) as Pick<ProcessState, 'work' | 'disk' | 'backup'>),
  }));
}
