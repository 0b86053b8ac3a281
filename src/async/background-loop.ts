import { setTimeout as wait } from 'node:timers/promises';
import { inWork } from './work.ts';

/** A turn that has ended, and the pause that follows unless something ends it. */
export type EndedTurn = { readonly durationMs: number; readonly hasFailed: boolean; readonly pauseMs: number };
export type OnTurn = (turn: EndedTurn) => void;

export type BackgroundLoopOptions = {
  /** As metrics and log name the work. */
  name: string;
  /**
   * One turn of the work. Returns the milliseconds until the next one; 0 to go on at once, when more is left to do. A turn that
   * takes long should end soon after `signal` is aborted.
   */
  turn(signal: AbortSignal): Promise<number>;
  pauseAfterFailureMs: number;
  /** The pause before the first turn. Without it that turn begins in the constructor. */
  firstPauseMs?: number;
  onFailure(error: unknown): void;
  /** Called after each turn. */
  onTurn?: OnTurn | undefined;
  /** Whether a pause alone keeps the process running. */
  keepsProcessAlive?: boolean;
  /** Resolves after this time, or when the signal is aborted. Tests pass their own. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
};

/**
 * Work that is repeated until it is stopped: turn, pause, turn. A failed turn is reported, and the next one tries again after a
 * longer pause.
 */
export class BackgroundLoop {
  readonly #options: BackgroundLoopOptions;
  readonly #sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  /** Ends the pause; undefined while a turn runs. */
  #pausing: AbortController | undefined;
  /** Whether `wake` was called since the turn began: the pause after it then ends at once. */
  #isAwake = false;
  #hasFailed = false;

  constructor(options: BackgroundLoopOptions) {
    this.#options = options;
    this.#sleep = options.sleep ?? sleepOf(options.keepsProcessAlive ?? true);
    this.#running = this.#run();
  }

  /** Whether the last turn failed. */
  get isFailing(): boolean {
    return this.#hasFailed;
  }

  /** Ends the pause between two turns. The pause after a failure goes on: what failed would only fail again. */
  wake(): void {
    this.#isAwake = true;
    this.#pausing?.abort();
  }

  /** Begins no more turns. Resolves when the one that runs has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const work = { kind: 'background', name: this.#options.name } as const;
    if (this.#options.firstPauseMs !== undefined) await this.#pause(this.#options.firstPauseMs);
    while (!signal.aborted) {
      this.#isAwake = false;
      const startedMs = performance.now();
      try {
        const pauseMs = await inWork(work, () => this.#options.turn(signal));
        this.#hasFailed = false;
        this.#ended(startedMs, pauseMs);
        await this.#pause(pauseMs);
      } catch (error) {
        this.#hasFailed = true;
        this.#ended(startedMs, this.#options.pauseAfterFailureMs);
        this.#options.onFailure(error);
        if (!signal.aborted) await this.#sleep(this.#options.pauseAfterFailureMs, signal);
      }
    }
  }

  #ended(startedMs: number, pauseMs: number): void {
    this.#options.onTurn?.({ durationMs: performance.now() - startedMs, hasFailed: this.#hasFailed, pauseMs });
  }

  async #pause(ms: number): Promise<void> {
    if (ms <= 0 || this.#isAwake) return;
    this.#pausing = new AbortController();
    await this.#sleep(ms, this.#pausing.signal);
    this.#pausing = undefined;
  }
}

const sleepOf = (ref: boolean) => (ms: number, signal: AbortSignal) =>
  wait(ms, undefined, { signal, ref }).catch(() => undefined);
