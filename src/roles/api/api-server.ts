import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { createEgress } from '../../delivery/egress.ts';
import { createConsentQuestion } from '../../delivery/webhook-consent.ts';
import type { EgressPolicy } from '../../domain/notifications/addresses/egress-policy.ts';
import { checkWebhookUrl } from '../../domain/notifications/addresses/webhook-url.ts';
import { isLoopbackHost } from '../../domain/relay.ts';
import { pathGroupsOf } from '../../http/app/path-groups.ts';
import type { Metrics } from '../../http/metrics/metrics.ts';
import type { Readiness } from '../../http/routes/health.ts';
import type { SiteSettings } from '../../http/routes/site/start-page.ts';
import type { Identity } from '../../identity/identity.ts';
import type { SharedLimits } from '../../limits/shared-limits.ts';
import type { Log } from '../../log/log.ts';
import { acceptReport } from '../../notifications/deliveries/sms-report.ts';
import { type ListenHint, listen } from '../../processes/listen.ts';
import { auditedChanges, auditOf } from '../audit.ts';
import { publicUrlOf } from '../notifications.ts';
import type { ProcessParts } from '../processes/process-parts.ts';
import { staysHome } from '../production.ts';
import { serviceUrlOf } from '../service-url.ts';
import { appOf } from './app.ts';
import { consoleClientIdOf } from './console-sign-in.ts';

const DEMO_STAYS_HOME =
  'this is a demo, whose passwords are public: requests for another host than localhost get 421. Set PUBLIC_URL to serve others';

export type ApiParts = ProcessParts & {
  identity: Identity;
  site: SiteSettings;
  readiness: Readiness;
  metrics: Metrics;
  sharedLimits?: SharedLimits | undefined;
};

/** Its connections close after each answer, so it needs no closing itself. */
function consentQuestionOf(config: Config, policy: EgressPolicy, log: Log) {
  const egress = createEgress(policy, {
    onBlocked: (reason) => log.warn({ reason }, "no connection is made to a seller's address"),
  });
  const origin = new URL(publicUrlOf(config)).hostname;
  const monotonic = () => performance.now();
  return createConsentQuestion({ egress, origin, userAgent: 'marketplace-seller-service', monotonic });
}

export type ApiServer = { app: FastifyInstance; address: string };

/** The API of one process: its routes over the modules, listening. */
export async function startApi(config: Config, parts: ApiParts, command: ListenHint['command']): Promise<ApiServer> {
  const { log, db, market, identity, notificationParts, readiness, metrics, site, sharedLimits, tracing } = parts;
  const { notifications, policy, vapid, hooks } = notificationParts;
  hooks.onPulled = (count) => {
    for (let n = 0; n < count; n += 1) metrics.deliveryAttempted('PULL', 'delivered', 0);
  };
  if (staysHome(config) && !isLoopbackHost(config.host)) log.warn({ host: config.host }, DEMO_STAYS_HOME);
  const groups = pathGroupsOf({
    readiness,
    identity,
    market,
    notifications,
    consoleClientId: consoleClientIdOf(config),
    pushKey: vapid.publicKey,
    recordSmsReport: (token, report) => acceptReport(notificationParts, token, report),
    receivers: {
      checkUrl: (text) => checkWebhookUrl(text, policy),
      ask: consentQuestionOf(config, policy, log),
    },
    answerCacheUse: metrics.answerCacheUse,
    applyStream: auditedChanges(market, parts.clock.now),
    ...auditOf({ db, now: parts.clock.now }, log),
  });
  const readSnapshot: Db['readSnapshot'] = (work) => db.readSnapshot(work);
  let address: string | undefined;
  const serviceUrl = () => serviceUrlOf(config, address);
  const app = await appOf(config, groups, identity, log, metrics, {
    readSnapshot,
    site,
    serviceUrl,
    sharedLimits,
    tracing: tracing?.requests,
  });
  address = await listen(app, config.host, config.port, { setting: 'PORT', command });
  policy.ownPorts.push(Number(new URL(address).port));
  return { app, address };
}
