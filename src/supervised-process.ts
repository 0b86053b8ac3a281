import cluster, { type Worker } from 'node:cluster';
import { forwardLines } from './forward-lines.ts';
import type { Log } from './log.ts';
import type { FromProcess, ProcessOrder, Question, ToProcess } from './process-messages.ts';
import { NO_ENV_FILE } from './provider-environment.ts';

export type ProcessOptions = {
  /** The file that starts roles. */
  entry: string;
  role: string;
  order: ProcessOrder;
  /** Settings that differ from those of the supervisor. */
  environment: Readonly<Record<string, string>>;
  log: Log;
  onMetrics(from: SupervisedProcess, metrics: unknown): void;
};

export type End = { code: number | null; signal: string | null };

/** Enough of standard error to say why a process ended. */
const LAST_WORDS_CHARACTERS = 2_000;

/**
 * One process of the supervisor. Its lines take the way of the supervisor's own: several writers on one output would split each
 * other's lines. Processes share one listening socket, from which each accepts by itself: no connection passes through the
 * supervisor, and none is lost with a process that has not accepted it.
 */
export class SupervisedProcess {
  readonly startedAtMs = performance.now();
  /** Whether it serves; false when it ended before. */
  readonly ready: Promise<boolean>;
  /** Resolves after its last line. */
  readonly ended: Promise<End>;
  isReady = false;
  hasEnded = false;
  lastWords = '';
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #lastId = 0;

  constructor({ entry, role, order, environment, log, onMetrics }: ProcessOptions) {
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: entry, args: [role, NO_ENV_FILE], silent: true });
    this.#worker = cluster.fork(environment);
    const { process: child } = this.#worker;
    if (child.stdout) forwardLines(child.stdout, log.print);
    if (child.stderr)
      forwardLines(child.stderr, (lines) => {
        this.lastWords = (this.lastWords + lines).slice(-LAST_WORDS_CHARACTERS);
        log.printError(lines);
      });
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        this.hasEnded = true;
        this.isReady = false;
        resolve({ code, signal });
      });
    });
    this.ready = new Promise((resolve) => {
      void this.ended.then(() => resolve(false));
      this.#worker.on('message', (message: FromProcess) => {
        if (message.kind === 'answer') this.#waiting.get(message.id)?.(message.answer);
        else if (message.kind === 'last metrics') onMetrics(this, message.metrics);
        else if (message.kind === 'ready') {
          this.isReady = true;
          resolve(true);
        }
      });
    });
    this.send({ kind: 'order', order });
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  send(message: ToProcess): void {
    // A process that ends meanwhile needs no message.
    if (this.#worker.isConnected()) this.#worker.send(message, () => undefined);
  }

  /** The answer, or undefined when there is none in time: a process may have ended or hang. */
  async ask(question: Question, timeoutMs: number): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    try {
      return await new Promise((resolve) => {
        this.#waiting.set(id, resolve);
        setTimeout(() => resolve(undefined), timeoutMs).unref();
        void this.ended.then(() => resolve(undefined));
        this.send({ kind: 'ask', id, question });
      });
    } finally {
      this.#waiting.delete(id);
    }
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}
