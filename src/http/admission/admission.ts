import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify';
import { handleOneByOne } from '../connections/pipelining.ts';
import { AnswerQueue } from './answers.ts';
import { ArrivalQueue, type ProvenSender } from './arrivals.ts';
import { type AdmissionDepth, AdmissionQueue, type ShedReason } from './queue.ts';
import { type BatchHooks, batchRequests } from './request-batching.ts';

export type AdmissionOptions = {
  /** See `Db.readSnapshot`. */
  readonly readSnapshot?: ((work: () => void) => void) | undefined;
  /** Absent: no token is known before the guard has checked it. */
  readonly provenSender?: ProvenSender | undefined;
  /** How many requests of an address wait for their token to be checked. */
  readonly unknownOf?: ((address: string) => number) | undefined;
  readonly maxInProgress?: number | undefined;
  readonly maxWaitMs?: number | undefined;
  readonly onShed?: (reason: ShedReason) => void;
};

/** `app/hooks.ts` has their order among the other hooks. */
type AdmissionHooks = BatchHooks & { readonly leaveAdmission: onSendHookHandler<unknown> };

declare module 'fastify' {
  interface FastifyInstance {
    /** How many requests are in progress, wait or are held back. */
    admissionDepth(): AdmissionDepth;
  }
  interface FastifyReply {
    /** For a request that only waits from now on: it no longer counts as one in progress. */
    leaveAdmission?(): void;
  }
}

/** A store that writes 1,500 times a second has done this much in a third of a second. */
const DEFAULT_MAX_IN_PROGRESS = 500;

const SWEEP_MS = 500;

/** Steps of health requests a turn that wait for no batch. Others take turns with the callers: they must not slow them down. */
const MAX_URGENT = 12;

/**
 * Decides which request is processed when, so that nobody has to wait long for others:
 * - A connection has one request at a time (`pipelining.ts`).
 * - Requests are processed in batches (`request-batching.ts`), callers take turns in each (`queue.ts`;
 *   `arrivals.ts` before they are known), and a batch takes some milliseconds at most.
 * - Beyond a bound of requests in progress some are shed, with a 503 in the envelope of their path group.
 * - Refusals to an address that causes very many at once are sent slowly (`refusals.ts`).
 * - Health requests are never shed, and the first ones of a turn wait for nothing.
 *
 * Without these hooks the service gives the same answers, but one caller can slow down all others.
 */
export function admitRequests(app: FastifyInstance, options: AdmissionOptions = {}): AdmissionHooks {
  const { readSnapshot, maxInProgress = DEFAULT_MAX_IN_PROGRESS, maxWaitMs, onShed = () => undefined } = options;
  handleOneByOne(app.server);
  const queue = new AdmissionQueue({ maxInProgress, maxWaitMs, onShed, isVital: isHealthRequest });
  const { provenSender = () => undefined, unknownOf = () => 0 } = options;
  const toAuthorize = new ArrivalQueue(provenSender);
  const answers = new AnswerQueue({
    isVital: isHealthRequest,
    // Bare applications, as in tests, have no such signal.
    isStopping: () => (app.stopping as AbortSignal | undefined)?.aborted ?? false,
    openOf: (address) => toAuthorize.waitingOf(address) + unknownOf(address) + queue.openOf(address),
    onReady: () => batches.schedule(),
  });
  app.decorate('admissionDepth', () => ({ ...queue.depth(), held: answers.held }));
  // Declared before the first request, so that all replies have one hidden class.
  app.decorateReply('flow', undefined);
  app.decorateReply('leaveAdmission', function () {
    if (queue.leave(this)) batches.schedule();
  });
  let urgent = 0;
  const isUrgent = (request: FastifyRequest) => {
    if (!isHealthRequest(request) || urgent >= MAX_URGENT) return false;
    urgent += 1;
    if (urgent === 1) setImmediate(() => (urgent = 0));
    return true;
  };
  const { batches, hooks } = batchRequests(app, readSnapshot, {
    toAuthorize,
    toHandle: queue,
    toSend: answers,
    isUrgent,
  });
  const timer = setInterval(() => queue.sweep(), SWEEP_MS).unref();
  app.addHook('preClose', (done) => {
    answers.releaseAll();
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  return {
    ...hooks,
    leaveAdmission(_request, reply, _payload, next) {
      queue.leave(reply);
      next();
    },
  };
}

/** Only what there is: what is refused below `/health` may be a flood like any other. */
const healthPath = /^\/health\/(?:live|ready)(?:\?|$)/;
const isHealthRequest = ({ url }: FastifyRequest) => url.startsWith('/health/') && healthPath.test(url);
