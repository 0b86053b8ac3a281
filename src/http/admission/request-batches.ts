/** Larger batches are not faster. The rest waits for the next event-loop turn. */
const MAX_BATCH = 32;

/**
 * The limit in a turn that brought a new connection. The runtime accepts one connection a turn (libuv#3696): if busy
 * connections made every turn long, others would be accepted one by one and wait for seconds.
 */
const MAX_BATCH_AFTER_CONNECTION = 2;

/** When each turn brings a new connection, requests are processed this often, and connections accepted in between. */
const MIN_BATCH_INTERVAL_MS = 5;

/** Runs the work of a batch with something before and after it. */
export type Wrapper = (work: () => void) => void;

const runPlainly: Wrapper = (work) => work();

type Runnable = { run(): void };

/** The work that waits for a stage. */
export interface StageQueue<Item> {
  /** How much can be taken now. */
  readonly length: number;
  push(item: Item): void;
  /** Called before the first `take` of a batch, and after the last. */
  begin?(): void;
  end?(): void;
  /** The next item of a batch; undefined ends the batch. */
  take(): Item | undefined;
}

export type Stage = { readonly queue: StageQueue<Runnable>; readonly wrapper?: Wrapper | undefined };

/**
 * Queues work by stage, and runs it at the end of the event-loop turn in the order of the stages. Not a `MicroBatch`: the work of
 * all stages runs in one turn, without a promise, and nothing waits for its result.
 */
export class RequestBatches {
  readonly #stages: readonly Stage[];
  readonly #onError: (error: unknown) => void;
  #isScheduled = false;
  /** Turns in succession that brought a new connection. */
  #connectionTurns = 0;
  #hasConnection = false;
  #lastRunMs = 0;

  /** `onError` gets what a wrapper or a queue throws. */
  constructor(stages: readonly Stage[], onError: (error: unknown) => void) {
    this.#stages = stages;
    this.#onError = onError;
  }

  add(stage: number, item: Runnable): void {
    this.#stages[stage]?.queue.push(item);
    this.schedule();
  }

  /** Keeps the next batch short, because a new event-loop turn is needed soon. */
  shortenNext(): void {
    this.#hasConnection = true;
  }

  /** Runs what is queued at the end of this turn. */
  schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#run();
    });
  }

  /** Work added for a later stage runs in the same turn, work for an earlier stage in the next. */
  #run(): void {
    this.#connectionTurns = this.#hasConnection ? this.#connectionTurns + 1 : 0;
    this.#hasConnection = false;
    if (!this.#isDeferred()) {
      const maxBatch = this.#connectionTurns === 1 ? MAX_BATCH_AFTER_CONNECTION : MAX_BATCH;
      for (const stage of this.#stages) if (stage.queue.length > 0) this.#runBatch(stage, maxBatch);
    }
    if (this.#stages.some(({ queue }) => queue.length > 0)) this.schedule();
  }

  /** Whether the next turn comes first, because it will accept one of many connections. */
  #isDeferred(): boolean {
    if (this.#connectionTurns === 0) return false;
    const nowMs = performance.now();
    if (this.#connectionTurns > 1 && nowMs - this.#lastRunMs < MIN_BATCH_INTERVAL_MS) return true;
    this.#lastRunMs = nowMs;
    return false;
  }

  /** Never throws, and runs every item once: also when the queue fails, or the wrapper before, between or after them. */
  #runBatch({ queue, wrapper = runPlainly }: Stage, maxBatch: number): void {
    this.#try(() => queue.begin?.());
    // What a batch adds to its own queue waits for the next.
    let left = Math.min(maxBatch, queue.length);
    const runRest = () => {
      while (left > 0) {
        left -= 1;
        const item = queue.take();
        if (item === undefined) left = 0;
        else item.run();
      }
    };
    let current = wrapper;
    do {
      this.#try(() => current(runRest));
      current = runPlainly;
    } while (left > 0);
    this.#try(() => queue.end?.());
  }

  /** An error would leave the rest of the turn undone: the stages after this one, and the requests that wait for the next turn. */
  #try(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#onError(error);
    }
  }
}
