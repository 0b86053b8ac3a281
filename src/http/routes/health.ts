import type { FastifyInstance } from 'fastify';
import { Fault, type Problem } from '../../domain/fault.ts';
import { Alive, Ready } from '../../wire/health.ts';
import { list } from '../server/envelope.ts';
import { answerOf } from '../server/error-variants.ts';

/** The checks of the parts that the service depends on, by name. A check that rejects makes the service not ready. */
export type Readiness = Readonly<Record<string, () => Promise<void>>>;

const RETRY_AFTER_SECONDS = 5;

export const healthRoutes = (readiness: Readiness) => (scope: FastifyInstance) => {
  scope.get(
    '/live',
    {
      schema: {
        operationId: 'getLiveness',
        summary: 'Check that the process is alive.',
        description: 'Checks only this process. Restart the process when it fails.',
        response: { 200: Alive },
      },
    },
    () => ({ status: 'alive' }),
  );

  scope.get(
    '/ready',
    {
      schema: {
        operationId: 'getReadiness',
        summary: 'Check that the service is ready.',
        description:
          'Checks every part that the service depends on. For load balancers: send traffic only while this is 200.',
        response: { 200: Ready, 503: answerOf('ServiceUnavailable', list) },
      },
    },
    async () => {
      const parts = Object.keys(readiness);
      const outcomes = await Promise.allSettled(Object.values(readiness).map((check) => check()));
      const failed = parts.filter((_part, index) => outcomes[index]?.status === 'rejected');
      if (failed.length > 0) throw notReady(failed);
      return { status: 'ready', parts: Object.fromEntries(parts.map((part) => [part, 'ok'])) };
    },
  );
};

function notReady(parts: string[]): Fault {
  const problems = parts.map(
    (part): Problem => ({
      message: `The ${part} cannot be reached.`,
      details: `The service is alive but cannot work without its ${part}. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    }),
  );
  return new Fault('ServiceUnavailable', problems, { hints: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
}
