import cluster, { type Worker } from 'node:cluster';
import { forwardLines } from './forward-lines.ts';
import type { Log } from './log.ts';
import type { FromProcess, ProcessOrder, Question, ToProcess } from './process-messages.ts';
import { NO_ENV_FILE } from './provider-environment.ts';

export type ProcessOptions = {
  /** The name in the log. */
  name: string;
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
  readonly name: string;
  /** Whether it serves; false when it ended before. */
  readonly ready: Promise<boolean>;
  /** Resolves when it has stopped accepting connections because it was told to stop, or has ended. */
  readonly notAccepting: Promise<void>;
  /** Resolves after its last line, and at once when the system cannot start a process now. */
  readonly ended: Promise<End>;
  isReady = false;
  /** False after a question without an answer in time, until the next message: it hangs, or the system has stopped it. */
  isAnswering = true;
  hasEnded = false;
  lastWords = '';
  readonly #log: Log;
  readonly #worker: Worker | undefined;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #lastId = 0;

  constructor(options: ProcessOptions) {
    const { name, order, log, onMetrics } = options;
    this.name = name;
    this.#log = log;
    const worker = this.#fork(options);
    this.#worker = worker;
    this.ended = new Promise<End>((resolve) => {
      if (!worker) resolve({ code: null, signal: null });
      worker?.process.once('close', (code, signal) => resolve({ code, signal }));
      // A program file that is missing during an upgrade, no file descriptor left: an 'error' without a listener would end the
      // supervisor. A process that was never there has no 'close' in some of these cases.
      worker?.on('error', (error: Error) => {
        this.lastWords += `${error.message}\n`;
        if (worker.process.pid === undefined) resolve({ code: null, signal: null });
      });
    }).then((end) => {
      this.hasEnded = true;
      this.isReady = false;
      for (const resolve of this.#waiting.values()) resolve(undefined);
      return end;
    });
    let stopsAccepting = () => {};
    this.notAccepting = new Promise((resolve) => {
      stopsAccepting = resolve;
      void this.ended.then(() => resolve());
    });
    this.ready = new Promise((resolve) => {
      void this.ended.then(() => resolve(false));
      worker?.on('message', (message: FromProcess) => {
        this.#noteAnswer();
        if (message.kind === 'answer') this.#waiting.get(message.id)?.(message.answer);
        else if (message.kind === 'not accepting') stopsAccepting();
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
    return this.#worker?.process.pid;
  }

  send(message: ToProcess): void {
    // A process that ends meanwhile needs no message.
    if (this.#worker?.isConnected()) this.#worker.send(message, () => undefined);
  }

  /** The answer, or undefined when there is none in time: a process may have ended or hang. */
  async ask(question: Question, timeoutMs: number): Promise<unknown> {
    if (this.hasEnded) return undefined;
    this.#lastId += 1;
    const id = this.#lastId;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve) => {
        // Not `ended.then(resolve)`: `ended` would keep every question until the process ends.
        this.#waiting.set(id, resolve);
        timer = setTimeout(() => {
          this.#noteSilence(timeoutMs);
          resolve(undefined);
        }, timeoutMs).unref();
        this.send({ kind: 'ask', id, question });
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  kill(): void {
    this.#worker?.process.kill('SIGKILL');
  }

  #noteSilence(timeoutMs: number): void {
    if (!this.isAnswering || this.hasEnded) return;
    this.isAnswering = false;
    this.#log.warn(
      { process: this.name, silentPid: this.pid, timeoutMs },
      'a process does not answer the supervisor: it hangs, or was stopped; if this stays, kill it, and another is started',
    );
  }

  #noteAnswer(): void {
    if (!this.isAnswering) this.#log.info({ process: this.name, answeringPid: this.pid }, 'a process answers again');
    this.isAnswering = true;
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
          this.lastWords = (this.lastWords + lines).slice(-LAST_WORDS_CHARACTERS);
          log.printError(lines);
        });
      return worker;
    } catch (error) {
      this.lastWords = (error as Error).message;
      return undefined;
    }
  }
}
