import { type FastifyInstance, fastify } from 'fastify';
import type { Metrics } from './metrics.ts';

/** The operator's server, on loopback: the metrics of the service in Prometheus format. */
export function createAdminApp(metrics: Metrics): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Only /metrics is here.\n'));
  return app;
}
