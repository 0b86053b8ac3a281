import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { keepSynchronized, storeClock } from '../db/store-clock.ts';
import type { OutgoingMessage } from '../delivery/channel.ts';
import { startCleanup } from '../delivery/cleanup.ts';
import { createEgress } from '../delivery/egress.ts';
import { deleteOldOutboxFiles } from '../delivery/outbox.ts';
import { startWorker, type Worker } from '../delivery/worker.ts';
import type { Delivery } from '../domain/notifications/delivery.ts';
import type { Destination } from '../domain/notifications/destination.ts';
import type { EgressPolicy, HostAndPort } from '../domain/notifications/egress-policy.ts';
import type { Metrics } from '../http/server/metrics.ts';
import type { Log } from '../log.ts';
import { DeliveryQueue } from '../notifications/delivery-queue.ts';
import { applyRetention } from '../notifications/delivery-retention.ts';
import { latestEngineTime } from '../notifications/engine-time.ts';
import { Notifications } from '../notifications/notifications.ts';
import { type OperatorKey, operatorKeyOf } from '../notifications/operator-key.ts';
import { type VapidKeys, vapidKeysOf } from '../notifications/vapid-keys.ts';
import { channelsOf } from './channels.ts';
import { cannotStart } from './store.ts';

/** What the door and the worker share. */
export type NotificationParts = {
  db: Db;
  key: OperatorKey;
  now: () => number;
  notifications: Notifications;
  /** With which the service proves itself to push services. */
  vapid: VapidKeys;
  policy: EgressPolicy & { ownPorts: number[]; loopback: boolean };
  /** Who hears of what is queued and of what is pulled; set when the worker and the metrics of this process are there. */
  worker: { wake(): void; pulled(count: number): void };
  /** Stops following the clock of the store. */
  stop(): Promise<void>;
};

export type NotificationOptions = { isDemo: boolean; log: Log; synchronizeEveryMs?: number };

export async function notificationsOf(
  config: Config,
  db: Db,
  { isDemo, log, synchronizeEveryMs }: NotificationOptions,
): Promise<NotificationParts> {
  const key = await operatorKeyOf(db, config.operatorKey).catch(cannotStart);
  const clock = await storeClock(db, { latestKnownMs: () => latestEngineTime(db) });
  const { now } = clock;
  const worker: NotificationParts['worker'] = { wake: () => undefined, pulled: () => undefined };
  const notifications = new Notifications({
    db,
    key,
    now,
    source: `${publicUrlOf(config)}/notifications/v4`,
    times: { deliveryLifetimeMs: config.notifyLifetimeSeconds * 1_000 },
    onQueued: () => worker.wake(),
    onPulled: (count) => worker.pulled(count),
  });
  const vapid = await vapidKeysOf(db, key);
  const synchronization = keepSynchronized(
    clock,
    (error) => log.warn({ err: error }, "the store's clock cannot be read; trying again in a minute"),
    synchronizeEveryMs,
  );
  const { stop } = synchronization;
  return { db, key, now, notifications, vapid, policy: policyOf(config, isDemo), worker, stop };
}

/** How people and receivers come back to the service. */
const publicUrlOf = ({ publicUrl, host, port }: Config) => publicUrl ?? `http://${host}:${port}`;

/** A delivery with what it is signed with, or with the question that its address's owner has to answer first. */
function messageFor(
  notifications: Notifications,
  base: string,
  delivery: Delivery,
  destination: Destination,
): OutgoingMessage {
  const secrets = destination.type === 'WEBHOOKS' ? notifications.destinations.secretsOf(destination) : [];
  const question = notifications.confirmations.confirmationRequestOf(destination, delivery);
  if (question === undefined) return { delivery, destination, secrets };
  const { token, code, expiresMs } = question;
  return {
    delivery,
    destination,
    secrets,
    confirmation: { url: `${base}/confirmations/v4/links/${token}`, code, expiresMs },
  };
}

/** What a seller's address may lead to: public places, and what the operator allows; never the service's own parts. */
function policyOf(config: Config, isDemo: boolean): NotificationParts['policy'] {
  const database = config.databaseUrl === undefined ? undefined : new URL(config.databaseUrl);
  return {
    allow: config.notifyEgressAllow ?? [],
    loopback: isDemo,
    // A port of 0 is one that the system chooses: added when it is known.
    ownPorts: [config.port, config.adminPort, ...(config.idpIssuer ? [] : [config.idpPort])].filter((port) => port > 0),
    forbidden: [
      ...(database ? [{ host: database.hostname, port: Number(database.port || 5432) }] : []),
      ...[config.smtpUrl, config.smsGatewayUrl, config.idpIssuer].flatMap((text) => endpointOf(text) ?? []),
    ],
  };
}

/** A part that the operator runs beside the service. */
function endpointOf(text: string | undefined): HostAndPort | undefined {
  const url = text === undefined ? null : URL.parse(text);
  const usual: Record<string, number> = { 'smtp:': 587, 'smtps:': 465, 'http:': 80, 'https:': 443 };
  return url ? { host: url.hostname, port: Number(url.port || usual[url.protocol]) } : undefined;
}

/** The worker: sends what is queued, and keeps the tables small. */
export function runWorker(config: Config, parts: NotificationParts, log: Log, metrics: Metrics): Pick<Worker, 'stop'> {
  const { db, key, now, notifications, policy } = parts;
  const egress = createEgress(policy);
  const times = {
    leaseMs: config.notifyTimeoutMs + config.notifyLeaseMarginMs,
    retries: { delaysMs: config.notifyRetryMs },
    testRetries: { delaysMs: config.notifyTestRetryMs },
    suspendAfterMs: config.notifySuspendSeconds * 1_000,
    maxPerSeller: Math.max(1, Math.floor(config.notifyConcurrency / 4)),
  };
  const queue = new DeliveryQueue(db, key, now, times, (channelId) =>
    log.error({ channelId }, 'the settings of a destination cannot be read: nothing is sent to it'),
  );
  const { channels, close } = channelsOf({ config, egress, key, vapid: parts.vapid });
  const worker = startWorker({
    queue,
    channels,
    messageFor: (delivery, destination) => messageFor(notifications, publicUrlOf(config), delivery, destination),
    now,
    concurrency: config.notifyConcurrency,
    pollMs: config.notifyPollMs,
    onAttempt: (type, { result }, durationMs) => metrics.deliveryAttempted(type, result, durationMs),
    onFailure: (error) => log.warn({ err: error }, 'notifications cannot be sent or settled at the moment'),
  });
  parts.worker.wake = worker.wake;
  metrics.watchQueue(() => queue.depth());
  const cleanup = startCleanup(
    async () => {
      await deleteOldOutboxFiles(config.dataDir, Date.now() - config.notifyKeepSeconds * 1_000);
      return applyRetention(db, now(), config.notifyKeepSeconds * 1_000);
    },
    (error) => log.warn({ err: error }, 'the log of deliveries cannot be tidied at the moment'),
  );
  return {
    async stop() {
      await Promise.all([worker.stop(), cleanup.stop()]);
      await Promise.all([egress.close(), close()]);
    },
  };
}
