import type { Config } from '../config.ts';
import { createAdminApp } from '../http/server/admin.ts';
import { rejectRelayedInText } from '../http/server/stay-home.ts';
import { stopOnSignal } from '../lifecycle.ts';
import { listen } from '../listen.ts';
import { createLog } from '../log.ts';
import { Market } from '../market/market.ts';
import { adminPortOf } from './admin-port.ts';
import { grantSourceOf } from './application-access.ts';
import { metricsOf } from './metrics.ts';
import { notificationsOf } from './notifications.ts';
import { startClock } from './process-clock.ts';
import { isDemoStore } from './production.ts';
import { warnInProduction } from './production-warnings.ts';
import { readinessOf } from './readiness.ts';
import { openStore } from './store.ts';
import { type RunningWorker, runWorker } from './worker.ts';

/** The worker alone: sends what API processes have queued, and does the background work on boards. */
export async function serveWorker(config: Config): Promise<undefined> {
  const log = createLog(config.logLevel);
  const db = await openStore(config);
  const metrics = metricsOf(log);
  let worker: RunningWorker | undefined;
  const isWorkerFailing = () => worker?.isFailing() ?? false;
  const admin = createAdminApp(metrics, readinessOf({ db, log, isWorkerFailing }));
  const isDemo = await isDemoStore(config, db);
  if (isDemo && !config.demoAnywhere) rejectRelayedInText(admin);
  const adminAddress = await listen(admin, config.adminHost, adminPortOf(config, 'worker'), {
    setting: 'ADMIN_PORT',
    command: 'npm run worker',
  });
  const clock = await startClock(db, (err, text) => log.warn({ err }, text));
  const notificationParts = await notificationsOf(config, db, { isDemo, log, now: clock.now });
  const market = new Market(db, clock.now);
  await warnInProduction(config, db, market, log);
  const grants = grantSourceOf(config, log);
  worker = runWorker(config, { ...notificationParts, market, grants }, log, metrics);
  log.info({ metrics: `${adminAddress}/metrics` }, 'sending notifications');
  stopOnSignal(log, async () => {
    await Promise.all([worker?.stop(), clock.stop()]);
    await Promise.all([admin.close(), db.close(), grants?.close()]);
  });
  return undefined;
}
