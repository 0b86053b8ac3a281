import type { FastifyRequest } from 'fastify';
import type { StagedRequest, StageQueue } from './request-batching.ts';

/** One batch takes as many, in whatever order: they need no sorting by sender. */
const FEW = 32;

/** Waiting requests with the same credentials. */
type Sender = { readonly key: string; readonly waiting: StagedRequest[] };

/**
 * Requests whose caller is not known yet: senders take turns, request by request. A sender is who sends the same
 * credentials, or none from the same address. Nobody can send in the name of a good token without having it, so a flood
 * of requests without one delays only the like.
 */
export class ArrivalQueue implements StageQueue<StagedRequest> {
  readonly #senders = new Map<string, Sender>();
  #turns: Sender[] = [];
  #position = 0;
  /** Those that arrived since the last batch. Reading the headers of each where it arrives would be slower. */
  #arrived: StagedRequest[] = [];
  /** So few that they need no turns. */
  #few: StagedRequest[] = [];
  #taken = 0;
  length = 0;

  push(item: StagedRequest): void {
    this.length += 1;
    this.#arrived.push(item);
  }

  #sort(item: StagedRequest): void {
    const key = senderOf(item.request);
    const known = this.#senders.get(key);
    if (known) {
      known.waiting.push(item);
      return;
    }
    const sender = { key, waiting: [item] };
    this.#senders.set(key, sender);
    this.#turns.push(sender);
  }

  begin(): void {
    if (this.length <= FEW && this.#turns.length === 0 && this.#few.length === 0) {
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
    const sender = this.#turns[this.#position];
    if (!sender) return undefined;
    this.#position += 1;
    this.length -= 1;
    const item = sender.waiting.shift();
    if (sender.waiting.length > 0) this.#turns.push(sender);
    else this.#senders.delete(sender.key);
    return item;
  }

  end(): void {
    this.#few.splice(0, this.#taken);
    this.#taken = 0;
    this.#turns.splice(0, this.#position);
    this.#position = 0;
  }
}

const senderOf = (request: FastifyRequest): string => request.headers.authorization ?? request.ip;
