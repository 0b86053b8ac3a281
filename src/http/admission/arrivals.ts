import type { FastifyRequest } from 'fastify';
import { addressKey } from '../../domain/address-key.ts';
import { Fifo } from './fifo.ts';
import type { StageQueue } from './request-batches.ts';
import type { StagedRequest } from './staged-request.ts';

/**
 * Who sent a request, when its token is already known to be good: without that token nobody can send in this name. Undefined for every
 * other request, whatever it names.
 */
export type ProvenSender = (request: FastifyRequest) => string | undefined;

/** One batch takes as many, in whatever order: they need no sorting by sender. */
const FEW = 32;

/**
 * Requests whose caller is not known yet: senders take turns, request by request. Two kinds of senders take turns with each other,
 * too: those that a known token proves, and addresses, which send everything else. So however many tokens and connections a flood has
 * that nobody knows, it delays those of its own address, and a known caller by one request.
 */
export class ArrivalQueue implements StageQueue<StagedRequest> {
  readonly #provenSender: ProvenSender;
  readonly #proven = new Senders();
  readonly #addresses = new Senders();
  /** Which of the two kinds comes next. */
  #isAddressNext = false;
  /** Those that arrived since the last batch. Reading the headers of each where it arrives would be slower. */
  #arrived = new Fifo<StagedRequest>();
  /** So few that they need no turns. */
  #few = new Fifo<StagedRequest>();
  length = 0;

  constructor(provenSender: ProvenSender) {
    this.#provenSender = provenSender;
  }

  push(item: StagedRequest): void {
    this.length += 1;
    this.#arrived.push(item);
  }

  /** Without those of known callers. */
  waitingOf(address: string): number {
    return this.#addresses.waitingOf(address);
  }

  begin(): void {
    // `#few` is empty then.
    if (this.length <= FEW && this.length === this.#arrived.length) {
      [this.#few, this.#arrived] = [this.#arrived, this.#few];
      return;
    }
    this.#sort(this.#few);
    this.#sort(this.#arrived);
  }

  take(): StagedRequest | undefined {
    const item = this.#few.take() ?? this.#takeInTurn();
    if (item) this.length -= 1;
    return item;
  }

  #sort(unsorted: Fifo<StagedRequest>): void {
    for (let item = unsorted.take(); item; item = unsorted.take()) {
      const proven = this.#provenSender(item.request);
      if (proven === undefined) this.#addresses.add(addressKey(item.request.ip), item);
      else this.#proven.add(proven, item);
    }
  }

  #takeInTurn(): StagedRequest | undefined {
    const item = this.#isAddressNext
      ? (this.#addresses.take() ?? this.#proven.take())
      : (this.#proven.take() ?? this.#addresses.take());
    this.#isAddressNext = !this.#isAddressNext;
    return item;
  }
}

/** Waiting requests by sender. A sender without any is removed. */
class Senders {
  readonly #waiting = new Map<string, StagedRequest[]>();
  /** The senders in the order of their turns. */
  readonly #turns = new Fifo<string>();

  waitingOf(sender: string): number {
    return this.#waiting.get(sender)?.length ?? 0;
  }

  add(sender: string, item: StagedRequest): void {
    const known = this.#waiting.get(sender);
    if (known) {
      known.push(item);
      return;
    }
    this.#waiting.set(sender, [item]);
    this.#turns.push(sender);
  }

  take(): StagedRequest | undefined {
    const sender = this.#turns.take();
    if (sender === undefined) return undefined;
    const waiting = this.#waiting.get(sender);
    const item = waiting?.shift();
    if (waiting && waiting.length > 0) this.#turns.push(sender);
    else this.#waiting.delete(sender);
    return item;
  }
}
