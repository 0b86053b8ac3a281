import type { FastifyReply } from 'fastify';
import type { Caller } from '../../domain/authorization/rights.ts';
import type { Identity } from '../../identity/identity.ts';
import { invalidToken } from './bearer-faults.ts';
import { IntrospectionSlots, type MaxWaiting, tooManyUnknown } from './introspection-slots.ts';
import type { Counted, RateLimit } from './window-limit.ts';

/** The anonymous limit of one operation, and the address that a request counts for. */
export type AnonymousBudget = { readonly operationId: string; readonly limit: RateLimit; readonly address: string };

/** The bound of requests that wait for budget, and again of those that wait for a slot. */
const DEFAULT_MAX_WAITING: MaxWaiting = { perAddress: 1_000, total: 10_000 };

type Waiter = { readonly token: string; readonly reply: FastifyReply; readonly caller: PromiseWithResolvers<Caller> };

/** The uncached tokens of one address for one operation. Requests wait here only while an introspection is in flight. */
type TokenQueue = AnonymousBudget & {
  inFlight: number;
  readonly waiters: Waiter[];
  /** Whether the shared counters are asked about the first waiter. No other one is decided on meanwhile. */
  isCounting: boolean;
};

/**
 * Introspects tokens that are not cached, within the anonymous budget of the address that sends them: made-up tokens over
 * the limit must not become load for the identity provider.
 *
 * A request counts as anonymous before the provider is asked, and no longer does when the token is good or the provider
 * fails. So good tokens use up no budget. A request over the limit waits while introspections of its address are in
 * flight, because they may give budget back: many good tokens may arrive at once, after a start. Waiters are served in
 * the order of their arrival. When the provider fails, they fail with it: each would wait for the same timeout.
 *
 * However large the budget is, few unknown tokens of an address are with the provider at once (`introspection-slots.ts`).
 *
 * A cached token is never affected, nor is one that was cached before: it needs neither budget nor a slot. Another good token gets
 * 429 only while bad ones have used up the budget of its own address, for this operation and until the window ends, and 429 or 503
 * when too many requests of its address wait: only the provider can tell valid tokens from invalid ones.
 */
export class UnknownTokens {
  readonly #identity: Identity;
  readonly #max: MaxWaiting;
  readonly #slots: IntrospectionSlots;
  /** By operation and address. A queue exists while introspections are in flight. */
  readonly #queues = new Map<string, TokenQueue>();
  #waiting = 0;
  /** Tokens about which the shared counters are asked. Further requests with one wait for that: a good token is counted once. */
  readonly #counting = new Map<string, Promise<unknown>>();

  constructor(identity: Identity, max = DEFAULT_MAX_WAITING) {
    this.#identity = identity;
    this.#max = max;
    this.#slots = new IntrospectionSlots(max);
  }

  /** Requests of an address that have a slot or wait for one. */
  openOf(address: string): number {
    return this.#slots.openOf(address);
  }

  /** Rejects with the fault that answers the request: 401, 429, or 503 when the provider does not answer. */
  async callerOf(token: string, reply: FastifyReply, budget: AnonymousBudget): Promise<Caller> {
    for (let other = this.#counting.get(token); other; other = this.#counting.get(token)) await other;
    if (this.#identity.isKnown(token)) return this.#join(token, reply, budget);
    const counted = budget.limit.count(reply, budget.address);
    if (!(counted instanceof Promise)) return this.#begin(token, reply, budget, counted);
    const begun = Promise.withResolvers<void>();
    this.#counting.set(token, begun.promise);
    let caller: Promise<Caller>;
    try {
      const tooMany = await counted;
      caller = this.#begin(token, reply, budget, tooMany);
    } finally {
      this.#counting.delete(token);
      begun.resolve();
    }
    return caller;
  }

  /** Introspects within the limit; over it, waits if there is something to wait for. */
  async #begin(token: string, reply: FastifyReply, budget: AnonymousBudget, tooMany?: Error): Promise<Caller> {
    const queue = this.#queues.get(keyOf(budget));
    if (!tooMany) return this.#introspect(token, queue ?? { ...budget, inFlight: 0, waiters: [], isCounting: false });
    if (!queue || queue.waiters.length >= this.#max.perAddress || this.#waiting >= this.#max.total) throw tooMany;
    const caller = Promise.withResolvers<Caller>();
    queue.waiters.push({ token, reply, caller });
    this.#waiting += 1;
    return caller.promise;
  }

  /** Waits for an introspection that another request has started, and was counted for; or for one of a token that was good before. */
  async #join(token: string, reply: FastifyReply, { limit, address }: AnonymousBudget): Promise<Caller> {
    let caller: Caller | undefined;
    try {
      caller = await this.#identity.callerOf(token, address);
    } catch (error) {
      // Every answer has the headers of a limit (decision 6), but a failure of the provider uses up no budget.
      if (!(await limit.count(reply, address))) limit.giveBack(address);
      throw error;
    }
    if (caller) return caller;
    throw (await limit.count(reply, address)) ?? invalidToken();
  }

  async #introspect(token: string, queue: TokenQueue): Promise<Caller> {
    this.#queues.set(keyOf(queue), queue);
    queue.inFlight += 1;
    let caller: Caller | undefined;
    try {
      const { address } = queue;
      caller = await this.#slots.run(address, () => this.#identity.callerOf(token, address));
    } catch (error) {
      queue.limit.giveBack(queue.address);
      this.#finish(queue, error === tooManyUnknown ? undefined : (error as Error));
      throw error;
    }
    if (caller) queue.limit.giveBack(queue.address);
    this.#finish(queue);
    if (!caller) throw invalidToken();
    return caller;
  }

  #finish(queue: TokenQueue, failure?: Error): void {
    queue.inFlight -= 1;
    this.#serve(queue, failure);
  }

  /** Looks at no more waiters than it serves, and at one more: the cost of a burst is linear. */
  #serve(queue: TokenQueue, failure?: Error): void {
    for (let next = queue.waiters[0]; next && !queue.isCounting; next = queue.waiters[0]) {
      const { token, reply } = next;
      const isKnown = this.#identity.isKnown(token);
      const counted: Counted | Error = isKnown ? undefined : (failure ?? queue.limit.count(reply, queue.address));
      if (counted instanceof Promise) {
        this.#serveLater(queue, counted);
        return;
      }
      if (!this.#decide(queue, counted, { isKnown, hasFailed: failure !== undefined })) return;
    }
    if (queue.inFlight === 0 && !queue.isCounting) this.#queues.delete(keyOf(queue));
  }

  /** Goes on when the shared counters have answered about the first waiter. */
  #serveLater(queue: TokenQueue, counted: Promise<Error | undefined>): void {
    queue.isCounting = true;
    const decide = (rejection: Error | undefined) => {
      queue.isCounting = false;
      if (this.#decide(queue, rejection, { isKnown: false, hasFailed: false })) this.#serve(queue);
    };
    counted.then(decide, decide);
  }

  /** Decides on the first waiter. False when it waits on: the introspections that are in flight may give budget back. */
  #decide(
    queue: TokenQueue,
    rejection: Error | undefined,
    { isKnown, hasFailed }: { isKnown: boolean; hasFailed: boolean },
  ): boolean {
    if (rejection && !hasFailed && queue.inFlight > 0) return false;
    const waiter = queue.waiters.shift();
    if (!waiter) return true;
    this.#waiting -= 1;
    const { token, reply, caller } = waiter;
    if (rejection) caller.reject(rejection);
    else caller.resolve(isKnown ? this.#join(token, reply, queue) : this.#introspect(token, queue));
    return true;
  }
}

/** No operationId has a line break. */
const keyOf = ({ operationId, address }: AnonymousBudget) => `${operationId}\n${address}`;
