import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import type { Log } from '../log/log.ts';
import type { OperatorKey } from '../notifications/keys/operator-key.ts';
import { KEY_FILE } from '../notifications/keys/operator-key-file.ts';
import { type KeySources, operatorKeyOf } from '../notifications/keys/operator-key-source.ts';
import { type VapidKeys, vapidKeysOf } from '../notifications/keys/vapid-keys.ts';
import { Notifications } from '../notifications/notifications.ts';
import { cannotStart } from './cannot-start.ts';
import { isPublic } from './production.ts';
import { egressPolicyOf, type MutableEgressPolicy } from './worker/egress-policy.ts';

/** What the HTTP layer and the worker share. */
export type NotificationParts = {
  db: Db;
  key: OperatorKey;
  /** The store clock. */
  now: () => number;
  notifications: Notifications;
  /** The key pair that identifies the service to push services. */
  vapid: VapidKeys;
  policy: MutableEgressPolicy;
  /** Set later, when the worker and the metrics of this process exist. */
  hooks: { onQueued(): void; onPulled(count: number): void };
};

/** `now` is the store clock. */
export type NotificationOptions = { isDemo: boolean; log: Log; now: () => number };

export async function notificationsOf(
  config: Config,
  db: Db,
  { isDemo, log, now }: NotificationOptions,
): Promise<NotificationParts> {
  const key = await operatorKeyOf(db, { ...keySourcesOf(config), warn: (text) => log.warn(text) }).catch(cannotStart);
  const hooks: NotificationParts['hooks'] = { onQueued: () => undefined, onPulled: () => undefined };
  const notifications = new Notifications({
    db,
    key,
    now,
    source: `${publicUrlOf(config)}/notifications/v4`,
    times: { deliveryLifetimeMs: config.notifyLifetimeSeconds * 1_000 },
    onQueued: () => hooks.onQueued(),
    onPulled: (count) => hooks.onPulled(count),
  });
  const vapid = await vapidKeysOf(db, key);
  return { db, key, now, notifications, vapid, policy: egressPolicyOf(config, isDemo), hooks };
}

/** The public service on PostgreSQL has its key in its settings: a file on one machine does not help the others. */
export const keySourcesOf = (config: Config): KeySources => ({
  configured: config.operatorKey,
  file: join(config.dataDir, KEY_FILE),
  mayGenerate: config.databaseUrl === undefined || !isPublic(config),
});

/** How clients, people and receivers reach the service. */
export const publicUrlOf = ({ publicUrl, host, port }: Config): string => publicUrl ?? `http://${host}:${port}`;
