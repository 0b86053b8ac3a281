import { type FastifyInstance, fastify } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { safeHeaders } from '../../domain/safe-headers.ts';
import { list } from '../answers/envelope.ts';
import { sendFailure } from '../answers/failure.ts';
import { handleOneByOne } from '../connections/pipelining.ts';
import { clientErrorHandler, rejectOtherProtocols, rejectTunnels } from '../connections/socket-error.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { hostFault } from '../requests/host-header.ts';
import { ownCompilers } from '../requests/validator.ts';
import { healthRoutes, type Readiness } from '../routes/health.ts';
import { rejectReadinessWhile } from '../stopping/stopping-readiness.ts';
import { limitConnections, MAX_ADMIN_CONNECTIONS } from './connection-limit.ts';
import { rejectRelayedInText } from './local-demo.ts';

export type AdminOptions = {
  readonly isStopping?: () => boolean;
  /** Writes the metrics. Default: only those that the parts of this process record. */
  readonly text?: () => Promise<string>;
  /** Rejects relayed requests: for the demo, which only this machine may use. */
  readonly isLocalDemo?: boolean;
};

/** The operator's server: the metrics in Prometheus format, and the health. */
export function createAdminApp(metrics: Metrics, readiness: Readiness, options: AdminOptions = {}): FastifyInstance {
  const { isStopping = () => false, text = () => metrics.registry.metrics(), isLocalDemo = false } = options;
  const headers = safeHeaders('http:');
  const app = fastify({
    logger: false,
    schemaController: ownCompilers,
    forceCloseConnections: true,
    http: { requireHostHeader: false },
    clientErrorHandler: clientErrorHandler(headers),
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply.headers(headers), list),
  });
  rejectOtherProtocols(app.server, headers);
  rejectTunnels(app.server, headers);
  // Pipelined scrapes must not keep the API's requests waiting.
  handleOneByOne(app.server);
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Nobody sends a body here, so Fastify's own answers to bad ones will do.
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Fault) sendFailure(error, request, reply, list);
    else void reply.send(error);
  });
  limitConnections(app.server, 'admin', MAX_ADMIN_CONNECTIONS, metrics);
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers);
    next(hostFault(request));
  });
  if (isLocalDemo) app.addHook('onRequest', rejectRelayedInText);
  rejectReadinessWhile(isStopping, app);
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return text();
  });
  app.register(async (scope) => healthRoutes(readiness)(scope), { prefix: '/health' });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('text/plain').send('Only /metrics, /health/live and /health/ready are here.\n'),
  );
  return app;
}
