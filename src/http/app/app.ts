import { type IncomingMessage, METHODS } from 'node:http';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { type Brand, DEFAULT_BRAND } from '../../domain/brand.ts';
import { publicPathOf, withoutPublicPath } from '../../domain/public-path.ts';
import { type TrustedProxies, trustsHop } from '../../domain/relay.ts';
import { safeHeaders } from '../../domain/safe-headers.ts';
import { ANNOUNCED_WITHDRAWALS, type AnnouncedWithdrawal } from '../../domain/withdrawal.ts';
import type { Log } from '../../log/log.ts';
import { admitRequests } from '../admission/admission.ts';
import { list } from '../answers/envelope.ts';
import { sendFailure } from '../answers/failure.ts';
import { closeConnection } from '../answers/unwritable-answer.ts';
import { endOverdueRequests, type RequestDeadline } from '../connections/request-deadline.ts';
import { RunningRequests } from '../connections/running-requests.ts';
import { clientErrorHandler, rejectOtherProtocols, rejectTunnels } from '../connections/socket-error.ts';
import { continueWith } from '../guards/window-limit.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { describeApi } from '../openapi/openapi.ts';
import { hostFault } from '../requests/host-header.ts';
import { acceptJsonBodies, ignoreTypeOfAbsentBody } from '../requests/json-body.ts';
import { requestIdOf } from '../requests/request-id.ts';
import { beginTrace, prepareTraces, type RequestTracing } from '../requests/request-trace.ts';
import { ownCompilers } from '../requests/validator.ts';
import { guideRoutes } from '../routes/site/guides.ts';
import { referenceRoutes } from '../routes/site/reference.ts';
import { sdkRoutes } from '../routes/site/sdk-package.ts';
import { type SiteParts, startRoutes } from '../routes/site/start-page.ts';
import { wellKnownRoutes } from '../routes/site/well-known-files.ts';
import { prepareDrain } from '../stopping/drain.ts';
import { announceWithdrawals } from './announced-withdrawals.ts';
import { limitConnections } from './connection-limit.ts';
import { relayedFault } from './local-demo.ts';
import { countRejected, type Guards, mountPathGroup, type PathGroup } from './path-group.ts';
import { reportTo } from './request-log.ts';

export type AppParts = {
  readonly groups: readonly PathGroup[];
  readonly guards: Guards;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly publicUrl: string;
  readonly trustProxy: TrustedProxies;
  /** How the operator appears on all pages. */
  readonly brand?: Brand;
  /** What the pages show of this installation. */
  readonly site?: SiteParts;
  /** Pages of other modules, such as the console: mounted beside the site. */
  readonly pageRoutes?: PathGroup['routes'];
  /** Rejects relayed requests: for the demo, which only this machine may use. */
  readonly isLocalDemo?: boolean;
  /** No limit when absent. */
  readonly maxConnections?: number;
  readonly requestDeadline?: RequestDeadline;
  /** See `Db.readSnapshot`. */
  readonly readSnapshot?: (work: () => void) => void;
  /** See `admitRequests`. */
  readonly maxInProgress?: number;
  readonly maxWaitMs?: number;
  /** Default: those of the product. */
  readonly withdrawals?: readonly AnnouncedWithdrawal[];
  /** Absent: no request is recorded, and none pays for it. */
  readonly tracing?: RequestTracing | undefined;
};

const BODY_LIMIT_BYTES = 1024 * 1024;

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { tracing } = parts;
  const report = reportTo(parts.log, parts.metrics, tracing);
  const headers = safeHeaders(parts.publicUrl);
  const headerEntries = Object.entries(headers);
  const publicPath = publicPathOf(parts.publicUrl);
  const app = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    // No child logger per request: it costs more than it gives. Log lines carry the request id themselves.
    childLoggerFactory: (log) => log,
    // Fastify's own request lines contain the URL with its query, which holds codes and states.
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: ownCompilers,
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: parts.trustProxy === false ? false : trustsHop(parts.trustProxy),
    // Without a path of its own a request pays nothing for it.
    ...(publicPath === ''
      ? {}
      : { rewriteUrl: ({ url = '/' }: IncomingMessage) => withoutPublicPath(url, publicPath) }),
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
      // Node's own answer would have no envelope; see `hostFault`.
      requireHostHeader: false,
    },
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    // While stopping, a request on a kept-alive connection is still answered; the answer closes the connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: clientErrorHandler(headers),
    // An undecodable URL reaches no hook and no group: its group is found by the text of the path.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).header('cache-control', 'no-store').headers(headers);
      closeAfter(reply);
      const group = groupAt(parts.groups, request.url);
      const answer = (fault: Error = error) => {
        sendFailure(fault, request, reply, group?.envelope ?? list);
        report(request, reply);
      };
      continueWith(group && countRejected(group, parts.guards)(request, reply), answer);
    },
  });
  answerEveryMethod(app);
  rejectOtherProtocols(app.server, headers);
  rejectTunnels(app.server, headers);
  // Unknown expectations may be ignored (RFC 9110 10.1.1); Node would answer 417 without an envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Each path group has its own error handler. This one gets an error answer that cannot be written either.
  app.setErrorHandler(closeConnection);
  acceptJsonBodies(app);
  // Declared before the first request: a property added later gives request objects two hidden classes, which is slower.
  app.decorateRequest('caller', undefined);
  app.decorateRequest('pathWithoutMethod', undefined);
  app.decorate('brand', parts.brand ?? DEFAULT_BRAND);
  app.decorate('publicPath', publicPath);
  if (parts.maxConnections) limitConnections(app.server, 'api', parts.maxConnections, parts.metrics);
  parts.metrics.watchConnections('api', app.server);
  const running = new RunningRequests(app.server);
  endOverdueRequests(app, running, parts.requestDeadline);
  admitRequests(app, {
    readSnapshot: parts.readSnapshot,
    provenSender: parts.guards.bearer?.provenSender,
    unknownOf: parts.guards.bearer?.unknownOf,
    maxInProgress: parts.maxInProgress,
    maxWaitMs: parts.maxWaitMs,
    onShed: parts.metrics.requestShed,
    watch: parts.metrics.watchAdmission,
  });
  const headFault = parts.isLocalDemo ? relayedFault : () => undefined;
  // Callbacks, not async functions, and one hook: each promise and each hook is measurable at this rate. After the hooks of
  // `admitRequests`: what runs before them runs outside their batches and costs several times as much.
  app.addHook('onRequest', (request, reply, next) => {
    running.add(reply);
    reply.header('x-request-id', request.id);
    for (const [name, value] of headerEntries) reply.header(name, value);
    ignoreTypeOfAbsentBody(request);
    const fault = hostFault(request) ?? headFault(request);
    if (tracing) beginTrace(tracing, request, reply, next, fault);
    else next(fault);
  });
  if (tracing) prepareTraces(app);
  const closeAfter = prepareDrain(app, running);
  app.addHook('onResponse', (request, reply, next) => {
    report(request, reply);
    next();
  });
  describeApi(app, parts.publicUrl);
  announceWithdrawals(app, parts.withdrawals ?? ANNOUNCED_WITHDRAWALS, parts.publicUrl);
  for (const group of parts.groups) mountPathGroup(app, group, parts.guards);
  // Paths outside every group, such as the reference page, use the pricing envelope (decision 31).
  const site = [
    startRoutes(parts.site ?? {}),
    referenceRoutes(parts.site?.demoClient),
    guideRoutes,
    sdkRoutes,
    wellKnownRoutes(parts.site ?? {}),
    ...(parts.pageRoutes ?? []),
  ];
  mountPathGroup(
    app,
    { prefix: '', tag: 'Reference', guard: 'none', envelope: list, hasPages: true, routes: site },
    {},
  );
  await app.ready();
  return app;
}

/** Without this, a method that Fastify does not know would be 404 instead of 405 on a path that exists. */
function answerEveryMethod(app: FastifyInstance): void {
  const known = new Set(app.supportedMethods);
  for (const method of METHODS) if (method !== 'CONNECT' && !known.has(method)) app.addHttpMethod(method);
}

function groupAt(groups: readonly PathGroup[], url: string): PathGroup | undefined {
  // The target may be an absolute URL, as proxies get it (RFC 9112 3.2.2).
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split('?', 1)[0] ?? '';
  return groups.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
}
