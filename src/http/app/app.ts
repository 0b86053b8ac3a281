import { METHODS } from 'node:http';
import { type FastifyInstance, fastify, type onRequestHookHandler } from 'fastify';
import { type Brand, DEFAULT_BRAND } from '../../domain/brand.ts';
import { publicPathOf } from '../../domain/public-path.ts';
import type { RatePlan } from '../../domain/rate-plan.ts';
import type { TrustedProxies } from '../../domain/relay.ts';
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
import { beginTrace, continueTrace, type RequestTracing } from '../requests/request-trace.ts';
import { guideRoutes } from '../routes/site/guides.ts';
import { postmanRoutes } from '../routes/site/postman.ts';
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
import { type CountUsage, reportTo } from './request-log.ts';
import { serverOptions } from './server-options.ts';

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
  /** What the OpenAPI document says of the limits. Default: the built-in plan. */
  readonly ratePlan?: RatePlan | undefined;
  /** Default: those of the product. */
  readonly withdrawals?: readonly AnnouncedWithdrawal[];
  /** Counts who uses the API (decision 56). Absent: nothing is counted. */
  readonly countUsage?: CountUsage | undefined;
  /** Absent: no request is recorded, and none pays for it. */
  readonly tracing?: RequestTracing | undefined;
};

/** Builds the server. It does not listen. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { metrics, tracing, publicUrl } = options;
  const report = reportTo(options.log, metrics, options);
  const headers = safeHeaders(publicUrl);
  const app = fastify({
    ...serverOptions(options.log, publicUrl, options.trustProxy),
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
  acceptRequests(app, headers);
  declareProperties(app, options);
  if (options.maxConnections) limitConnections(app.server, 'api', options.maxConnections, metrics);
  const running = new RunningRequests(app.server);
  endOverdueRequests(app, running, options.requestDeadline);
  const admission = admitRequests(app, {
    readSnapshot: options.readSnapshot,
    provenSender: options.guards.bearer?.provenSender,
    unknownOf: options.guards.bearer?.unknownOf,
    maxInProgress: options.maxInProgress,
    maxWaitMs: options.maxWaitMs,
    onShed: metrics.requestShed,
  });
  const drain = prepareDrain(app, running);
  describeApi(app, publicUrl, options.ratePlan);
  const withdrawals = options.withdrawals ?? ANNOUNCED_WITHDRAWALS;
  announceWithdrawals(app, withdrawals, publicUrl);
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
  mountPathGroup(app, siteGroup(options), {});
  await app.ready();
  return app;
}

/** Every method and every body reaches the service's own answers, not those of Node and Fastify. */
function acceptRequests(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  answerEveryMethod(app);
  rejectOtherProtocols(app.server, headers);
  rejectTunnels(app.server, headers);
  // Unknown expectations may be ignored (RFC 9110 10.1.1); Node would answer 417 without an envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Each path group has its own error handler. This one gets an error answer that cannot be written either.
  app.setErrorHandler(closeConnection);
  acceptJsonBodies(app);
}

/** Declared before the first request: a property added later gives request objects two hidden classes, which is slower. */
function declareProperties(app: FastifyInstance, { tracing, brand = DEFAULT_BRAND, publicUrl }: AppOptions): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('pathWithoutMethod', undefined);
  if (tracing) app.decorateRequest('trace', undefined);
  app.decorate('brand', brand);
  app.decorate('publicPath', publicPathOf(publicUrl));
}

/** Paths outside every group, such as the reference page, use the pricing envelope (decision 31). */
function siteGroup({ site = {}, pageRoutes = [] }: AppOptions): PathGroup {
  const routes = [
    startRoutes(site),
    referenceRoutes(site.demoClient),
    postmanRoutes(site.demoClient),
    guideRoutes,
    sdkRoutes,
    wellKnownRoutes(site.securityContact),
    ...pageRoutes,
  ];
  return { prefix: '', tag: 'Reference', guard: 'none', envelope: list, hasPages: true, routes };
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
