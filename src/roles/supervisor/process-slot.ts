import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log/log.ts';
import { hasAbortedRequests } from '../../processes/stop-on-signal.ts';
import { RestartBackoff } from './restart-backoff.ts';
import type { Exit, SupervisedProcess } from './supervised-process.ts';

const MAX_START_MS = 60_000;
/** A process whose clients keep idle connections takes longer to end: the replacement of the next one does not wait for it. */
const MAX_RETIRE_WAIT_MS = 10_000;
/** A process that retires ends by itself before this. One that hangs does not, and would keep its connections to the store. */
const MAX_RETIRED_MS = 110_000;

/** Keeps one process running: starts another when it exits, after a delay that grows while it exits soon after its start. */
export class ProcessSlot {
  readonly name: string;
  readonly #fork: () => SupervisedProcess;
  readonly #log: Log;
  readonly #retired = new Set<SupervisedProcess>();
  readonly #backoff = new RestartBackoff();
  #current: SupervisedProcess | undefined;
  #successor: SupervisedProcess | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #isStopping = false;
  /** How many have exited without being told to. */
  unexpectedExits = 0;

  constructor(name: string, log: Log, fork: () => SupervisedProcess) {
    this.name = name;
    this.#log = log;
    this.#fork = fork;
  }

  get current(): SupervisedProcess | undefined {
    return this.#current;
  }

  /** The running process, one that is started to replace it, and one before it that still finishes requests. */
  processes(): SupervisedProcess[] {
    const all = [this.#current, this.#successor, ...this.#retired];
    return all.filter((one) => one !== undefined && !one.hasExited) as SupervisedProcess[];
  }

  /** Starts the process, and others after it. Resolves to whether it serves. */
  async start(): Promise<boolean> {
    const started = this.#fork();
    this.#current = started;
    void started.exited.then((exit) => this.#onExit(started, exit));
    return isReadyInTime(started);
  }

  /** The same, but a process that does not even start is not tried again. */
  async startOnce(): Promise<boolean> {
    const started = this.#fork();
    this.#current = started;
    const isReady = await isReadyInTime(started);
    if (isReady) void started.exited.then((exit) => this.#onExit(started, exit));
    return isReady;
  }

  /**
   * Starts another process and, when that serves, lets the present one finish. Waits for the end of the one before: a slot has
   * never more than two, however often they are replaced. Resolves to whether it did.
   */
  async replace(): Promise<boolean> {
    await Promise.all([...this.#retired].map(({ exited }) => exited));
    if (this.#isStopping) return false;
    const successor = this.#fork();
    this.#successor = successor;
    const isReady = await isReadyInTime(successor);
    this.#successor = undefined;
    // `stop` has told it to stop.
    if (this.#isStopping) return false;
    if (!isReady) {
      const reason = successor.stderrTail.trim() || 'it was not ready in time';
      this.#log.error({ process: this.name, reason }, 'a new process does not start: the previous one goes on');
      return false;
    }
    const previous = this.#current;
    this.#current = successor;
    this.#backoff.reset();
    clearTimeout(this.#restartTimer);
    void successor.exited.then((exit) => this.#onExit(successor, exit));
    this.#log.info(
      { process: this.name, newPid: successor.pid, previousPid: previous?.pid },
      'a new process took over',
    );
    if (previous && !previous.hasExited) await withTimeout(this.#retire(previous), MAX_RETIRE_WAIT_MS);
    return true;
  }

  /** Tells all its processes to stop, and waits for their end. Resolves to whether one of them had to abort requests. */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    clearTimeout(this.#restartTimer);
    const running = this.processes();
    for (const one of running) one.send({ kind: 'stop' });
    const exits = await Promise.all(running.map(({ exited }) => exited));
    return exits.some(({ code }) => hasAbortedRequests(code));
  }

  async #retire(previous: SupervisedProcess): Promise<void> {
    this.#retired.add(previous);
    previous.send({ kind: 'retire' });
    const kill = setTimeout(() => {
      this.#log.warn({ process: this.name, killedPid: previous.pid }, 'a previous process does not end: it is killed');
      previous.kill();
    }, MAX_RETIRED_MS);
    await previous.exited;
    clearTimeout(kill);
    this.#retired.delete(previous);
  }

  #onExit(exited: SupervisedProcess, { code, signal }: Exit): void {
    if (this.#isStopping || exited !== this.#current) return;
    this.unexpectedExits += 1;
    const pauseMs = this.#backoff.delayAfter(performance.now() - exited.startedAtMs);
    const facts = { process: this.name, endedPid: exited.pid, code, signal, pauseMs };
    if (this.#backoff.isCrashLoop) {
      const reason = exited.stderrTail.trim() || (signal ? `it was ended by ${signal}` : `its exit code is ${code}`);
      const details = { ...facts, times: this.#backoff.earlyExits, reason };
      this.#log.error(
        details,
        'a process ends again and again soon after its start; another is started after the pause',
      );
    } else this.#log.warn(facts, 'a process ended; another is started after the pause');
    this.#restartTimer = setTimeout(() => void this.start(), pauseMs);
  }
}

async function isReadyInTime(started: SupervisedProcess): Promise<boolean> {
  const isReady = await withTimeout(started.ready, MAX_START_MS);
  if (isReady === undefined) started.kill();
  return isReady === true;
}

/** The result, or undefined when it takes longer. */
async function withTimeout<T>(result: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  const late = new AbortController();
  const timedOut = sleep(timeoutMs, undefined, { signal: late.signal }).catch(() => undefined);
  return Promise.race([result, timedOut]).finally(() => late.abort());
}
