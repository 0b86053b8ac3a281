import { addressKey } from '../../domain/address-key.ts';
import type { StagedRequest } from './staged-request.ts';

/** How often held refusals are sent. Ticks that a busy process misses are not made up for. */
const TICK_MS = 8;

/** More of one address in a tick are held: they were all refused together. */
const MAX_IN_TICK = 32;

/** Refusals that an address has free. Each tick gives back some: 250 a second. */
const FREE = 32;
const FREE_PER_TICK = 2;

/** Beyond the free ones, refusals are held of an address that has so many requests open. A client that waits for answers has one. */
const CROWD = 16;

/** How many held refusals are sent in a tick: of each address, and of all addresses. */
const RELEASED_PER_ADDRESS = 2;
const RELEASED_PER_TICK = 32;

/** Held refusals of all addresses. Each is a connection that waits; further ones are sent at once. */
const MAX_HELD = 5_000;

type Sender = { readonly address: string; sentInTick: number; free: number; readonly held: StagedRequest[] };

export type RefusalOptions = {
  /** Called with an answer that was held and can be sent. */
  readonly onReleased: (item: StagedRequest) => void;
  /** How many requests of an address wait elsewhere. */
  readonly openOf: (address: string) => number;
  /** While this is true, nothing is held. */
  readonly isStopping: () => boolean;
};

/**
 * Holds back refusals to an address that causes many with many connections. A connection sends its next request when it has its answer: without this,
 * two thousand connections with made-up tokens or wrong clients would be refused as fast as the processor can, and everybody else
 * would wait in between. Nothing else of these requests is slowed down: a good token among them gets its answer at once.
 */
export class Refusals {
  readonly #options: RefusalOptions;
  /** Those that were refused lately, or have refusals that are held. The next one to release comes first. */
  readonly #senders = new Map<string, Sender>();
  #timer: NodeJS.Timeout | undefined;
  held = 0;

  constructor(options: RefusalOptions) {
    this.#options = options;
  }

  /** Whether it keeps the refusal and releases it later. */
  hold(item: StagedRequest): boolean {
    if (this.#options.isStopping() || this.held >= MAX_HELD) return false;
    const sender = this.#senderAt(addressKey(item.request.ip));
    if (sender.held.length === 0 && !this.#isFlood(sender)) {
      sender.sentInTick += 1;
      sender.free = Math.max(0, sender.free - 1);
      return false;
    }
    // Nobody reads the body any more, and a flood would fill the memory with those that are held.
    item.request.body = undefined;
    sender.held.push(item);
    this.held += 1;
    return true;
  }

  #isFlood({ address, sentInTick, free }: Sender): boolean {
    return sentInTick >= MAX_IN_TICK || (free === 0 && this.#options.openOf(address) >= CROWD);
  }

  /** Before the process stops. */
  releaseAll(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const senders = [...this.#senders.values()];
    this.#senders.clear();
    for (const { held } of senders) while (held.length > 0) this.#release(held);
  }

  #senderAt(address: string): Sender {
    const known = this.#senders.get(address);
    if (known) return known;
    const sender: Sender = { address, sentInTick: 0, free: FREE, held: [] };
    this.#senders.set(address, sender);
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    return sender;
  }

  #tick(): void {
    if (this.#options.isStopping()) {
      this.releaseAll();
      return;
    }
    let left = RELEASED_PER_TICK;
    for (const sender of [...this.#senders.values()]) {
      if (left <= 0) break;
      this.#senders.delete(sender.address);
      if (sender.held.length === 0 && sender.free === FREE) continue;
      sender.sentInTick = 0;
      sender.free = Math.min(FREE, sender.free + FREE_PER_TICK);
      left -= this.#releaseSome(sender.held);
      // At the end: when many addresses flood, the others come first in the next tick.
      this.#senders.set(sender.address, sender);
    }
    if (this.#senders.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Those whose client has gone cost nothing, and go with the others. How many it sent. */
  #releaseSome(held: StagedRequest[]): number {
    let sent = 0;
    for (let item = held[0]; item && sent < RELEASED_PER_ADDRESS; item = held[0]) {
      if (!item.reply.raw.destroyed) sent += 1;
      this.#release(held);
    }
    return sent;
  }

  #release(held: StagedRequest[]): void {
    const item = held.shift();
    if (!item) return;
    this.held -= 1;
    this.#options.onReleased(item);
  }
}
