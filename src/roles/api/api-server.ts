import type { FastifyInstance } from 'fastify';
import { type Config, readEnvironment } from '../../config/config.ts';
import { createEgress } from '../../delivery/egress.ts';
import { createConsentQuestion } from '../../delivery/webhook-consent.ts';
import { Fault } from '../../domain/fault.ts';
import type { EgressPolicy } from '../../domain/notifications/addresses/egress-policy.ts';
import { checkWebhookUrl } from '../../domain/notifications/addresses/webhook-url.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import { isLoopbackHost } from '../../domain/relay.ts';
import { pathGroupsOf } from '../../http/app/path-groups.ts';
import type { CountUsage } from '../../http/app/request-log.ts';
import type { RateLimits } from '../../http/guards/rate-limit.ts';
import type { Readiness } from '../../http/routes/health.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Log } from '../../log/log.ts';
import { Notes } from '../../notes/notes.ts';
import { acceptReport } from '../../notifications/deliveries/sms-report.ts';
import type { DoctorRun } from '../../processes/doctor-run.ts';
import { ServiceOverview } from '../../service-state/service-overview.ts';
import { UsageReader } from '../../usage/usage-reader.ts';
import { storeFileOf } from '../service/machine.ts';
import type { OpenedService } from '../service/service.ts';
import { publicUrlOf } from '../settings/addresses.ts';
import { consoleClientIdOf, grantsUrlOf } from '../settings/console-sign-in.ts';
import { isLocalDemo } from '../settings/production.ts';
import { demoClientOf } from '../start/demo.ts';
import { appOf } from './app.ts';
import { auditedChanges, auditedExport, auditedLimits, auditedNotes, auditedOutcomes, auditOf } from './audit.ts';
import { DoctorReports } from './doctor-report.ts';
import { queuesOf } from './service-queues.ts';

const LOCAL_DEMO =
  'this is a demo, whose passwords are public: requests for another host than localhost get 421. Set PUBLIC_URL to serve others';

export type ApiOptions = {
  readonly identity: Identity;
  readonly policy: EgressPolicy;
  readonly readiness: Readiness;
  /** How browsers and clients reach the service. */
  readonly serviceUrl: () => string;
  readonly limits: RateLimits;
  readonly countUsage?: CountUsage | undefined;
  readonly doctor?: DoctorRun | undefined;
  /** The demo's receiver of webhooks, when it runs. */
  readonly receiverAddress?: string | undefined;
};

/** Its connections close after each answer, so it needs no closing itself. */
function consentQuestionOf(config: Config, policy: EgressPolicy, log: Log) {
  const egress = createEgress(policy, {
    onBlocked: (reason) => log.warn({ reason }, "no connection is made to a seller's address"),
  });
  const origin = new URL(publicUrlOf(config)).hostname;
  return createConsentQuestion(egress, { origin, userAgent: 'marketplace-seller-service' }, () => performance.now());
}

/** Loaded when a button is pressed: most starts never need it. */
async function triggerOnDemand(config: Config, kind: EventKind, address: string): Promise<string> {
  const { triggerEvent } = await import('../start/demo-events.ts');
  const { DemoRefusal } = await import('../../cli/demo/triggers/demo-api.ts');
  return triggerEvent(config, kind, address).catch((error: unknown) => {
    if (!(error instanceof DemoRefusal)) throw error;
    throw new Fault('ServiceUnavailable', { message: 'The event was not caused.', details: error.message });
  });
}

/** How the service does, for its operator. */
function overviewOf({ config, db, now, market }: OpenedService, run: DoctorRun | undefined): ServiceOverview {
  const reports = run && new DoctorReports({ run, now, environment: readEnvironment({ withFile: false }) });
  return new ServiceOverview(db, now, {
    ...{ storeFile: storeFileOf(config), queues: (nowMs) => queuesOf(db, market, nowMs) },
    ...(reports && { doctor: () => reports.last() }),
  });
}

/** The API of one process: its routes over the modules. It does not listen yet. */
export async function createApi(service: OpenedService, options: ApiOptions): Promise<FastifyInstance> {
  const { config, log, db, now, market, notifications, reports, imports, vapid, metrics, tracing } = service;
  const { identity, policy, readiness, serviceUrl, limits, receiverAddress, countUsage } = options;
  if (isLocalDemo(config) && !isLoopbackHost(config.host)) log.warn({ host: config.host }, LOCAL_DEMO);
  const notes = new Notes(db, now);
  const groups = pathGroupsOf({
    readiness,
    identity,
    market,
    notifications,
    reports,
    consoleClientId: consoleClientIdOf(config),
    pushKey: vapid.publicKey,
    recordSmsReport: (token, report) => acceptReport(service, token, report),
    receivers: {
      checkUrl: (text) => checkWebhookUrl(text, policy),
      ask: consentQuestionOf(config, policy, log),
    },
    answerCacheUse: metrics.answerCacheUse,
    applyStream: auditedChanges(market, now),
    beginExport: auditedExport(service),
    settleOutcomes: auditedOutcomes(market, now),
    setLimits: auditedLimits(market, now),
    imports,
    usage: new UsageReader(db, now),
    notes,
    noteChanges: auditedNotes(notes, now),
    overview: overviewOf(service, options.doctor),
    leftOf: (operationId, clientId, sellerId) => limits.leftOf(operationId, clientId, sellerId),
    ...auditOf(service),
  });
  return appOf(service, groups, identity, {
    readSnapshot: (work) => db.readSnapshot(work),
    site: {
      demoClient: demoClientOf(config, db),
      receiverUrl: receiverAddress,
      trigger: isLocalDemo(config) ? (kind) => triggerOnDemand(config, kind, serviceUrl()) : undefined,
      grantsUrl: () => grantsUrlOf(config, identity),
    },
    serviceUrl,
    limits,
    countUsage,
    tracing: tracing?.requests,
  });
}
