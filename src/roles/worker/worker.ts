import { createEgress } from '../../delivery/egress.ts';
import { startWorker, type Worker } from '../../delivery/worker.ts';
import type { EgressPolicy } from '../../domain/notifications/addresses/egress-policy.ts';
import type { DispatchDepth, PendingDepth, QueueDepth } from '../../http/metrics/queue-metrics.ts';
import type { Identity } from '../../identity/identity.ts';
import { startBoardRefresher } from '../../market/background/board-refresher.ts';
import { pendingDepth, watchPending } from '../../market/price-changes/time-outs.ts';
import { finishPriceChanges } from '../../market/price-changes/unfinished-changes.ts';
import type { UnreadableDestination } from '../../notifications/queue/delivery-claim.ts';
import { DeliveryQueue } from '../../notifications/queue/delivery-queue.ts';
import type { ReportFork } from '../../processes/report-fork.ts';
import { type ReportDepth, reportDepth } from '../../reports/report-depth.ts';
import type { OpenedService } from '../service/service.ts';
import { outboxWarner } from '../start/production-warnings.ts';
import { watchApplications } from './application-access.ts';
import { followProviderAudit } from './audit-forwarding.ts';
import { watchCredentials } from './credential-expiry.ts';
import { runDispatcher } from './dispatcher.ts';
import { messageFor } from './outgoing-message.ts';
import { runReportProcesses } from './report-processes.ts';
import { startScheduledReports } from './report-schedules.ts';
import { sendersOf } from './senders.ts';
import { startSweeps } from './sweeps.ts';

type WorkerOptions = {
  /** Without it the worker does not follow which applications have access. */
  readonly provider?: Identity | undefined;
  /** Without it the worker makes no reports. */
  readonly forkReports?: ReportFork | undefined;
};

export type RunningWorker = Worker & {
  /** What waits to be sent. */
  queueDepth(): Promise<QueueDepth>;
  /** What waits to be addressed to sellers. */
  dispatchDepth(): Promise<DispatchDepth>;
  /** Price changes that wait for the operator's system. */
  pendingChanges(): Promise<PendingDepth>;
  reports(): Promise<ReportDepth>;
};

/**
 * Publishes to sellers what changed, sends what is queued, refreshes boards, makes reports, and deletes what is old.
 */
export async function runWorker(
  service: OpenedService,
  policy: EgressPolicy,
  { provider, forkReports }: WorkerOptions = {},
): Promise<RunningWorker> {
  const { config, log, metrics, market, marketThread, now, db, work } = service;
  const egress = createEgress(policy);
  const queue = queueOf(service);
  const { senders, close } = await sendersOf(service, egress);
  const warnOfOutbox = outboxWarner(config, log);
  const worker = startWorker({
    queue,
    senders,
    messageFor: (claimed) => messageFor(service, claimed),
    now,
    concurrency: config.notifyConcurrency,
    pollMs: config.notifyPollMs,
    traces: service.tracing?.deliveries,
    onAttempt: (type, { result }, durationMs, lagMs) => {
      metrics.deliveryAttempted(type, result, durationMs);
      if (result === 'delivered') metrics.deliveryArrived(type, lagMs);
      if (result === 'stored') warnOfOutbox(type);
    },
    onHiddenFailure: (reason, names) => log.warn({ reason, ...names }, "no connection is made to a seller's address"),
    onFailure: (error, names) =>
      log.warn({ err: error, ...names }, 'notifications cannot be sent or settled now; trying again'),
  });
  const dispatcher = runDispatcher(service, queue, worker.wake);
  const background = [
    dispatcher,
    startBoardRefresher(
      market.maintenance,
      (error) => log.warn({ err: error }, 'boards cannot be refreshed now; trying again'),
      { onTurn: work.watch('boards'), isElsewhere: () => marketThread.isWorking },
    ),
    ...(provider ? [watchApplications(service, provider, worker.wake), followProviderAudit(service, provider)] : []),
    ...(provider ? [watchCredentials(service, provider, worker.wake)] : []),
    finishPriceChanges(
      market.priceChanges,
      (error) => log.warn({ err: error }, 'price changes cannot be finished now; trying again'),
      work.watch('unfinished price changes'),
    ),
    watchPending(
      db,
      { mode: market.priceChanges.mode, seconds: config.priceChangeSeconds, now },
      (error) => log.warn({ err: error }, 'pending price changes cannot be ended now; trying again'),
      work.watch('pending price changes'),
    ),
    ...(forkReports ? [runReportProcesses(service, forkReports), startScheduledReports(service, provider)] : []),
    ...startSweeps(service),
  ];
  return {
    ...worker,
    queueDepth: () => queue.depth(),
    dispatchDepth: () => dispatcher.depth(),
    pendingChanges: () => pendingDepth(db, now()),
    reports: () => reportDepth(db, now()),
    async stop() {
      await Promise.all([worker, ...background].map((part) => part.stop()));
      await Promise.all([egress.close(), close()]);
    },
  };
}

function queueOf({ config, log, db, key, now, notifications, metrics }: OpenedService): DeliveryQueue {
  const sellerEvents = notifications.events;
  const times = {
    source: sellerEvents.source,
    leaseMs: config.notifyTimeoutMs + config.notifyLeaseMarginMs,
    retries: { delaysMs: config.notifyRetryMs },
    testRetries: { delaysMs: config.notifyTestRetryMs },
    suspendAfterMs: config.notifySuspendSeconds * 1_000,
    maxPerSeller: Math.max(1, Math.floor(config.notifyConcurrency / 4)),
  };
  const onUnreadable = (destination: UnreadableDestination) =>
    log.error(
      { ...destination },
      'the settings of a destination cannot be decrypted: nothing is sent to it. Check OPERATOR_KEY.',
    );
  return new DeliveryQueue({ db, key, now, times, sellerEvents, onUnreadable, onTally: metrics.tallied });
}
