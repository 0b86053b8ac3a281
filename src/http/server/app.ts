import { METHODS } from 'node:http';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Log } from '../../log.ts';
import { referenceRoutes } from '../routes/reference.ts';
import { list } from './envelope.ts';
import { sendFailure } from './failure.ts';
import { acceptJsonBodies } from './json-body.ts';
import type { Metrics } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { type Guards, mountPathGroup, type PathGroup } from './path-group.ts';
import { batchRequests } from './request-batching.ts';
import { requestIdOf } from './request-id.ts';
import { reportTo } from './request-log.ts';
import { clientErrorHandler } from './socket-error.ts';

export type AppParts = {
  readonly groups: readonly PathGroup[];
  readonly guards: Guards;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly publicUrl: string;
  readonly trustProxy: boolean | string;
  /** Somebody in front forwards requests, and nobody said so: then others than this machine's own can reach the service. */
  readonly onRelayed?: () => void;
  /** See `Db.readSnapshot`. */
  readonly readSnapshot?: (work: () => void) => void;
};

const BODY_LIMIT_BYTES = 1024 * 1024;

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const report = reportTo(parts.log, parts.metrics);
  const app = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    // A child logger a request costs more than it gives: log lines carry the request id themselves.
    childLoggerFactory: (log) => log,
    // Fastify's own request lines print the URL with its query, which holds codes and states.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: parts.trustProxy,
    // 256 characters, each up to 12 characters when percent-encoded; the shape check then says what is too long.
    routerOptions: { maxParamLength: 65_536 },
    // Twenty SKUs of 256 characters, percent-encoded, fit in a request line.
    // Node cuts at the larger of the two time-outs, and looks every half minute unless told otherwise.
    http: {
      maxHeaderSize: 65_536,
      headersTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      // A request that announces no body need not wait for the end of one.
      optimizeEmptyRequests: true,
      // Node would answer itself, in no envelope; see `needHost`.
      requireHostHeader: false,
    },
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    // While stopping, a request on a kept-alive connection is still answered; the answer closes the connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: clientErrorHandler(),
    // An undecodable URL reaches no group's scope and no hook: the envelope is found by the path's text.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).header('cache-control', 'no-store');
      sendFailure(error, request, reply, groupAt(parts.groups, request.url)?.envelope ?? list);
      report(request, reply);
    },
  });
  answerEveryMethod(app);
  // An expectation that the service does not know may be ignored (RFC 9110 10.1.1); Node would answer a bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Shapes describe answers; they do not rewrite them.
  app.setSerializerCompiler(() => JSON.stringify);
  acceptJsonBodies(app);
  // Declared before the first request: a property that appears later gives requests two shapes, and V8 slower ones.
  app.decorateRequest('caller', undefined);
  batchRequests(app, parts.readSnapshot);
  // Callbacks, not async functions: a promise a hook is measurable at this rate.
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    if (parts.onRelayed && isRelayed(request)) parts.onRelayed();
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') return next(needHost());
    next();
  });
  app.addHook('onResponse', (request, reply, next) => {
    report(request, reply);
    if (stopping) setImmediate(() => app.server.closeIdleConnections());
    next();
  });
  // Node closes idle connections once, at the start of stopping; those that become idle later would be waited for.
  let stopping = false;
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  await describeApi(app, parts.publicUrl);
  for (const group of parts.groups) mountPathGroup(app, group, parts.guards);
  // Whatever belongs to no group, the reference page among it, answers in the pricing envelope (decision 31).
  mountPathGroup(app, { prefix: '', tag: 'Reference', guard: 'none', envelope: list, routes: [referenceRoutes] }, {});
  await app.ready();
  return app;
}

const isRelayed = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

/** Methods that Fastify does not know would be "no such path" on a path that exists, instead of 405. */
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
  // A proxy's form of the target names the whole address (RFC 9112 3.2.2).
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split('?', 1)[0] ?? '';
  return groups.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
}
