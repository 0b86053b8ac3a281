import { untilAborted } from '../calls/call-deadline.ts';

type Running<Result> = { result: Promise<Result>; controller: AbortController; waiting: number };

/**
 * One call for everybody who wants its result at the same time (single flight); a failure is shared, too, and not kept. Each caller
 * leaves by its own signal. `signal` of the call itself aborts when the last caller has left.
 */
export class SharedCall<Result> {
  readonly #start: (signal: AbortSignal) => Promise<Result>;
  #running: Running<Result> | undefined;

  constructor(start: (signal: AbortSignal) => Promise<Result>) {
    this.#start = start;
  }

  async join(signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    this.#running ??= this.#begin();
    const running = this.#running;
    running.waiting += 1;
    try {
      return await untilAborted(running.result, signal);
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0 && signal.aborted) {
        this.drop(running);
        running.controller.abort(signal.reason);
      }
    }
  }

  /** The next caller starts a call of its own. Those who wait already keep theirs. */
  drop(running: Running<Result> | undefined = this.#running): void {
    if (this.#running === running) this.#running = undefined;
  }

  #begin(): Running<Result> {
    const controller = new AbortController();
    const result = (async () => this.#start(controller.signal))().finally(() => this.drop(running));
    const running = { result, controller, waiting: 0 };
    return running;
  }
}
