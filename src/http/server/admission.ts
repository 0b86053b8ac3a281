import type { FastifyInstance, FastifyRequest } from 'fastify';
import { handleOneByOne } from './admission-pipelining.ts';
import { AdmissionQueue, type ShedReason } from './admission-queue.ts';
import { batchRequests } from './request-batching.ts';

export type AdmissionParts = {
  /** See `Db.readSnapshot`. */
  readonly readSnapshot?: ((work: () => void) => void) | undefined;
  readonly maxInProgress?: number | undefined;
  readonly onShed?: (reason: ShedReason) => void;
};

declare module 'fastify' {
  interface FastifyReply {
    /** For a request that only waits from now on: it no longer counts as one in progress. */
    leaveAdmission?(): void;
  }
}

/** A store that writes 1,500 times a second has done this much in a third of a second. */
const DEFAULT_MAX_IN_PROGRESS = 500;

const SHED_LATE_MS = 500;

/**
 * Decides which request is processed when, so that nobody has to wait long for others:
 * - A connection has one request at a time (`admission-pipelining.ts`).
 * - Requests are processed in batches (`request-batching.ts`), callers take turns in each (`admission-queue.ts`), and a
 *   batch takes some milliseconds at most.
 * - Beyond a bound of requests in progress some are shed, with a 503 in the envelope of their path group.
 * - Health requests wait for nothing and are never shed.
 *
 * Without the call of this function the service gives the same answers, but one caller can slow down all others.
 */
export function admitRequests(app: FastifyInstance, parts: AdmissionParts = {}): void {
  const { readSnapshot, maxInProgress = DEFAULT_MAX_IN_PROGRESS, onShed = () => undefined } = parts;
  handleOneByOne(app.server);
  const queue = new AdmissionQueue({ maxInProgress, onShed });
  // Declared before the first request, so that all replies have one hidden class.
  app.decorateReply('flow', undefined);
  app.decorateReply('leaveAdmission', function () {
    if (queue.leave(this)) batches.schedule();
  });
  // The handler is done: what is left is to send its answer.
  app.addHook('onSend', (_request, reply, _payload, next) => {
    queue.leave(reply);
    next();
  });
  const batches = batchRequests(app, readSnapshot, { toHandle: queue, isUrgent: isHealthRequest });
  const timer = setInterval(() => queue.shedLate(), SHED_LATE_MS).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

const isHealthRequest = ({ url }: FastifyRequest) => url.startsWith('/health/');
