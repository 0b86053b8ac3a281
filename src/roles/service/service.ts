import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { eventLoopDelayIn } from '../../http/metrics/event-loop-delay.ts';
import { createMetrics, type Metrics } from '../../http/metrics/metrics.ts';
import type { Imports } from '../../imports/imports.ts';
import type { Log } from '../../log/log.ts';
import { type Market, openMarket } from '../../market/market.ts';
import type { OperatorKey } from '../../notifications/keys/operator-key.ts';
import { operatorKeyOf } from '../../notifications/keys/operator-key-source.ts';
import { type VapidKeys, vapidKeysOf } from '../../notifications/keys/vapid-keys.ts';
import { createNotifications, type Notifications } from '../../notifications/notifications.ts';
import type { StopSequence } from '../../processes/stop-sequence.ts';
import { Reports } from '../../reports/reports.ts';
import { WorkLog } from '../../service-state/work-log.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { publicUrlOf } from '../settings/addresses.ts';
import { keySourcesOf } from '../settings/key-sources.ts';
import { priceChangeModeOf } from '../settings/price-change-mode.ts';
import { isDemoStore } from '../settings/production.ts';
import type { Role } from '../settings/role.ts';
import { VERSION } from '../settings/version.ts';
import { makeDemoData } from '../start/demo.ts';
import { cannotStart } from '../store/cannot-start.ts';
import { importsOf } from '../store/import-store.ts';
import { startClock } from '../store/process-clock.ts';
import { reportStoresOf } from '../store/report-store.ts';
import { openStore } from '../store/store.ts';
import { MarketThread } from './market-thread.ts';

/** What every serving process has, whatever its role: the store, its clock, and the modules that work on them. */
export type OpenedService = {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Absent when no collector is configured. */
  readonly tracing: Tracing | undefined;
  readonly db: Db;
  /** The store clock. */
  readonly now: () => number;
  readonly market: Market;
  readonly marketThread: MarketThread;
  readonly notifications: Notifications;
  readonly reports: Reports;
  readonly imports: Imports;
  /** What the repeated work of this process did last. */
  readonly work: WorkLog;
  readonly key: OperatorKey;
  /** The key pair that identifies the service to push services. */
  readonly vapid: VapidKeys;
  /** Whether the store is a demo that only this machine can reach. */
  readonly isDemo: boolean;
  /** Whether this start has created the demo market. */
  readonly hasCreatedDemo: boolean;
};

export type ServiceOptions = {
  readonly role: Role;
  readonly log: Log;
  /** Gets what has to end with the process. */
  readonly stops: StopSequence;
  /** Whether an empty store may get the demo market. */
  readonly createsDemo?: boolean;
  /** Called after deliveries were queued: the worker of this process need not wait for its next poll. */
  readonly onQueued?: () => void;
};

export async function openService(config: Config, options: ServiceOptions): Promise<OpenedService> {
  const { role, log, stops, createsDemo = false, onQueued = () => undefined } = options;
  const tracing = await tracingOf(config, log);
  if (tracing) stops.add('store', () => tracing.stop());
  const store = await openStore(config);
  stops.add('store', () => store.close());
  const db = tracing?.store(store) ?? store;
  const clock = await startClock(db, (err, text) => log.warn({ err }, text));
  stops.add('background', () => clock.stop());
  const { now } = clock;
  const key = await operatorKeyOf(db, { ...keySourcesOf(config), warn: (text) => log.warn(text) }).catch(cannotStart);
  const hasCreatedDemo = createsDemo && (await makeDemoData(config, db, openMarket(db, now, { seal: key })));
  const metrics = createMetrics();
  eventLoopDelayIn(metrics.registry, log);
  const mode = await priceChangeModeOf(config, db);
  const marketThread = new MarketThread({ config, db, now, log, metrics, mode, onQueued, isWorker: role !== 'api' });
  stops.add('background', () => marketThread.stop());
  const market = openMarket(db, now, {
    priceChanges: mode,
    seal: key,
    keepsLastChanges: true,
    // With PostgreSQL the server does most of the work, and a thread beside it takes what requests need of the processors.
    applyApart: db.engine === 'sqlite' ? (ids, isBusy) => marketThread.apply(ids, isBusy) : undefined,
  });
  market.reader.onBoards(() => marketThread.changed());
  const isDemo = await isDemoStore(config, db);
  const notifications = createNotifications({
    ...{ db, key, now, onQueued },
    source: `${publicUrlOf(config)}/notifications/v4`,
    times: { deliveryLifetimeMs: config.notifyLifetimeSeconds * 1_000, logMs: config.notifyKeepSeconds * 1_000 },
    onPulled: (count) => {
      for (let n = 0; n < count; n += 1) metrics.deliveryAttempted('PULL', 'delivered', 0);
    },
  });
  const reports = new Reports(db, { now, stores: reportStoresOf(config, db).all });
  const imports = importsOf(config, db, now);
  const vapid = await vapidKeysOf(db, key);
  return {
    config,
    log,
    metrics,
    tracing,
    db,
    now,
    market,
    marketThread,
    notifications,
    reports,
    imports,
    work: new WorkLog(now),
    key,
    vapid,
    isDemo,
    hasCreatedDemo,
  };
}

/** Undefined without OTEL_EXPORTER_OTLP_ENDPOINT: then nothing of OpenTelemetry is loaded. */
export async function tracingOf(config: Config, log: Log): Promise<Tracing | undefined> {
  const { otelEndpoint: endpoint, otelHeaders: headers = {}, otelServiceName: serviceName } = config;
  if (endpoint === undefined) return undefined;
  const { Tracing } = await import('../../tracing/tracing.ts');
  const sampling = { ratio: config.otelSamplerArg, followsCaller: config.otelSampler === 'parentbased_traceidratio' };
  return new Tracing({ endpoint, headers, serviceName, version: VERSION, sampling }, log);
}
