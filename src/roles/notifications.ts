import type { Config } from '../config.ts';
import type { Parcel } from '../delivery/channel.ts';
import { createEgress } from '../delivery/egress.ts';
import { keepTidy } from '../delivery/upkeep.ts';
import { startWorker, type Worker } from '../delivery/worker.ts';
import type { Delivery } from '../domain/delivery.ts';
import type { Destination } from '../domain/destination.ts';
import type { EgressPolicy } from '../domain/egress-policy.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Log } from '../log.ts';
import type { Db } from '../store/db.ts';
import { DeliveryQueue } from '../store/delivery-queue.ts';
import { tidyDeliveries } from '../store/delivery-upkeep.ts';
import { engineClock } from '../store/engine-clock.ts';
import { Notifications } from '../store/notifications.ts';
import { type OperatorKey, operatorKeyOf } from '../store/operator-key.ts';
import { type VapidKeys, vapidKeysOf } from '../store/vapid-keys.ts';
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
  /** Called when something is queued; set when a worker runs in this process. */
  worker: { wake(): void };
};

export async function notificationsOf(config: Config, db: Db, isDemo: boolean): Promise<NotificationParts> {
  const key = await operatorKeyOf(db, config.operatorKey).catch(cannotStart);
  const now = await engineClock(db);
  const worker = { wake: () => undefined };
  const notifications = new Notifications({
    db,
    key,
    now,
    source: `${publicUrlOf(config)}/notifications/v4`,
    times: { deliveryLifetimeMs: config.notifyLifetimeSeconds * 1_000 },
    onQueued: () => worker.wake(),
  });
  const vapid = await vapidKeysOf(db, key);
  return { db, key, now, notifications, vapid, policy: policyOf(config, isDemo), worker };
}

/** How people and receivers come back to the service. */
const publicUrlOf = ({ publicUrl, host, port }: Config) => publicUrl ?? `http://${host}:${port}`;

/** A delivery with what it is signed with, or with the question that its address's owner has to answer first. */
function parcelOf(notifications: Notifications, base: string, delivery: Delivery, destination: Destination): Parcel {
  const secrets = destination.type === 'WEBHOOKS' ? notifications.secretsOf(destination) : [];
  const question = notifications.confirmations.questionOf(destination, delivery);
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
    forbidden: database ? [{ host: database.hostname, port: Number(database.port || 5432) }] : [],
  };
}

/** The worker: sends what is queued, and keeps the tables small. */
export function runWorker(config: Config, parts: NotificationParts, log: Log, metrics: Metrics): Pick<Worker, 'stop'> {
  const { db, key, now, notifications, policy } = parts;
  const egress = createEgress(policy);
  const queue = new DeliveryQueue(db, key, now, {
    leaseMs: config.notifyTimeoutMs + config.notifyLeaseMarginMs,
    retries: { delaysMs: config.notifyRetryMs },
    testRetries: { delaysMs: config.notifyTestRetryMs },
    suspendAfterMs: config.notifySuspendSeconds * 1_000,
    mostPerSeller: Math.max(1, Math.floor(config.notifyConcurrency / 4)),
  });
  const { channels, close } = channelsOf({ config, egress, key, vapid: parts.vapid });
  const worker = startWorker({
    queue,
    channels,
    parcelOf: (delivery, destination) => parcelOf(notifications, publicUrlOf(config), delivery, destination),
    now,
    concurrency: config.notifyConcurrency,
    pollMs: config.notifyPollMs,
    onAttempt: (type, { result }, durationMs) => metrics.deliveryAttempted(type, result, durationMs),
    onFailure: (error) => log.warn({ err: error }, 'notifications cannot be sent or settled at the moment'),
  });
  parts.worker.wake = worker.wake;
  metrics.watchQueue(() => queue.depth());
  const upkeep = keepTidy(
    () => tidyDeliveries(db, now(), config.notifyKeepSeconds * 1_000),
    (error) => log.warn({ err: error }, 'the log of deliveries cannot be tidied at the moment'),
  );
  return {
    async stop() {
      await Promise.all([worker.stop(), upkeep.stop()]);
      await Promise.all([egress.close(), close()]);
    },
  };
}
