import type { Config } from '../config.ts';
import { createAdminApp } from '../http/server/admin.ts';
import { rejectRelayedInText } from '../http/server/stay-home.ts';
import { stopOnSignal } from '../lifecycle.ts';
import { listen } from '../listen.ts';
import { createLog } from '../log.ts';
import { adminPortOf } from './admin-port.ts';
import { grantSourceOf } from './application-access.ts';
import { metricsOf } from './metrics.ts';
import { notificationsOf } from './notifications.ts';
import { isDemoStore } from './production.ts';
import { warnInProduction } from './production-warnings.ts';
import { readinessOf } from './readiness.ts';
import { marketOf, openStore } from './store.ts';
import { type RunningWorker, runWorker } from './worker.ts';

/** The worker alone: sends what API processes have queued. */
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
  const notificationParts = await notificationsOf(config, db, { isDemo, log });
  const market = marketOf(db);
  await warnInProduction(config, db, market, log);
  const grants = grantSourceOf(config, log);
  worker = runWorker(config, { ...notificationParts, facts: market.facts, grants }, log, metrics);
  log.info({ metrics: `${adminAddress}/metrics` }, 'sending notifications');
  stopOnSignal(log, async () => {
    await Promise.all([worker?.stop(), notificationParts.stop()]);
    await Promise.all([admin.close(), db.close(), grants?.close()]);
  });
  return undefined;
}
