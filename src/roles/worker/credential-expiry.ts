import { repeatSweep, type Sweeper } from '../../db/sweep.ts';
import type { Identity } from '../../identity/identity.ts';
import { publishExpiring } from '../../notifications/applications/credential-notices.ts';
import type { OpenedService } from '../service/service.ts';

const INTERVAL_MS = 600_000;

/** Publishes which secrets and accesses of applications end soon. `onQueued` is called after deliveries were queued. */
export function watchCredentials(service: OpenedService, provider: Identity, onQueued: () => void): Sweeper {
  const { log, db, now, notifications } = service;
  const run = async () => {
    if (!(await provider.knowsExpiry())) return;
    const parts = { db, now, sellerEvents: notifications.events };
    const published = await publishExpiring(parts, (type, after) => provider.expiringCredentials(type, after));
    if (published === 0) return;
    onQueued();
    log.info({ published }, 'sellers were told of secrets and accesses that end soon');
  };
  return repeatSweep('credential expiry', run, INTERVAL_MS, {
    onFailure: (error) =>
      log.warn({ err: error }, 'the identity provider does not say which secrets end soon; sellers are told later'),
    onTurn: service.work.watch('credentials'),
  });
}
