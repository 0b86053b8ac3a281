import type { Config } from '../../config/config.ts';
import { createEgress } from '../../delivery/egress.ts';
import { deleteOldOutboxFiles } from '../../delivery/outbox.ts';
import { startWorker, type Worker } from '../../delivery/worker.ts';
import type { Metrics } from '../../http/metrics/metrics.ts';
import type { Log } from '../../log/log.ts';
import { startBoardRefresher } from '../../market/background/board-refresher.ts';
import type { Market } from '../../market/market.ts';
import { keepHistory } from '../../market/projections/history/retention.ts';
import { DeliveryQueue } from '../../notifications/queue/delivery-queue.ts';
import { applyRetention } from '../../notifications/retention/delivery-retention.ts';
import { careForAudit } from '../audit.ts';
import type { NotificationParts } from '../notifications.ts';
import { outboxWarner } from '../production-warnings.ts';
import type { Tracing } from '../tracing.ts';
import { type GrantSource, watchApplications } from './application-access.ts';
import { channelsOf } from './channels.ts';
import { countedSweep } from './counted-sweep.ts';
import { runDispatcher } from './dispatcher.ts';
import { messageFor } from './outgoing-message.ts';

const RETENTION_EVERY_MS = 30_000;
const OUTBOX_EVERY_MS = 600_000;
const HISTORY_EVERY_MS = 10_000;

export type RunningWorker = Pick<Worker, 'stop' | 'isFailing'>;

/** Tells sellers what changed, sends what is queued, refreshes boards, and deletes what is older than NOTIFY_KEEP_SECONDS and HISTORY_DAYS. */
export async function runWorker(
  config: Config,
  parts: NotificationParts & { market: Market; grants?: GrantSource | undefined; tracing?: Tracing | undefined },
  log: Log,
  metrics: Metrics,
): Promise<RunningWorker> {
  const { db, key, now, notifications, policy, market } = parts;
  const { facts } = market;
  const egress = createEgress(policy, {
    onBlocked: (reason) => log.warn({ reason }, "no connection is made to a seller's address"),
  });
  const times = {
    source: notifications.events.source,
    leaseMs: config.notifyTimeoutMs + config.notifyLeaseMarginMs,
    retries: { delaysMs: config.notifyRetryMs },
    testRetries: { delaysMs: config.notifyTestRetryMs },
    suspendAfterMs: config.notifySuspendSeconds * 1_000,
    maxPerSeller: Math.max(1, Math.floor(config.notifyConcurrency / 4)),
  };
  const onUnreadable = (channelId: string) =>
    log.error(
      { channelId },
      'the settings of a destination cannot be decrypted: nothing is sent to it. Check OPERATOR_KEY.',
    );
  const sellerEvents = notifications.events;
  const queue = new DeliveryQueue({ db, key, now, times, sellerEvents, onUnreadable, onTally: metrics.tallied });
  const { channels, close } = await channelsOf({ config, egress, key, vapid: parts.vapid, now });
  const warnOfOutbox = outboxWarner(config, log);
  const worker = startWorker({
    queue,
    channels,
    messageFor: (claimed) => messageFor({ config, notifications, facts }, claimed),
    now,
    concurrency: config.notifyConcurrency,
    pollMs: config.notifyPollMs,
    traces: parts.tracing?.deliveries,
    onAttempt: (type, { result }, durationMs, lagMs) => {
      metrics.deliveryAttempted(type, result, durationMs);
      if (result === 'delivered') metrics.deliveryArrived(type, lagMs);
      if (result === 'stored') warnOfOutbox(type);
    },
    onFailure: (error) => log.warn({ err: error }, 'notifications cannot be sent or settled now; trying again'),
  });
  parts.hooks.onQueued = worker.wake;
  const dispatcher = runDispatcher(config, { ...parts, queue, onQueued: worker.wake }, log, metrics);
  metrics.watchQueue(() => queue.depth());
  const keepMs = config.notifyKeepSeconds * 1_000;
  const sweepers = [
    countedSweep(metrics, {
      name: 'deliveries',
      run: (signal) => applyRetention(db, now(), keepMs, signal),
      idleMs: RETENTION_EVERY_MS,
      onFailure: (error) => log.warn({ err: error }, 'old deliveries cannot be deleted now; trying again'),
    }),
    countedSweep(metrics, {
      name: 'outbox',
      run: (signal) => deleteOldOutboxFiles(config.dataDir, Date.now() - keepMs, signal),
      idleMs: OUTBOX_EVERY_MS,
      onFailure: (error) => log.warn({ err: error }, 'old files of the outbox cannot be deleted now; trying again'),
    }),
    countedSweep(metrics, {
      name: 'history',
      run: (signal) => keepHistory(db, now(), config.historyDays, signal),
      idleMs: HISTORY_EVERY_MS,
      onFailure: (error) => log.warn({ err: error }, 'old price history cannot be deleted now; trying again'),
    }),
    ...careForAudit({ db, now }, config, log, metrics),
  ];
  const boards = startBoardRefresher(market.maintenance, (error) =>
    log.warn({ err: error }, 'boards cannot be refreshed now; trying again'),
  );
  const applications = watchApplications(config, { ...parts, facts, onTally: metrics.tallied }, parts.grants, log);
  return {
    isFailing: worker.isFailing,
    async stop() {
      await Promise.all([
        worker.stop(),
        boards.stop(),
        dispatcher.stop(),
        applications?.stop(),
        ...sweepers.map((sweeper) => sweeper.stop()),
      ]);
      await Promise.all([egress.close(), close()]);
    },
  };
}
