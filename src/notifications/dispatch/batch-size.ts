import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/db.ts';
import type { BatchLimits } from './dispatch-batch.ts';

const MAX_ROWS = 500;

type Goal = { targetMs: number; minRows: number };

/**
 * How long a batch should take, and how small it may become. SQLite works on the event loop: nothing else runs meanwhile, no
 * request is answered. On PostgreSQL a batch of any size waits for some fifteen answers of the server: on a busy machine small
 * batches take nearly as long as large ones (50 rows 400 ms, 250 rows 800 ms), and the queue would grow.
 */
const GOALS: Readonly<Record<Db['engine'], Goal>> = {
  sqlite: { targetMs: 8, minRows: 20 },
  postgres: { targetMs: 100, minRows: 200 },
};

/** Two clocks of this thread: the time that passes, and the processor time that it uses. */
type Clocks = { wallMs(): number; cpuMs(): number };

const threadClocks: Clocks = {
  wallMs: () => performance.now(),
  cpuMs() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  },
};

/** The size of the dispatcher's batches: it follows the time that the last ones took. */
export class BatchSize {
  readonly #engine: Db['engine'];
  readonly #nowMs: () => number;
  readonly #goal: Goal;
  #rows = 50;
  #lastMs = 0;

  constructor(engine: Db['engine'], clocks = threadClocks, goal = GOALS[engine]) {
    this.#engine = engine;
    this.#goal = goal;
    // SQLite: on a busy machine a process waits for its turn, and smaller batches would not make that shorter.
    this.#nowMs = engine === 'sqlite' ? clocks.cpuMs : clocks.wallMs;
  }

  limits(): BatchLimits {
    return { rows: this.#rows, events: Math.ceil(this.#rows / 2) };
  }

  /** What a batch has cost; called before it. */
  start(): () => void {
    const startedMs = this.#nowMs();
    return () => this.#learn(this.#nowMs() - startedMs);
  }

  #learn(tookMs: number): void {
    this.#lastMs = tookMs;
    const { targetMs, minRows } = this.#goal;
    const rows = tookMs > targetMs ? this.#rows / 2 : tookMs < targetMs / 2 ? this.#rows * 1.5 : this.#rows;
    this.#rows = Math.round(Math.min(MAX_ROWS, Math.max(minRows, rows)));
  }

  /** Leaves a third of the event loop and of the store's write lock to others. */
  async pause(signal: AbortSignal): Promise<void> {
    if (this.#engine === 'sqlite') await sleep(Math.max(1, this.#lastMs / 2), undefined, { signal }).catch(() => {});
    // Timers that are due run one after the other. Only a new turn of the event loop reads from sockets in between.
    await nextTurn();
  }
}
