import { type FastifyInstance, fastify } from 'fastify';
import { healthRoutes, type Readiness } from '../routes/health.ts';
import { limitConnections, MAX_ADMIN_CONNECTIONS } from './connection-limit.ts';
import type { Metrics } from './metrics.ts';
import { safeHeaders } from './safe-headers.ts';
import { rejectReadinessWhile } from './stopping-readiness.ts';

/** The operator's server: the metrics of the process in Prometheus format, and its health. */
export function createAdminApp(metrics: Metrics, readiness: Readiness, isStopping = () => false): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.setSerializerCompiler(() => JSON.stringify);
  limitConnections(app.server, 'admin', MAX_ADMIN_CONNECTIONS, metrics);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(safeHeaders('http:'));
  });
  rejectReadinessWhile(isStopping, app);
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  app.register(async (scope) => healthRoutes(readiness)(scope), { prefix: '/health' });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('text/plain').send('Only /metrics, /health/live and /health/ready are here.\n'),
  );
  return app;
}
