import { type IncomingMessage, METHODS } from 'node:http';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  fastify,
  LogController,
  type onRequestHookHandler,
} from 'fastify';
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
import { beginTrace, continueTrace, type RequestTracing } from '../requests/request-trace.ts';
import { ownCompilers } from '../requests/validator.ts';
import { guideRoutes } from '../routes/site/guides.ts';
import { referenceRoutes } from '../routes/site/reference.ts';
import { sdkRoutes } from '../routes/site/sdk-package.ts';
import { type SiteSettings, startRoutes } from '../routes/site/start-page.ts';
import { wellKnownRoutes } from '../routes/site/well-known-files.ts';
import { prepareDrain } from '../stopping/drain.ts';
import { announceWithdrawal, announceWithdrawals } from './announced-withdrawals.ts';
import { limitConnections } from './connection-limit.ts';
import { addAppHooks } from './hooks.ts';
import { relayedFault } from './local-demo.ts';
import { countRejected, type Guards, mountPathGroup, type PathGroup } from './path-group.ts';
import { reportTo } from './request-log.ts';

export type AppOptions = {
  readonly groups: readonly PathGroup[];
  readonly guards: Guards;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly publicUrl: string;
  readonly trustProxy: TrustedProxies;
  /** How the operator appears on all pages. */
  readonly brand?: Brand;
  /** What the pages show of this installation. */
  readonly site?: SiteSettings;
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

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { tracing } = options;
  const report = reportTo(options.log, options.metrics, tracing);
  const headers = safeHeaders(options.publicUrl);
  const publicPath = publicPathOf(options.publicUrl);
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    // No child logger per request: it costs more than it gives. Log lines carry the request id themselves.
    childLoggerFactory: (log) => log,
    // Fastify's own request lines contain the URL with its query, which holds codes and states.
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: ownCompilers,
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: options.trustProxy === false ? false : trustsHop(options.trustProxy),
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
      drain.closeAfter(reply);
      const group = groupAt(options.groups, request.url);
      const answer = (fault: Error = error) => {
        sendFailure(fault, request, reply, group?.envelope ?? list);
        report(request, reply);
      };
      continueWith(group && countRejected(group, options.guards)(request, reply), answer);
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
  if (tracing) app.decorateRequest('trace', undefined);
  app.decorate('brand', options.brand ?? DEFAULT_BRAND);
  app.decorate('publicPath', publicPath);
  if (options.maxConnections) limitConnections(app.server, 'api', options.maxConnections, options.metrics);
  const running = new RunningRequests(app.server);
  endOverdueRequests(app, running, options.requestDeadline);
  const admission = admitRequests(app, {
    readSnapshot: options.readSnapshot,
    provenSender: options.guards.bearer?.provenSender,
    unknownOf: options.guards.bearer?.unknownOf,
    maxInProgress: options.maxInProgress,
    maxWaitMs: options.maxWaitMs,
    onShed: options.metrics.requestShed,
  });
  const drain = prepareDrain(app, running);
  describeApi(app, options.publicUrl);
  const withdrawals = options.withdrawals ?? ANNOUNCED_WITHDRAWALS;
  announceWithdrawals(app, withdrawals, options.publicUrl);
  addAppHooks(app, {
    ...admission,
    beginRequest: beginWith(options, headers, running),
    announceWithdrawal: withdrawals.length > 0 ? announceWithdrawal : undefined,
    continueTrace: tracing ? continueTrace : undefined,
    closeWhileStopping: drain.closeWhileStopping,
    reportAnswer(request, reply, next) {
      report(request, reply);
      next();
    },
  });
  for (const group of options.groups) mountPathGroup(app, group, options.guards);
  // Paths outside every group, such as the reference page, use the pricing envelope (decision 31).
  const site = [
    startRoutes(options.site ?? {}),
    referenceRoutes(options.site?.demoClient),
    guideRoutes,
    sdkRoutes,
    wellKnownRoutes(options.site?.securityContact),
    ...(options.pageRoutes ?? []),
  ];
  mountPathGroup(
    app,
    { prefix: '', tag: 'Reference', guard: 'none', envelope: list, hasPages: true, routes: site },
    {},
  );
  await app.ready();
  return app;
}

/**
 * What is the same for every request, whatever its path. A callback, not an async function, and one hook: each promise and each hook is
 * measurable at this rate.
 */
function beginWith(
  { isLocalDemo, tracing }: AppOptions,
  headers: Readonly<Record<string, string>>,
  running: RunningRequests,
): onRequestHookHandler {
  const headerEntries = Object.entries(headers);
  return function beginRequest(request, reply, next) {
    running.add(reply);
    reply.header('x-request-id', request.id);
    for (const [name, value] of headerEntries) reply.header(name, value);
    ignoreTypeOfAbsentBody(request);
    const fault = hostFault(request) ?? (isLocalDemo ? relayedFault(request) : undefined);
    const trace = tracing && beginTrace(tracing, reply);
    if (trace) trace.run(next, fault);
    else next(fault);
  };
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
