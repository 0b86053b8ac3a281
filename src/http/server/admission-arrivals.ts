import type { FastifyRequest } from 'fastify';
import type { StagedRequest, StageQueue } from './request-batching.ts';

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
    for (const item of this.#arrived) this.#sort(item);
    this.#arrived = [];
  }

  take(): StagedRequest | undefined {
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
    this.#turns.splice(0, this.#position);
    this.#position = 0;
  }
}

const senderOf = (request: FastifyRequest): string => request.headers.authorization ?? request.ip;
