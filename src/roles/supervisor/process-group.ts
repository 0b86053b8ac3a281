import type { Registry } from 'prom-client';
import { singleFlight } from '../../async/single-flight.ts';
import { type MetricsSnapshot, SummedMetrics } from '../../http/metrics/summed-metrics.ts';
import type { ProcessCounts } from '../../http/metrics/supervised-processes.ts';
import type { States } from '../../http/routes/health.ts';
import type { Log } from '../../log/log.ts';
import type { StartParameters } from '../process/compose-process.ts';
import type { ToProcess } from './process-messages.ts';
import type { ProcessReport, ProcessReports } from './process-readiness.ts';
import { ProcessSlot } from './process-slot.ts';
import { type ProcessOptions, SupervisedProcess } from './supervised-process.ts';

/** A scrape waits this long for the numbers of a process; then its last ones count. */
const MAX_SCRAPE_MS = 1_000;
/** A little longer than the checks of a process take at most. */
const MAX_READINESS_MS = 2_500;
/** Less than a scrape waits for the readiness. */
const MAX_UNRESPONSIVE_MS = 200;

export type GroupOptions = Pick<ProcessOptions, 'entry' | 'environment'> & {
  log: Log;
  /** How many API processes. */
  apiProcesses: number;
  /** Whether a worker process runs beside them. */
  hasWorker: boolean;
  /** For a process that is started now. */
  parameters: () => StartParameters;
};

/** The processes of the supervisor. */
export class ProcessGroup {
  readonly #log: Log;
  readonly #api: readonly ProcessSlot[];
  readonly #worker: ProcessSlot | undefined;
  readonly #metrics = new SummedMetrics<SupervisedProcess>();
  #isStopping = false;
  #isReplacementPending = false;

  constructor({ entry, environment, log, apiProcesses, hasWorker, parameters }: GroupOptions) {
    const slot = (name: string, role: string) =>
      new ProcessSlot(name, log, () => {
        const onMetrics = (from: SupervisedProcess, metrics: unknown) =>
          this.#metrics.update(from, metrics as MetricsSnapshot);
        const options = { name, entry, role, environment, log, onMetrics };
        const started = new SupervisedProcess({ ...options, parameters: parameters() });
        if (started.pid !== undefined) log.info({ process: name, newPid: started.pid }, 'a process is started');
        void started.exited.then(() => this.#metrics.end(started));
        return started;
      });
    this.#log = log;
    this.#api = Array.from({ length: apiProcesses }, (_, n) => slot(`api ${n + 1}`, 'api-process'));
    this.#worker = hasWorker ? slot('worker', 'worker-process') : undefined;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** The first API process starts alone: what prevents it from starting is logged once. Resolves to whether it serves. */
  async start(): Promise<boolean> {
    if (this.#isStopping) return false;
    const [first, ...others] = this.#api;
    if (!(await first?.startOnce()) || this.#isStopping) return false;
    await Promise.all([...others, ...(this.#worker ? [this.#worker] : [])].map((slot) => slot.start()));
    return true;
  }

  /** Replaces the processes one by one. A call meanwhile replaces them all once more afterwards. */
  async replaceAll(): Promise<void> {
    this.#isReplacementPending = true;
    await this.#replacePending();
  }

  readonly #replacePending = singleFlight(async () => {
    while (this.#isReplacementPending) {
      this.#isReplacementPending = false;
      await this.#replaceAllNow();
    }
  });

  async #replaceAllNow(): Promise<void> {
    if (this.#isStopping) return;
    this.#log.info('SIGHUP: replacing the processes one by one');
    for (const slot of this.#slots()) {
      if (this.#isStopping || !(await slot.replace())) return;
    }
    this.#log.info('all processes are replaced');
  }

  /** The worker stops last: requests wait for what it sends. Resolves to whether a process had to abort requests. */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    process.once('exit', () => {
      for (const one of this.#processes()) one.kill();
    });
    const stopping = this.#api.flatMap((slot) => slot.processes());
    void Promise.all(stopping.map(({ notAccepting }) => notAccepting)).then(() => this.send({ kind: 'port closed' }));
    const aborted = await Promise.all(this.#api.map((slot) => slot.stop()));
    return [...aborted, await this.#worker?.stop()].includes(true);
  }

  send(message: ToProcess): void {
    for (const one of this.#processes()) one.send(message);
  }

  /** The readiness of each process. A scrape does not wait long for a process that has just not answered. */
  async reports({ isScrape }: { isScrape: boolean }): Promise<ProcessReports> {
    const report = async ({ name, current }: ProcessSlot): Promise<ProcessReport> => {
      if (!current?.isReady) return { name };
      const waitMs = isScrape && !current.isResponsive ? MAX_UNRESPONSIVE_MS : MAX_READINESS_MS;
      return { name, pid: current.pid, states: (await current.query('readiness', waitMs)) as States };
    };
    const [api, worker] = await Promise.all([
      Promise.all(this.#api.map(report)),
      this.#worker ? report(this.#worker) : undefined,
    ]);
    return { api, worker };
  }

  /** The sum over all processes, in Prometheus format. `own` are the supervisor's. */
  async metricsText(own: Registry): Promise<string> {
    const refresh = async (one: SupervisedProcess) => {
      const snapshot = (await one.query('metrics', MAX_SCRAPE_MS)) as MetricsSnapshot | undefined;
      if (snapshot && !one.hasExited) this.#metrics.update(one, snapshot);
    };
    await Promise.all(
      this.#processes()
        .filter(({ isReady }) => isReady)
        .map(refresh),
    );
    return this.#metrics.text(own);
  }

  counts(): ProcessCounts {
    const count = (slots: readonly ProcessSlot[]) => ({
      serving: slots.filter(({ current }) => current?.isReady && current.isResponsive).length,
      expected: slots.length,
      unexpectedExits: slots.reduce((sum, { unexpectedExits }) => sum + unexpectedExits, 0),
    });
    return { api: count(this.#api), ...(this.#worker ? { worker: count([this.#worker]) } : {}) };
  }

  #slots(): ProcessSlot[] {
    return this.#worker ? [...this.#api, this.#worker] : [...this.#api];
  }

  #processes(): SupervisedProcess[] {
    return this.#slots().flatMap((slot) => slot.processes());
  }
}
