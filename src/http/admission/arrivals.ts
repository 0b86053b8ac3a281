import type { FastifyRequest } from 'fastify';
import { addressKey } from '../../domain/address-key.ts';
import type { StagedRequest, StageQueue } from './request-batching.ts';

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
  #arrived: StagedRequest[] = [];
  /** So few that they need no turns. */
  #few: StagedRequest[] = [];
  #taken = 0;
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

  #sort(item: StagedRequest): void {
    const proven = this.#provenSender(item.request);
    if (proven === undefined) this.#addresses.add(addressKey(item.request.ip), item);
    else this.#proven.add(proven, item);
  }

  begin(): void {
    if (this.length <= FEW && this.length === this.#arrived.length) {
      this.#few = this.#arrived;
    } else {
      for (const item of this.#few) this.#sort(item);
      for (const item of this.#arrived) this.#sort(item);
      this.#few = [];
    }
    this.#arrived = [];
  }

  take(): StagedRequest | undefined {
    const item = this.#few[this.#taken];
    if (!item) return this.#takeInTurn();
    this.#taken += 1;
    this.length -= 1;
    return item;
  }

  #takeInTurn(): StagedRequest | undefined {
    const item = this.#isAddressNext
      ? (this.#addresses.take() ?? this.#proven.take())
      : (this.#proven.take() ?? this.#addresses.take());
    this.#isAddressNext = !this.#isAddressNext;
    if (item) this.length -= 1;
    return item;
  }

  end(): void {
    this.#few.splice(0, this.#taken);
    this.#taken = 0;
    this.#proven.end();
    this.#addresses.end();
  }
}

/** Waiting requests by sender. A sender without any is removed. */
class Senders {
  readonly #waiting = new Map<string, StagedRequest[]>();
  /** The senders in the order of their turns. */
  readonly #turns: string[] = [];
  #position = 0;

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
    const sender = this.#turns[this.#position];
    if (sender === undefined) return undefined;
    this.#position += 1;
    const waiting = this.#waiting.get(sender);
    const item = waiting?.shift();
    if (waiting && waiting.length > 0) this.#turns.push(sender);
    else this.#waiting.delete(sender);
    return item;
  }

  end(): void {
    this.#turns.splice(0, this.#position);
    this.#position = 0;
  }
}
