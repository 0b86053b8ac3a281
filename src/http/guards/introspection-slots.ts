import { Fault } from '../../domain/fault.ts';

/** How many requests may wait. The next one is refused at once. */
export type MaxWaiting = { readonly perAddress: number; readonly total: number };

/** Unknown tokens of one address that the provider is asked about at once, whatever the rate plan allows. */
const MAX_AT_ONCE = 32;

/** About as long as the provider may take for one answer: a client has often given up by then. */
const MAX_WAIT_MS = 5_000;

type Waiter = { readonly sinceMs: number; readonly place: PromiseWithResolvers<void> };

/** The introspections of one address. It exists while there are some. */
type Slots = { inUse: number; readonly waiting: Waiter[] };

/**
 * Lets each address have some unknown tokens introspected at once. Its others wait here, in the order of their arrival, up to a bound:
 * with the provider they would be in the way of everybody.
 */
export class IntrospectionSlots {
  readonly #max: MaxWaiting;
  readonly #now: () => number;
  readonly #addresses = new Map<string, Slots>();
  #waiting = 0;

  constructor(max: MaxWaiting, now = () => performance.now()) {
    this.#max = max;
    this.#now = now;
  }

  openOf(address: string): number {
    const slots = this.#addresses.get(address);
    return slots ? slots.inUse + slots.waiting.length : 0;
  }

  /** Runs `work` when the address has a slot. When the work of another one fails meanwhile, with the same error: it would wait for the same timeout. */
  async run<T>(address: string, work: () => Promise<T> | T): Promise<T> {
    await this.#enter(address);
    try {
      const result = await work();
      this.#leave(address);
      return result;
    } catch (error) {
      this.#leave(address, error);
      throw error;
    }
  }

  #enter(address: string): Promise<void> | undefined {
    let slots = this.#addresses.get(address);
    if (!slots) {
      slots = { inUse: 0, waiting: [] };
      this.#addresses.set(address, slots);
    }
    if (slots.inUse < MAX_AT_ONCE) {
      slots.inUse += 1;
      return undefined;
    }
    if (slots.waiting.length >= this.#max.perAddress || this.#waiting >= this.#max.total) throw tooManyUnknown;
    const place = Promise.withResolvers<void>();
    slots.waiting.push({ sinceMs: this.#now(), place });
    this.#waiting += 1;
    return place.promise;
  }

  #leave(address: string, failure?: unknown): void {
    const slots = this.#addresses.get(address);
    if (!slots) return;
    slots.inUse -= 1;
    const nowMs = this.#now();
    for (let next = slots.waiting[0]; next && slots.inUse < MAX_AT_ONCE; next = slots.waiting[0]) {
      slots.waiting.shift();
      this.#waiting -= 1;
      if (failure !== undefined) next.place.reject(failure);
      else if (nowMs - next.sinceMs > MAX_WAIT_MS) next.place.reject(tooManyUnknown);
      else {
        slots.inUse += 1;
        next.place.resolve();
      }
    }
    if (slots.inUse === 0) this.#addresses.delete(address);
  }
}

/** One for all requests: making an error costs more than answering with it. */
export const tooManyUnknown = new Fault(
  'ServiceUnavailable',
  {
    message: 'The service has too much to do at the moment.',
    details:
      'Too many access tokens from your address wait to be checked. Nothing was done for this request. Try again in 1 second.',
  },
  { hints: { retryAfterSeconds: 1 }, reason: 'UnknownTokens' },
);
