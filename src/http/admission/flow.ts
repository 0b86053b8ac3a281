import type { StagedRequest } from './request-batching.ts';

/** Counts the requests in progress of a kind of callers, which share one bound: beyond it, some are shed. */
export type Pool = { inProgress: number; readonly max: number };

/** The requests of one caller, or those without a caller of one address. */
export class Flow {
  readonly key: string;
  readonly pool: Pool;
  readonly maxRunning: number;
  running = 0;
  /** What it may still use of its turn; negative after a request that took longer. */
  creditMs = 0;
  /** Whether it is in the list of those that have a request to take, and which is the next there. */
  isListed = false;
  /** Whether a request came since the last sweep. */
  isInUse = true;
  next: Flow | undefined;
  readonly #waiting: StagedRequest[] = [];
  #taken = 0;

  constructor(key: string, pool: Pool, maxRunning: number) {
    this.key = key;
    this.pool = pool;
    this.maxRunning = maxRunning;
  }

  get waiting(): number {
    return this.#waiting.length - this.#taken;
  }

  get oldestMs(): number {
    return this.#waiting[this.#taken]?.queuedMs ?? Number.POSITIVE_INFINITY;
  }

  push(item: StagedRequest): void {
    this.#waiting.push(item);
  }

  /** The oldest one. */
  shift(): StagedRequest | undefined {
    const item = this.#waiting[this.#taken];
    if (item === undefined) return undefined;
    this.#taken += 1;
    // Moving the rest forward for each request would cost as much as there are requests.
    if (this.#taken === this.#waiting.length) {
      this.#waiting.length = 0;
      this.#taken = 0;
    } else if (this.#taken === MAX_TAKEN) {
      this.#waiting.splice(0, MAX_TAKEN);
      this.#taken = 0;
    }
    return item;
  }

  /** The newest one. */
  pop(): StagedRequest | undefined {
    return this.waiting > 0 ? this.#waiting.pop() : undefined;
  }
}

/** Taken requests that stay in the list until the rest is moved forward. */
const MAX_TAKEN = 64;

/** Flows in the order of their turns. */
export class FlowList {
  #last: Flow | undefined;
  first: Flow | undefined;

  prepend(flow: Flow): void {
    flow.isListed = true;
    flow.next = this.first;
    this.first = flow;
    this.#last ??= flow;
  }

  append(flow: Flow): void {
    flow.isListed = true;
    flow.next = undefined;
    if (this.#last) this.#last.next = flow;
    else this.first = flow;
    this.#last = flow;
  }

  removeFirst(): void {
    const flow = this.first;
    if (!flow) return;
    flow.isListed = false;
    this.first = flow.next;
    flow.next = undefined;
    if (!this.first) this.#last = undefined;
  }
}
