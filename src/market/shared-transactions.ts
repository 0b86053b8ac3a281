import { MicroBatch } from '../async/micro-batch.ts';
import { ReturningCallers } from '../async/returning-callers.ts';
import { Fault } from '../domain/fault.ts';

/** A transaction that takes longer waits for something: most take some milliseconds. */
const HELD_UP_MS = 50;
const MAX_QUEUES = 4;

export type SharedTransactionOptions<Call, Result> = {
  /** Runs calls in one transaction. Gives the result of each in their order, or fails and then has had no effect. */
  run(calls: readonly Call[]): Promise<readonly Result[]>;
  /** How many of the calls that wait may share the next transaction: the first ones. */
  sizeOf(calls: readonly Call[]): number;
};

/**
 * Small calls that come at the same time share a transaction: most of its cost does not depend on the number of changes in it. What
 * comes while one runs is the next one. When a transaction fails, its calls are run apart: a bad one fails alone.
 */
export class SharedTransactions<Call, Result> {
  readonly #queues: readonly Queue<Call, Result>[];

  constructor(options: SharedTransactionOptions<Call, Result>) {
    this.#queues = Array.from({ length: MAX_QUEUES }, () => new Queue(options));
  }

  /** Later calls do not wait for a transaction that waits for a lock of another process: they use the next queue. */
  add(call: Call): Promise<Result> {
    const queue = this.#queues.find((one) => !one.isHeldUp) ?? (this.#queues.at(-1) as Queue<Call, Result>);
    return queue.add(call);
  }
}

/** One transaction at a time: two side by side would share less, and need more time for all calls together. */
class Queue<Call, Result> {
  readonly #batch: MicroBatch<Call, Result>;
  #startedMs: number | undefined;

  constructor({ run, sizeOf }: SharedTransactionOptions<Call, Result>) {
    const callers = new ReturningCallers();
    this.#batch = new MicroBatch({
      run: async (calls) => {
        this.#startedMs = performance.now();
        try {
          return await run(calls);
        } finally {
          this.#startedMs = undefined;
          callers.answered(calls.length);
        }
      },
      gather: (waiting) => callers.gather(waiting),
      sizeOf,
      concernsAll: (error) => error instanceof Fault && error.code === 'ServiceUnavailable',
    });
  }

  get isHeldUp(): boolean {
    return this.#startedMs !== undefined && performance.now() - this.#startedMs > HELD_UP_MS;
  }

  add(call: Call): Promise<Result> {
    return this.#batch.add(call);
  }
}
