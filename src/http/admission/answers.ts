import type { FastifyRequest } from 'fastify';
import { type RefusalOptions, Refusals } from './refusals.ts';
import type { StagedRequest, StageQueue } from './request-batching.ts';

export type AnswerOptions = Pick<RefusalOptions, 'isStopping' | 'openOf'> & {
  /** Called when an answer can be sent that was held back. */
  readonly onReady: () => void;
  /** Whose answers are never held back. */
  readonly isVital: (request: FastifyRequest) => boolean;
};

/** Answers that are to be sent, in the order in which they are ready; refusals of a flood later (`refusals.ts`). */
export class AnswerQueue implements StageQueue<StagedRequest> {
  readonly #isVital: AnswerOptions['isVital'];
  readonly #refusals: Refusals;
  readonly #ready: StagedRequest[] = [];
  #position = 0;

  constructor({ isVital, onReady, ...options }: AnswerOptions) {
    this.#isVital = isVital;
    const onReleased = (item: StagedRequest) => {
      this.#ready.push(item);
      onReady();
    };
    this.#refusals = new Refusals({ ...options, onReleased });
  }

  /** How many can be sent now. */
  get length(): number {
    return this.#ready.length - this.#position;
  }

  /** How many refusals are held back. */
  get held(): number {
    return this.#refusals.held;
  }

  push(item: StagedRequest): void {
    if (this.#isRefusal(item) && this.#refusals.hold(item)) return;
    this.#ready.push(item);
  }

  begin(): void {
    // Nothing to prepare.
  }

  take(): StagedRequest | undefined {
    const item = this.#ready[this.#position];
    if (item) this.#position += 1;
    return item;
  }

  end(): void {
    this.#ready.splice(0, this.#position);
    this.#position = 0;
  }

  releaseAll(): void {
    this.#refusals.releaseAll();
  }

  /** An error to somebody who has not proved to be a caller. */
  #isRefusal({ request, reply }: StagedRequest): boolean {
    return reply.statusCode >= 400 && request.caller === undefined && !this.#isVital(request);
  }
}
