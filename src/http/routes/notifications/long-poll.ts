import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** One request that waits for something to happen, and looks for it now and then. */
export type Wait = {
  /** The client has gone away: nobody reads the answer. */
  readonly isGone: boolean;
  /** Whether to look again. */
  readonly goesOn: boolean;
  /** Comes back after a while, which must be a short one: nothing wakes it. */
  pause(maxMs: number): Promise<void>;
  end(): void;
};

/**
 * Requests that wait. Each ends when its time is up, when its client goes away, or when the service stops: stopping must
 * not take as long as the most patient client.
 */
export class LongPolls {
  #stopping = false;

  constructor(scope: FastifyInstance) {
    scope.addHook('preClose', (done) => {
      this.#stopping = true;
      done();
    });
  }

  begin(reply: FastifyReply, seconds: number): Wait {
    const untilMs = performance.now() + seconds * 1_000;
    const leftMs = () => (this.#stopping ? 0 : Math.max(untilMs - performance.now(), 0));
    let isGone = reply.raw.destroyed;
    const onClose = () => {
      isGone = true;
    };
    reply.raw.once('close', onClose);
    return {
      get isGone() {
        return isGone;
      },
      get goesOn() {
        return !isGone && leftMs() > 0;
      },
      pause: (maxMs) => sleep(Math.min(maxMs, leftMs())),
      end: () => reply.raw.off('close', onClose),
    };
  }
}
