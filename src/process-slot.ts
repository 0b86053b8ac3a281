import type { Log } from './log.ts';
import type { End, SupervisedProcess } from './supervised-process.ts';

/** A process that lived for this long did not end because of its start. */
const LONG_LIFE_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
/** As many ends in a row shortly after the start are no accident. */
const AGAIN_AND_AGAIN = 3;
const MAX_START_MS = 60_000;
/** A process whose clients keep idle connections takes longer to end: the successor replacement does not wait for it. */
const MAX_RETIRE_WAIT_MS = 10_000;

/** Keeps one process running: starts another when it ends, after a pause that grows while it ends soon after its start. */
export class ProcessSlot {
  readonly name: string;
  readonly #launch: () => SupervisedProcess;
  readonly #log: Log;
  readonly #retired = new Set<SupervisedProcess>();
  #current: SupervisedProcess | undefined;
  #pause: NodeJS.Timeout | undefined;
  #shortLives = 0;
  #isStopping = false;
  /** How many have ended without being told to. */
  deaths = 0;

  constructor(name: string, log: Log, launch: () => SupervisedProcess) {
    this.name = name;
    this.#log = log;
    this.#launch = launch;
  }

  get current(): SupervisedProcess | undefined {
    return this.#current;
  }

  /** The running process, and those before it that still finish requests. */
  processes(): SupervisedProcess[] {
    const all = this.#current ? [this.#current, ...this.#retired] : [...this.#retired];
    return all.filter(({ hasEnded }) => !hasEnded);
  }

  /** Starts the process, and others after it. Resolves to whether it serves. */
  async start(): Promise<boolean> {
    const started = this.#launch();
    this.#current = started;
    void started.ended.then((end) => this.#onEnd(started, end));
    return isReadyInTime(started);
  }

  /** The same, but a process that does not even start is not tried again. */
  async startOnce(): Promise<boolean> {
    const started = this.#launch();
    this.#current = started;
    const isReady = await isReadyInTime(started);
    if (isReady) void started.ended.then((end) => this.#onEnd(started, end));
    return isReady;
  }

  /** Starts another process and, when that serves, lets the present one finish. Resolves to whether it did. */
  async replace(): Promise<boolean> {
    const successor = this.#launch();
    if (!(await isReadyInTime(successor))) {
      const reason = successor.lastWords.trim() || 'it was not ready in time';
      this.#log.error({ process: this.name, reason }, 'a new process does not start: the previous one goes on');
      return false;
    }
    const previous = this.#current;
    this.#current = successor;
    this.#shortLives = 0;
    clearTimeout(this.#pause);
    void successor.ended.then((end) => this.#onEnd(successor, end));
    this.#log.info(
      { process: this.name, newPid: successor.pid, previousPid: previous?.pid },
      'a new process took over',
    );
    if (this.#isStopping) successor.send({ kind: 'stop' });
    if (!previous || previous.hasEnded) return true;
    this.#retired.add(previous);
    const retired = previous.ended.then(() => void this.#retired.delete(previous));
    previous.send({ kind: 'retire' });
    await within(retired, MAX_RETIRE_WAIT_MS);
    return true;
  }

  /** Tells all its processes to stop, and waits for their end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#pause);
    const running = this.processes();
    for (const one of running) one.send({ kind: 'stop' });
    await Promise.all(running.map(({ ended }) => ended));
  }

  #onEnd(ended: SupervisedProcess, { code, signal }: End): void {
    if (this.#isStopping || ended !== this.#current) return;
    this.deaths += 1;
    this.#shortLives = performance.now() - ended.startedAtMs < LONG_LIFE_MS ? this.#shortLives + 1 : 0;
    const pauseMs = this.#shortLives === 0 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#shortLives - 1));
    const facts = { process: this.name, endedPid: ended.pid, code, signal, pauseMs };
    this.#log.warn(facts, 'a process ended; another is started after the pause');
    if (this.#shortLives >= AGAIN_AND_AGAIN) {
      const reason = ended.lastWords.trim() || (signal ? `it was ended by ${signal}` : `its exit code is ${code}`);
      const times = this.#shortLives;
      this.#log.error({ process: this.name, times, reason }, 'a process ends again and again soon after its start');
    }
    this.#pause = setTimeout(() => void this.start(), pauseMs);
  }
}

async function isReadyInTime(started: SupervisedProcess): Promise<boolean> {
  const isReady = await within(started.ready, MAX_START_MS);
  if (isReady === undefined) started.kill();
  return isReady === true;
}

/** The result, or undefined when it takes longer. */
async function within<T>(result: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
