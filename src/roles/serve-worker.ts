import type { Config } from '../config/config.ts';
import { createAdminApp } from '../http/app/admin.ts';
import { rejectRelayedInText } from '../http/app/local-demo.ts';
import { listen } from '../processes/listen.ts';
import { stopOnSignal } from '../processes/stop-on-signal.ts';
import { adminPortOf } from './admin-port.ts';
import { recordStart } from './audit-start.ts';
import { metricsOf, watchParts } from './metrics.ts';
import { processLog } from './processes/process-log.ts';
import { processPartsOf } from './processes/process-parts.ts';
import { warnInProduction } from './production-warnings.ts';
import { readinessOf } from './readiness.ts';
import { grantSourceOf } from './worker/application-access.ts';
import { type RunningWorker, runWorker } from './worker/worker.ts';

/** The worker alone: sends what API processes have queued, and does the background work on boards. */
export async function serveWorker(config: Config): Promise<undefined> {
  const log = processLog(config);
  const { db, clock, market, isDemo, notificationParts, tracing } = await processPartsOf(config, log);
  await recordStart(config, 'worker', { db, now: clock.now });
  const metrics = metricsOf(log, db, 'worker');
  let worker: RunningWorker | undefined;
  const isWorkerFailing = () => worker?.isFailing() ?? false;
  const readiness = readinessOf({ db, log, isWorkerFailing });
  const admin = createAdminApp(metrics, readiness);
  if (isDemo && !config.demoAnywhere) rejectRelayedInText(admin);
  const adminAddress = await listen(admin, config.adminHost, adminPortOf(config, 'worker'), {
    setting: 'ADMIN_PORT',
    command: 'npm run worker',
  });
  await warnInProduction(config, db, market, log);
  const grants = grantSourceOf(config, log);
  watchParts(metrics, { market, readiness, identity: grants });
  worker = await runWorker(config, { ...notificationParts, market, grants, tracing }, log, metrics);
  log.info({ metrics: `${adminAddress}/metrics` }, 'sending notifications');
  stopOnSignal(log, async () => {
    await Promise.all([worker?.stop(), clock.stop()]);
    await Promise.all([admin.close(), db.close(), grants?.close(), tracing?.stop()]);
    return undefined;
  });
  return undefined;
}
