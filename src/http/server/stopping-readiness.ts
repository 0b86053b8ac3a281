import type { FastifyInstance } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { list } from './envelope.ts';

const READINESS = '/health/ready';

/** Not one of the parts that readiness checks: nothing is wrong, and only load balancers have to know. */
const stopping = {
  ...list.write(
    new Fault('ServiceUnavailable', {
      message: 'The service is stopping.',
      details: 'It still answers, but not for long: send requests to another instance.',
    }),
  ),
  status: 'unavailable',
  parts: {},
};

/** Readiness is 503 while the service stops, whatever its parts say. */
export function rejectReadinessWhile(isStopping: () => boolean, app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (!isStopping() || request.routeOptions.url !== READINESS) return next();
    void reply.code(503).send(stopping);
  });
}
