import { setImmediate as nextTurn } from 'node:timers/promises';
import { Fault } from '../domain/fault.ts';

/** Inputs of one batch: on the embedded store nothing else runs meanwhile, some 2 ms. */
const MAX_BATCH = 32;

/** The runtime accepts one connection a turn (libuv#3696): with a batch in every turn, new ones would wait for seconds. */
const TURNS_BETWEEN_BATCHES = 16;

type Waiting<In, Out> = { input: In } & Omit<PromiseWithResolvers<Out>, 'promise'>;

/**
 * Runs the work of concurrent callers together, so that they share a transaction. What comes while a batch of its key runs is the
 * next batch of that key; batches of different keys do not wait for each other.
 */
export class Batches<In, Out> {
  readonly #run: (inputs: readonly In[]) => Promise<Out[]>;
  readonly #waiting = new Map<string, Waiting<In, Out>[]>();

  /** `run` gives the results in the order of the inputs, or fails and then has had no effect. */
  constructor(run: (inputs: readonly In[]) => Promise<Out[]>) {
    this.#run = run;
  }

  add(key: string, input: In): Promise<Out> {
    const { promise, resolve, reject } = Promise.withResolvers<Out>();
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push({ input, resolve, reject });
    else {
      this.#waiting.set(key, [{ input, resolve, reject }]);
      void this.#runAll(key);
    }
    return promise;
  }

  async #runAll(key: string): Promise<void> {
    const waiting = this.#waiting.get(key) ?? [];
    // Those that come in the same turn of the event loop go into one batch.
    await nextTurn();
    while (waiting.length > 0) {
      await this.#runBatch(waiting.splice(0, MAX_BATCH));
      for (let turn = 0; turn < TURNS_BETWEEN_BATCHES; turn += 1) await nextTurn();
    }
    this.#waiting.delete(key);
  }

  async #runBatch(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ input }) => input));
      for (const [n, { resolve }] of batch.entries()) resolve(results[n] as Out);
    } catch (error) {
      const concernsAll = error instanceof Fault && error.code === 'ServiceUnavailable';
      // One of them failed all: each is run alone, in their order, and gets its own result.
      if (batch.length > 1 && !concernsAll) for (const one of batch) await this.#runBatch([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
