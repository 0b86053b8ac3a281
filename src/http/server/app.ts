import { METHODS } from 'node:http';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { type TrustedProxies, trustsHop } from '../../domain/relay.ts';
import type { Log } from '../../log.ts';
import { referenceRoutes } from '../routes/reference.ts';
import { admitRequests } from './admission.ts';
import { list } from './envelope.ts';
import { sendFailure } from './failure.ts';
import { acceptJsonBodies } from './json-body.ts';
import type { Metrics } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { type Guards, mountPathGroup, type PathGroup } from './path-group.ts';
import { requestIdOf } from './request-id.ts';
import { reportTo } from './request-log.ts';
import { clientErrorHandler } from './socket-error.ts';
import { rejectRelayed } from './stay-home.ts';
import { closeConnection } from './unwritable-answer.ts';

export type AppParts = {
  readonly groups: readonly PathGroup[];
  readonly guards: Guards;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly publicUrl: string;
  readonly trustProxy: TrustedProxies;
  /** Rejects relayed requests: for the demo, which only this machine may use. */
  readonly staysHome?: boolean;
  /** See `Db.readSnapshot`. */
  readonly readSnapshot?: (work: () => void) => void;
  /** See `admitRequests`. */
  readonly maxInProgress?: number;
};

const BODY_LIMIT_BYTES = 1024 * 1024;

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const report = reportTo(parts.log, parts.metrics);
  const app = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    // No child logger per request: it costs more than it gives. Log lines carry the request id themselves.
    childLoggerFactory: (log) => log,
    // Fastify's own request lines contain the URL with its query, which holds codes and states.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: parts.trustProxy === false ? false : trustsHop(parts.trustProxy),
    // 256 characters, each up to 12 when percent-encoded. The validation then reports what is too long.
    routerOptions: { maxParamLength: 65_536 },
    http: {
      // Twenty SKUs of 256 characters, percent-encoded, fit in a request line.
      maxHeaderSize: 65_536,
      // Node applies the larger of the two timeouts, and checks every 30 s by default.
      headersTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      // A request without a body is handled without waiting for its end.
      optimizeEmptyRequests: true,
      // Node's own answer would have no envelope; see `needHost`.
      requireHostHeader: false,
    },
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    // While stopping, a request on a kept-alive connection is still answered; the answer closes the connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: clientErrorHandler(),
    // An undecodable URL reaches no hook and no group: its group is found by the text of the path.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).header('cache-control', 'no-store');
      sendFailure(error, request, reply, groupAt(parts.groups, request.url)?.envelope ?? list);
      report(request, reply);
    },
  });
  answerEveryMethod(app);
  // Unknown expectations may be ignored (RFC 9110 10.1.1); Node would answer 417 without an envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Each path group has its own error handler. This one gets an error answer that cannot be written either.
  app.setErrorHandler(closeConnection);
  // Shapes only document answers.
  app.setSerializerCompiler(() => JSON.stringify);
  acceptJsonBodies(app);
  // Declared before the first request: a property added later gives request objects two hidden classes, which is slower.
  app.decorateRequest('caller', undefined);
  admitRequests(app, {
    readSnapshot: parts.readSnapshot,
    maxInProgress: parts.maxInProgress,
    onShed: parts.metrics.requestShed,
  });
  // Callbacks, not async functions: one promise per hook is measurable at this rate.
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') return next(needHost());
    next();
  });
  if (parts.staysHome) rejectRelayed(app);
  app.addHook('onResponse', (request, reply, next) => {
    report(request, reply);
    if (isStopping) setImmediate(() => app.server.closeIdleConnections());
    next();
  });
  // Node closes idle connections only once, when stopping begins. Those that become idle later would delay the end.
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  await describeApi(app, parts.publicUrl);
  for (const group of parts.groups) mountPathGroup(app, group, parts.guards);
  // Paths outside every group, such as the reference page, use the pricing envelope (decision 31).
  mountPathGroup(app, { prefix: '', tag: 'Reference', guard: 'none', envelope: list, routes: [referenceRoutes] }, {});
  await app.ready();
  return app;
}

/** Without this, a method that Fastify does not know would be 404 instead of 405 on a path that exists. */
function answerEveryMethod(app: FastifyInstance): void {
  const known = new Set(app.supportedMethods);
  for (const method of METHODS) if (method !== 'CONNECT' && !known.has(method)) app.addHttpMethod(method);
}

const needHost = () =>
  new Fault('InvalidInput', {
    message: 'The Host header is missing.',
    details: 'An HTTP/1.1 request names the host it is for (RFC 9112 3.2).',
  });

function groupAt(groups: readonly PathGroup[], url: string): PathGroup | undefined {
  // The target may be an absolute URL, as proxies get it (RFC 9112 3.2.2).
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split('?', 1)[0] ?? '';
  return groups.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
}
