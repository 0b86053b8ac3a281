import type { FastifyInstance, FastifyReply } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { OK, type PartState } from '../../domain/part-state.ts';
import { Alive, NotReady, Ready } from '../../wire/health.ts';
import { headersOf, list } from '../answers/envelope.ts';

/** The checks of the parts that the process depends on, by name. A check that rejects means `failed`. */
export type Readiness = Readonly<Record<string, () => PartState | Promise<PartState | undefined>>>;

const RETRY_AFTER_SECONDS = 5;

export const healthRoutes = (readiness: Readiness) => (scope: FastifyInstance) => {
  scope.get('/live', {
    schema: {
      operationId: 'getLiveness',
      summary: 'Check liveness',
      description: 'Checks only this process. Restart the process when it fails.',
      response: { 200: Alive },
    },
    handler: () => ({ status: 'alive' }),
  });

  scope.get('/ready', {
    schema: {
      operationId: 'getReadiness',
      summary: 'Check readiness',
      description:
        'Checks every part that the service depends on, each at most once a second. For load balancers: send traffic only while this is 200. A part that fails while the service still does its main work is `degraded`: reads work on a full disk, and writes answer 503.',
      response: { 200: Ready, 503: NotReady },
    },
    handler: async (_request, reply) => answerWith(reply, await statesOf(readiness)),
  });
};

export type States = readonly (readonly [part: string, state: PartState])[];

/** The state of each part. Never rejects. */
export const statesOf = (readiness: Readiness): Promise<States> =>
  Promise.all(
    Object.entries(readiness).map(async ([part, check]) => {
      try {
        return [part, (await check()) ?? OK] as const;
      } catch {
        return [part, { state: 'failed', reason: `The ${part} cannot be reached.` }] as const;
      }
    }),
  );

function answerWith(reply: FastifyReply, states: States): object {
  const reasons = states.flatMap(([part, state]) => (state.state === 'ok' ? [] : [[part, state.reason]]));
  const parts = {
    parts: Object.fromEntries(states.map(([part, { state }]) => [part, state])),
    ...(reasons.length > 0 ? { reasons: Object.fromEntries(reasons) } : {}),
  };
  const problems = states.flatMap(([part, state]) => (state.state === 'failed' ? problemOf(part, state.reason) : []));
  if (problems.length === 0) return { status: reasons.length === 0 ? 'ready' : 'degraded', ...parts };
  const fault = new Fault('ServiceUnavailable', problems, { hints: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
  reply.code(503).headers(headersOf(fault));
  return { ...list.write(fault), status: 'unavailable', ...parts };
}

const problemOf = (part: string, reason: string) => ({
  message: reason,
  details: `The service is alive but cannot work without its ${part}. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
});
