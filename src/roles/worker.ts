import type { Config } from '../config.ts';
import { repeatSweep } from '../db/sweep.ts';
import type { OutgoingMessage } from '../delivery/channel.ts';
import { createEgress } from '../delivery/egress.ts';
import { deleteOldOutboxFiles } from '../delivery/outbox.ts';
import { startWorker, type Worker } from '../delivery/worker.ts';
import type { Delivery } from '../domain/notifications/delivery.ts';
import type { Destination } from '../domain/notifications/destination.ts';
import type { Metrics } from '../http/server/metrics.ts';
import type { Log } from '../log.ts';
import { DeliveryQueue } from '../notifications/delivery-queue.ts';
import { applyRetention } from '../notifications/delivery-retention.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { channelsOf } from './channels.ts';
import { type NotificationParts, publicUrlOf } from './notifications.ts';

const RETENTION_EVERY_MS = 30_000;
const OUTBOX_EVERY_MS = 600_000;

export type RunningWorker = Pick<Worker, 'stop' | 'isFailing'>;

/** Sends what is queued, and deletes what is older than NOTIFY_KEEP_SECONDS. */
export function runWorker(config: Config, parts: NotificationParts, log: Log, metrics: Metrics): RunningWorker {
  const { db, key, now, notifications, policy } = parts;
  const egress = createEgress(policy, {
    onBlocked: (reason) => log.warn({ reason }, "no connection is made to a seller's address"),
  });
  const times = {
    leaseMs: config.notifyTimeoutMs + config.notifyLeaseMarginMs,
    retries: { delaysMs: config.notifyRetryMs },
    testRetries: { delaysMs: config.notifyTestRetryMs },
    suspendAfterMs: config.notifySuspendSeconds * 1_000,
    maxPerSeller: Math.max(1, Math.floor(config.notifyConcurrency / 4)),
  };
  const queue = new DeliveryQueue(db, key, now, times, (channelId) =>
    log.error(
      { channelId },
      'the settings of a destination cannot be decrypted: nothing is sent to it. Check OPERATOR_KEY.',
    ),
  );
  const { channels, close } = channelsOf({ config, egress, key, vapid: parts.vapid, now });
  const worker = startWorker({
    queue,
    channels,
    messageFor: (delivery, destination) => messageFor(notifications, publicUrlOf(config), delivery, destination),
    now,
    concurrency: config.notifyConcurrency,
    pollMs: config.notifyPollMs,
    onAttempt: (type, { result }, durationMs) => metrics.deliveryAttempted(type, result, durationMs),
    onFailure: (error) => log.warn({ err: error }, 'notifications cannot be sent or settled now; trying again'),
  });
  parts.hooks.onQueued = worker.wake;
  metrics.watchQueue(() => queue.depth());
  const keepMs = config.notifyKeepSeconds * 1_000;
  const sweepers = [
    repeatSweep(
      (signal) => applyRetention(db, now(), keepMs, signal),
      RETENTION_EVERY_MS,
      (error) => log.warn({ err: error }, 'old deliveries cannot be deleted now; trying again'),
    ),
    repeatSweep(
      (signal) => deleteOldOutboxFiles(config.dataDir, Date.now() - keepMs, signal),
      OUTBOX_EVERY_MS,
      (error) => log.warn({ err: error }, 'old files of the outbox cannot be deleted now; trying again'),
    ),
  ];
  return {
    isFailing: worker.isFailing,
    async stop() {
      await Promise.all([worker.stop(), ...sweepers.map((sweeper) => sweeper.stop())]);
      await Promise.all([egress.close(), close()]);
    },
  };
}

/** A delivery with its signing secrets, or with the confirmation that the owner of its address has to give first. */
function messageFor(
  notifications: Notifications,
  base: string,
  delivery: Delivery,
  destination: Destination,
): OutgoingMessage {
  const secrets = destination.type === 'WEBHOOKS' ? notifications.destinations.secretsOf(destination) : [];
  const request = notifications.confirmations.confirmationRequestOf(destination, delivery);
  if (request === undefined) return { delivery, destination, secrets };
  const { token, code, expiresMs } = request;
  return {
    delivery,
    destination,
    secrets,
    confirmation: { url: `${base}/confirmations/v4/links/${token}`, code, expiresMs },
  };
}
