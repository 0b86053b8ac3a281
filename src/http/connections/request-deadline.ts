import type { FastifyInstance, FastifyReply } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { closeConnection } from '../answers/unwritable-answer.ts';
import type { RunningRequests } from './running-requests.ts';

export type RequestDeadline = {
  /** How long an answer may take after the request has arrived. Longer than every long poll. */
  readonly answerMs: number;
  /** How long a client may take to read an answer. */
  readonly readMs: number;
  readonly checkEveryMs: number;
};

const DEADLINE: RequestDeadline = { answerMs: 90_000, readMs: 300_000, checkEveryMs: 1_000 };

const RETRY_AFTER_SECONDS = 5;

/**
 * Ends every request that would otherwise stay open for ever, whatever the reason is: a handler that never answers gets a
 * 503, a client that does not read its answer is disconnected. Node's `requestTimeout` ends requests that do not arrive
 * completely. One sweep of all requests instead of one timer each: timers cost more.
 */
export function endOverdueRequests(app: FastifyInstance, running: RunningRequests, deadline = DEADLINE): void {
  /** When a request was last seen incomplete: a long body may take longer than the answer to it. */
  const incompleteAt = new WeakMap<FastifyReply, number>();
  const waitingMs = (reply: FastifyReply) => reply.elapsedTime - (incompleteAt.get(reply) ?? 0);

  const check = (reply: FastifyReply) => {
    const { raw, request } = reply;
    if (!request.raw.complete && !raw.headersSent) incompleteAt.set(reply, reply.elapsedTime);
    else if (raw.headersSent) {
      if (waitingMs(reply) > deadline.readMs) closeConnection(new Error('The answer was not read.'), request, reply);
    } else if (waitingMs(reply) > deadline.answerMs) failOverdue(reply);
  };

  const timer = setInterval(() => {
    for (const reply of running.all()) check(reply);
  }, deadline.checkEveryMs).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

function failOverdue(reply: FastifyReply): void {
  const { request } = reply;
  const route = request.routeOptions.url;
  request.log.error({ requestId: request.id, method: request.method, route }, 'a request was not answered in time');
  // An answer in the queue of its batch cannot be replaced.
  if (reply.queuedStatus !== 0) closeConnection(new Error('The answer was not sent.'), request, reply);
  else void reply.send(overdue());
}

function overdue(): Fault {
  return new Fault(
    'ServiceUnavailable',
    {
      message: 'The request took too long to answer.',
      details: `The failure is on our side, not in your request. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    },
    { hints: { retryAfterSeconds: RETRY_AFTER_SECONDS } },
  );
}
