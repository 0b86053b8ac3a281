/** Requests to the provider at a time. More would not make it faster, and could use up its connections. The rest is queued. */
const MAX_CONNECTIONS = 50;
/** Requests for callers at a time. The other connections are reserved for the service's own requests. */
const MAX_FOR_CALLERS = 40;
/** Requests for one address at a time. The others are left to other addresses. */
const MAX_FOR_ADDRESS = 32;
/** On connections and in the queue, of the service's own requests and of those for callers. Beyond it one fails at once. */
export const MAX_PENDING = 1_000;

/** A request that waits: it fails by itself at its deadline. */
type Waiting = { readonly hasFailed: boolean };

/** The requests for the callers of one address; for the service's own, the address is undefined. */
type AddressQueue<Item> = { readonly address: string | undefined; inFlight: number; readonly waiting: Item[] };

/**
 * Decides which request to the provider is sent next. The service's own come first, and always find a connection: discovery, and tokens
 * that were good and are checked again. The addresses that others are sent for take turns: so a flood of one address, of made-up tokens
 * or of wrong clients, delays its own requests and no others.
 *
 * Not undici's own queue: a request cannot leave that one at its deadline, and would take a connection from later requests when its turn
 * comes.
 */
export class UpstreamQueue<Item extends Waiting> {
  readonly #own: AddressQueue<Item> = { address: undefined, inFlight: 0, waiting: [] };
  /** Those with a request. The one whose turn is next comes first. */
  readonly #queues = new Map<string, AddressQueue<Item>>();
  /** Requests of all addresses, sent and waiting. */
  #inFlight = 0;
  #waiting = 0;

  /** On connections and in the queue. */
  get pending(): number {
    return this.#own.inFlight + this.#own.waiting.length + this.#inFlight + this.#waiting;
  }

  /** Returns the request that must fail, if there are too many: the newest of the address that has the most, or this one. */
  push(item: Item, address: string | undefined): Item | undefined {
    if (address === undefined) {
      if (this.#own.inFlight + this.#own.waiting.length >= MAX_PENDING) return item;
      this.#own.waiting.push(item);
      return undefined;
    }
    const queue = this.#queues.get(address) ?? { address, inFlight: 0, waiting: [] };
    const removed = this.#inFlight + this.#waiting >= MAX_PENDING ? this.#evictFor(queue) : undefined;
    if (removed === undefined && this.#inFlight + this.#waiting >= MAX_PENDING) return item;
    this.#queues.set(address, queue);
    queue.waiting.push(item);
    this.#waiting += 1;
    return removed;
  }

  /**
   * The next request that has a connection, and what to call when the connection is free again. The newest first: when the provider is
   * too slow for all, the oldest are close to their deadline, and with them first every request would get a connection too late.
   */
  take(): { item: Item; release: () => void } | undefined {
    if (this.#own.inFlight + this.#inFlight >= MAX_CONNECTIONS) return undefined;
    const own = this.#own.waiting.pop();
    if (own) {
      this.#own.inFlight += 1;
      const release = () => {
        this.#own.inFlight -= 1;
      };
      return { item: own, release };
    }
    if (this.#inFlight >= MAX_FOR_CALLERS) return undefined;
    for (const queue of this.#queues.values()) {
      const item = queue.inFlight < MAX_FOR_ADDRESS ? queue.waiting.pop() : undefined;
      if (item) return { item, release: this.#begin(queue) };
    }
    return undefined;
  }

  /** All have the same timeout, so those whose deadline has passed are the oldest of their queue. */
  removeFailed(address: string | undefined): void {
    const queue = address === undefined ? this.#own : this.#queues.get(address);
    if (!queue) return;
    while (queue.waiting[0]?.hasFailed) {
      queue.waiting.shift();
      if (queue !== this.#own) this.#waiting -= 1;
    }
    this.#removeIdle(queue);
  }

  /** Its next turn comes after those of all others. */
  #begin(queue: AddressQueue<Item>): () => void {
    const address = queue.address ?? '';
    this.#queues.delete(address);
    this.#queues.set(address, queue);
    this.#waiting -= 1;
    this.#inFlight += 1;
    queue.inFlight += 1;
    return () => {
      this.#inFlight -= 1;
      queue.inFlight -= 1;
      this.#removeIdle(queue);
    };
  }

  #removeIdle({ address, inFlight, waiting }: AddressQueue<Item>): void {
    if (address !== undefined && inFlight === 0 && waiting.length === 0) this.#queues.delete(address);
  }

  #evictFor(queue: AddressQueue<Item>): Item | undefined {
    let most = queue;
    for (const other of this.#queues.values()) if (other.waiting.length > most.waiting.length) most = other;
    if (most === queue) return undefined;
    this.#waiting -= 1;
    return most.waiting.pop();
  }
}
