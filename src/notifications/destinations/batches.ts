import { setImmediate as nextTurn } from 'node:timers/promises';
import { MicroBatch } from '../../async/micro-batch.ts';
import { Fault } from '../../domain/fault.ts';

/** Inputs of one batch: on the embedded store nothing else runs meanwhile, some 2 ms. */
const MAX_BATCH = 32;

/** The runtime accepts one connection a turn (libuv#3696): with a batch in every turn, new ones would wait for seconds. */
const TURNS_BETWEEN_BATCHES = 16;

/**
 * Runs the work of concurrent callers together, so that they share a transaction. What comes while a batch of its key runs is the
 * next batch of that key; batches of different keys do not wait for each other.
 */
export class Batches<In, Out> {
  readonly #run: (inputs: readonly In[]) => Promise<Out[]>;
  readonly #byKey = new Map<string, MicroBatch<In, Out>>();

  /** `run` gives the results in the order of the inputs, or fails and then has had no effect. */
  constructor(run: (inputs: readonly In[]) => Promise<Out[]>) {
    this.#run = run;
  }

  add(key: string, input: In): Promise<Out> {
    const batch = this.#byKey.get(key) ?? this.#open(key);
    return batch.add(input);
  }

  #open(key: string): MicroBatch<In, Out> {
    const batch = new MicroBatch<In, Out>({
      run: this.#run,
      // Those that come in the same turn of the event loop go into one batch.
      gather: () => nextTurn(),
      sizeOf: ({ length }) => Math.min(length, MAX_BATCH),
      concernsAll: (error) => error instanceof Fault && error.code === 'ServiceUnavailable',
      pause: async () => {
        for (let turn = 1; turn < TURNS_BETWEEN_BATCHES; turn += 1) await nextTurn();
      },
      onIdle: () => this.#byKey.delete(key),
    });
    this.#byKey.set(key, batch);
    return batch;
  }
}
