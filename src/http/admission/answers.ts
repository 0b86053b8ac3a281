import type { FastifyRequest } from 'fastify';
import { Fifo } from './fifo.ts';
import { type RefusalOptions, Refusals } from './refusals.ts';
import type { StageQueue } from './request-batches.ts';
import type { StagedRequest } from './staged-request.ts';

export type AnswerOptions = Pick<RefusalOptions, 'isStopping' | 'openOf'> & {
  /** Called when an answer can be sent that was held back. */
  readonly onReady: () => void;
  /** Whose answers are never held back. */
  readonly isVital: (request: FastifyRequest) => boolean;
};

/** Answers that are to be sent, in the order in which they are ready; refusals of a flood later (`refusals.ts`). */
export class AnswerQueue extends Fifo<StagedRequest> implements StageQueue<StagedRequest> {
  readonly #isVital: AnswerOptions['isVital'];
  readonly #refusals: Refusals;

  constructor({ isVital, onReady, ...options }: AnswerOptions) {
    super();
    this.#isVital = isVital;
    const onReleased = (item: StagedRequest) => {
      super.push(item);
      onReady();
    };
    this.#refusals = new Refusals({ ...options, onReleased });
  }

  /** How many refusals are held back. */
  get held(): number {
    return this.#refusals.held;
  }

  override push(item: StagedRequest): void {
    if (!this.#isRefusal(item) || !this.#refusals.hold(item)) super.push(item);
  }

  releaseAll(): void {
    this.#refusals.releaseAll();
  }

  /** An error to somebody who has not proved to be a caller. */
  #isRefusal({ request, reply }: StagedRequest): boolean {
    return reply.statusCode >= 400 && request.caller === undefined && !this.#isVital(request);
  }
}
