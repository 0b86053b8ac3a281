import cluster, { type Worker } from 'node:cluster';
import { forwardLines } from '../../log/forward-lines.ts';
import type { Log } from '../../log/log.ts';
import { NO_ENV_FILE } from '../../processes/provider-environment.ts';
import type { StartParameters } from '../process/compose-process.ts';
import type { FromProcess, Query, ToProcess } from './process-messages.ts';

export type ProcessOptions = {
  /** The name in the log. */
  name: string;
  /** The file that starts roles. */
  entry: string;
  role: string;
  parameters: StartParameters;
  /** Settings that differ from those of the supervisor. */
  environment: Readonly<Record<string, string>>;
  log: Log;
  onMetrics(from: SupervisedProcess, metrics: unknown): void;
};

export type Exit = { code: number | null; signal: string | null };

/** Enough of standard error to say why a process exited. */
const MAX_STDERR_CHARACTERS = 2_000;

/**
 * One process of the supervisor. The supervisor writes its log lines: several writers on one output would split each
 * other's lines. Processes share one listening socket, from which each accepts by itself: no connection passes through the
 * supervisor, and none is lost with a process that has not accepted it.
 */
export class SupervisedProcess {
  readonly startedAtMs = performance.now();
  readonly name: string;
  /** Whether it serves; false when it exited first. */
  readonly ready: Promise<boolean>;
  /** Resolves when it has stopped accepting connections because it was told to stop, or has exited. */
  readonly notAccepting: Promise<void>;
  /** Resolves after its last line, and at once when the system cannot start a process now. */
  readonly exited: Promise<Exit>;
  isReady = false;
  /** False after a query without an answer in time, until the next message: it hangs, or the system has stopped it. */
  isResponsive = true;
  hasExited = false;
  stderrTail = '';
  readonly #log: Log;
  readonly #worker: Worker | undefined;
  readonly #pending = new Map<number, (answer: unknown) => void>();
  #lastId = 0;

  constructor(options: ProcessOptions) {
    const { name, parameters, log, onMetrics } = options;
    this.name = name;
    this.#log = log;
    const worker = this.#fork(options);
    this.#worker = worker;
    this.exited = new Promise<Exit>((resolve) => {
      if (!worker) resolve({ code: null, signal: null });
      worker?.process.once('close', (code, signal) => resolve({ code, signal }));
      // A program file that is missing during an upgrade, no file descriptor left: an 'error' without a listener would end the
      // supervisor. A process that was never there has no 'close' in some of these cases.
      worker?.on('error', (error: Error) => {
        this.stderrTail += `${error.message}\n`;
        if (worker.process.pid === undefined) resolve({ code: null, signal: null });
      });
    }).then((exit) => {
      this.hasExited = true;
      this.isReady = false;
      for (const resolve of this.#pending.values()) resolve(undefined);
      return exit;
    });
    let resolveNotAccepting = () => {};
    this.notAccepting = new Promise((resolve) => {
      resolveNotAccepting = resolve;
      void this.exited.then(() => resolve());
    });
    this.ready = new Promise((resolve) => {
      void this.exited.then(() => resolve(false));
      worker?.on('message', (message: FromProcess) => {
        this.#recordMessage();
        if (message.kind === 'answer') this.#pending.get(message.id)?.(message.answer);
        else if (message.kind === 'not accepting') resolveNotAccepting();
        else if (message.kind === 'last metrics') onMetrics(this, message.metrics);
        else if (message.kind === 'ready') {
          this.isReady = true;
          resolve(true);
        }
      });
    });
    this.send({ kind: 'order', order: parameters });
  }

  get pid(): number | undefined {
    return this.#worker?.process.pid;
  }

  send(message: ToProcess): void {
    // A process that ends meanwhile needs no message.
    if (this.#worker?.isConnected()) this.#worker.send(message, () => undefined);
  }

  /** The answer, or undefined when there is none in time: a process may have exited or hang. */
  async query(query: Query, timeoutMs: number): Promise<unknown> {
    if (this.hasExited) return undefined;
    this.#lastId += 1;
    const id = this.#lastId;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve) => {
        // Not `exited.then(resolve)`: `exited` would keep every query until the process exits.
        this.#pending.set(id, resolve);
        timer = setTimeout(() => {
          this.#recordTimeout(timeoutMs);
          resolve(undefined);
        }, timeoutMs).unref();
        this.send({ kind: 'ask', id, question: query });
      });
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
    }
  }

  kill(): void {
    this.#worker?.process.kill('SIGKILL');
  }

  #recordTimeout(timeoutMs: number): void {
    if (!this.isResponsive || this.hasExited) return;
    this.isResponsive = false;
    this.#log.warn(
      { process: this.name, silentPid: this.pid, timeoutMs },
      'a process does not answer the supervisor: it hangs, or was stopped; if this stays, kill it, and another is started',
    );
  }

  #recordMessage(): void {
    if (!this.isResponsive) this.#log.info({ process: this.name, answeringPid: this.pid }, 'a process answers again');
    this.isResponsive = true;
  }

  /** Undefined when the system throws: it has no memory for another process. */
  #fork({ entry, role, environment, log }: ProcessOptions): Worker | undefined {
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: entry, args: [role, NO_ENV_FILE], silent: true });
    try {
      const worker = cluster.fork(environment);
      const { stdout, stderr } = worker.process;
      if (stdout) forwardLines(stdout, log.print);
      if (stderr)
        forwardLines(stderr, (lines) => {
          this.stderrTail = (this.stderrTail + lines).slice(-MAX_STDERR_CHARACTERS);
          log.printError(lines);
        });
      return worker;
    } catch (error) {
      this.stderrTail = (error as Error).message;
      return undefined;
    }
  }
}
