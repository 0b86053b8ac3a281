import { METHODS } from 'node:http';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify';

import { Fault } from '../../domain/fault.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Log } from '../../log.ts';
import type { CheckUrl } from '../../wire/notifications/webhook-config.ts';
import { authorizationRoutes } from '../routes/authorization/routes.ts';
import type { FeeFacts } from '../routes/fees/estimate.ts';
import { estimateBatchRoutes } from '../routes/fees/estimate-batch.ts';
import { estimateRoutes } from '../routes/fees/estimate-routes.ts';
import { healthRoutes, type Readiness } from '../routes/health.ts';
import { type ApplyChanges, operatorRoutes } from '../routes/market/live-changes.ts';
import { type ParticipationFacts, sellerRoutes } from '../routes/market/seller.ts';
import { confirmationCodeRoutes } from '../routes/notifications/confirmation-codes.ts';
import { type ConfirmationParts, confirmationRoutes } from '../routes/notifications/confirmations.ts';
import { type DeliveryParts, deliveryRoutes } from '../routes/notifications/deliveries.ts';
import { type DestinationParts, destinationRoutes } from '../routes/notifications/destinations.ts';
import { type PullParts, pullRoutes } from '../routes/notifications/pull.ts';
import { pushKeyRoutes } from '../routes/notifications/push-key.ts';
import { type SecretParts, signingSecretRoutes } from '../routes/notifications/signing-secrets.ts';
import { type SmsReportParts, smsReportRoutes } from '../routes/notifications/sms-reports.ts';
import { type TestNotificationParts, testNotificationRoutes } from '../routes/notifications/test-notification.ts';
import { offerBatchRoutes } from '../routes/pricing/offer-batch.ts';
import { type OfferMarket, offerAnswers, offerRoutes } from '../routes/pricing/offers.ts';
import { type ProductMarket, productRoutes } from '../routes/pricing/products.ts';
import { referenceRoutes } from '../routes/reference.ts';
import { list, nested, oauth } from './envelope.ts';
import { sendFailure } from './failure.ts';
import { type Group, type Guards, mountGroup } from './group.ts';
import { acceptJsonBodies } from './json-body.ts';
import type { Metrics } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { batchRequests } from './request-batching.ts';
import { requestIdOf } from './request-id.ts';
import { reportTo } from './request-log.ts';
import { clientErrorHandler } from './socket-error.ts';

export type ProductParts = {
  readonly readiness: Readiness;
  readonly identity: Identity;
  readonly market: OfferMarket & ProductMarket & { facts: ParticipationFacts & FeeFacts };
  readonly applyChanges: ApplyChanges;
  readonly notifications: NotificationParts['notifications'];
  /** Whether notifications may go to an address that a seller chose, by its text. */
  readonly checkUrl: CheckUrl;
  /** The public key with which browsers subscribe to push messages. */
  readonly pushKey: string;
  /** Takes what the SMS gateway says became of a message. */
  readonly reportSms: SmsReportParts['report'];
};

type NotificationParts = DestinationParts &
  SecretParts &
  ConfirmationParts &
  TestNotificationParts &
  DeliveryParts &
  PullParts;

/** All paths of the service: who may come in, how errors are written, and where the endpoints are. */
export function groupsOf(parts: ProductParts): Group[] {
  const authorization = [authorizationRoutes(parts.identity)];
  const sellers = [sellerRoutes(parts.market.facts)];
  const { facts } = parts.market;
  const fees = [estimateRoutes(facts, Date.now), estimateBatchRoutes(facts, Date.now)];
  const offers = offerAnswers(parts.market);
  const pricing = [offerRoutes(offers), productRoutes(parts.market)];
  const batches = [offerBatchRoutes(offers)];
  const operator = [operatorRoutes(parts.applyChanges)];
  const confirmations = [confirmationRoutes(parts)];
  const notifications = notificationRoutes({ ...parts, facts: parts.market.facts, now: Date.now });
  const callbacks = [smsReportRoutes({ report: parts.reportSms })];
  return [
    { prefix: '/health', tag: 'Health', guard: 'none', envelope: list, routes: [healthRoutes(parts.readiness)] },
    { prefix: '/auth/v4', tag: 'Authorization', guard: 'counted', envelope: oauth, exact: true, routes: authorization },
    { prefix: '/products/fees/v4', tag: 'Fees', guard: 'bearer', envelope: nested, routes: fees },
    { prefix: '/products/pricing/v4', tag: 'Pricing', guard: 'bearer', envelope: list, routes: pricing },
    { prefix: '/batches/products/pricing/v4', tag: 'Pricing', guard: 'bearer', envelope: list, routes: batches },
    { prefix: '/notifications/v4', tag: 'Notifications', guard: 'bearer', envelope: list, routes: notifications },
    { prefix: '/confirmations/v4', tag: 'Notifications', guard: 'counted', envelope: list, routes: confirmations },
    { prefix: '/callbacks/v4', tag: 'Notifications', guard: 'none', envelope: list, routes: callbacks },
    { prefix: '/sellers/v4', tag: 'Sellers', guard: 'bearer', envelope: list, routes: sellers },
    { prefix: '/operator/v1', tag: 'Operator', guard: 'bearer', envelope: list, routes: operator },
  ];
}

const notificationRoutes = (parts: NotificationParts & { pushKey: string }): Group['routes'] => [
  pushKeyRoutes(parts.pushKey),
  destinationRoutes(parts),
  signingSecretRoutes(parts),
  confirmationCodeRoutes(parts),
  testNotificationRoutes(parts),
  deliveryRoutes(parts),
  pullRoutes(parts),
];

export type AppParts = {
  readonly groups: readonly Group[];
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
  for (const group of parts.groups) mountGroup(app, group, parts.guards);
  // Whatever belongs to no group, the reference page among it, answers in the pricing envelope (decision 31).
  mountGroup(app, { prefix: '', tag: 'Reference', guard: 'none', envelope: list, routes: [referenceRoutes] }, {});
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

function groupAt(groups: readonly Group[], url: string): Group | undefined {
  // A proxy's form of the target names the whole address (RFC 9112 3.2.2).
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split('?', 1)[0] ?? '';
  return groups.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
}
