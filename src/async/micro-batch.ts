export type MicroBatchOptions<In, Out> = {
  /** Gives the results in the order of the inputs, or fails and then has had no effect. */
  run(inputs: readonly In[]): Promise<readonly Out[]>;
  /** Waits for more inputs, before each batch. `waiting` are those that have come, and grows meanwhile. */
  gather(waiting: readonly unknown[]): Promise<void>;
  /** How many of the inputs that wait make the next batch. */
  sizeOf(inputs: readonly In[]): number;
  /** Whether a failure concerns all inputs of a batch. After another one its halves are run apart, so that each input gets its own result. */
  concernsAll(error: unknown): boolean;
  /** Leaves room for other work, after each batch. */
  pause?(): Promise<void>;
  /** Called when no input is left. */
  onIdle?(): void;
};

type Waiting<In, Out> = { input: In } & Omit<PromiseWithResolvers<Out>, 'promise'>;

/** Runs the work of concurrent callers together. What comes while a batch runs is the next batch; the order of inputs is kept. */
export class MicroBatch<In, Out> {
  readonly #options: MicroBatchOptions<In, Out>;
  readonly #waiting: Waiting<In, Out>[] = [];
  #running: Promise<void> | undefined;

  constructor(options: MicroBatchOptions<In, Out>) {
    this.#options = options;
  }

  /** The result of this input. */
  add(input: In): Promise<Out> {
    const { promise, resolve, reject } = Promise.withResolvers<Out>();
    this.#waiting.push({ input, resolve, reject });
    this.#running ??= this.#runAll();
    return promise;
  }

  /** Whether an input has no result yet. */
  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when all inputs that have come have their results. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #runAll(): Promise<void> {
    const { gather, sizeOf, pause, onIdle } = this.#options;
    while (this.#waiting.length > 0) {
      await gather(this.#waiting);
      const size = sizeOf(this.#waiting.map(({ input }) => input));
      await this.#runBatch(this.#waiting.splice(0, size));
      await pause?.();
    }
    // No `await` since the last check of `#waiting`: a later `add` starts a new run, and no input is left behind.
    this.#running = undefined;
    onIdle?.();
  }

  async #runBatch(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ input }) => input));
      for (const [n, { resolve }] of batch.entries()) resolve(results[n] as Out);
    } catch (error) {
      if (batch.length === 1 || this.#options.concernsAll(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await this.#runBatch(batch.slice(0, middle));
      await this.#runBatch(batch.slice(middle));
    }
  }
}
