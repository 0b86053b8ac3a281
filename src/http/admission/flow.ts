import { Fifo } from './fifo.ts';
import type { StagedRequest } from './staged-request.ts';

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
  /** Its requests that have not begun. */
  readonly waiting = new Fifo<StagedRequest>();

  constructor(key: string, pool: Pool, maxRunning: number) {
    this.key = key;
    this.pool = pool;
    this.maxRunning = maxRunning;
  }
}

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
