import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { list } from '../answers/envelope.ts';

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

/** Readiness is 503 while the service stops, whatever its parts say. For routes that are added later. */
export function rejectReadinessWhile(isStopping: () => boolean, app: FastifyInstance): void {
  const reject: onRequestHookHandler = (_request, reply, next) => {
    if (isStopping()) void reply.code(503).send(stopping);
    else next();
  };
  app.addHook('onRoute', (route) => {
    if (route.url === READINESS) route.onRequest = [reject, ...[route.onRequest ?? []].flat()];
  });
}
