import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** One request that polls for an event until its time is up. */
export type LongPoll = {
  /** The client has closed the connection: nobody reads the answer. */
  readonly isClientGone: boolean;
  /** Whether to poll again: false when the time is up, the client is gone or the service stops. */
  readonly isOpen: boolean;
  /** Sleeps until the next poll. Nothing wakes it, so the interval must be short. */
  pause(intervalMs: number): Promise<void>;
  /** Removes the listener on the connection. */
  end(): void;
};

/**
 * The long polls of some routes. A poll also ends when the service stops: stopping must not take as long as the longest
 * poll.
 */
export class LongPolls {
  readonly #scope: Pick<FastifyInstance, 'stopping'>;

  constructor(scope: Pick<FastifyInstance, 'stopping'>) {
    this.#scope = scope;
  }

  begin(reply: FastifyReply, seconds: number): LongPoll {
    reply.leaveAdmission?.();
    const deadlineMs = performance.now() + seconds * 1_000;
    const leftMs = () => (this.#scope.stopping.aborted ? 0 : Math.max(deadlineMs - performance.now(), 0));
    let isClientGone = reply.raw.destroyed;
    const onClose = () => {
      isClientGone = true;
    };
    reply.raw.once('close', onClose);
    return {
      get isClientGone() {
        return isClientGone;
      },
      get isOpen() {
        return !isClientGone && leftMs() > 0;
      },
      pause: (intervalMs) => sleep(Math.min(intervalMs, leftMs())),
      end: () => reply.raw.off('close', onClose),
    };
  }
}
