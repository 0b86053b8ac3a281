import type { Config } from '../config/config.ts';
import { createAdminApp } from '../http/app/admin.ts';
import { rejectRelayedInText } from '../http/app/local-demo.ts';
import type { States } from '../http/routes/health.ts';
import type { SiteSettings } from '../http/routes/site/start-page.ts';
import type { Identity } from '../identity/identity.ts';
import { listen } from '../processes/listen.ts';
import type { ProviderForks } from '../processes/provider-process.ts';
import { stopOnSignal } from '../processes/stop-on-signal.ts';
import { adminPortOf } from './admin-port.ts';
import { type ApiServer, startApi } from './api/api-server.ts';
import { banner } from './api/banner.ts';
import { grantsUrlOf } from './api/console-sign-in.ts';
import { sharedLimitsOf } from './api/limits.ts';
import { recordStart } from './audit-start.ts';
import { demoClientOf, shownSignIn } from './demo.ts';
import { drainMsOf } from './drain-time.ts';
import { configuredClient } from './identity/configured-client.ts';
import { embeddedIssuer } from './identity/identity.ts';
import { logOwnTokens } from './identity/own-tokens.ts';
import { metricsOf, watchParts } from './metrics.ts';
import { startInstallation } from './processes/installation.ts';
import { processLog } from './processes/process-log.ts';
import { type ProcessParts, processPartsOf } from './processes/process-parts.ts';
import { isDemoStore, staysHome } from './production.ts';
import { warnInProduction, warnOfRatePlan } from './production-warnings.ts';
import { readinessOf } from './readiness.ts';
import { readinessAtStart } from './readiness-log.ts';
import { serviceUrlOf } from './service-url.ts';
import { identityWithUse } from './worker/application-access.ts';
import { type RunningWorker, runWorker } from './worker/worker.ts';

/** What `npm start` runs: the API, the identity provider, the worker and the demo. */
export async function serveAll(config: Config, forkProvider: ProviderForks | undefined): Promise<undefined> {
  const log = processLog(config);
  const installation = await startInstallation(config, forkProvider, log);
  const { db, provider, receiver, hasCreatedDemo } = installation;
  const issuer = config.idpIssuer ?? '';
  const identity =
    provider?.identity ?? identityWithUse(config, { issuer, client: configuredClient(config) }, installation, log);
  const receiverAddress = receiver?.address;
  const site = {
    demoClient: demoClientOf(config, db),
    receiverUrl: receiverAddress,
    grantsUrl: () => grantsUrlOf(config, identity),
  };
  const stopWithStore = [async () => provider?.stop(), async () => receiver?.close()];
  const parts = { ...installation, identity, site, hasWorker: true, stopWithStore };
  const { address, adminAddress, states } = await serve(config, parts);
  const apiUrl = serviceUrlOf(config, address);
  provider?.tellServiceUrl(apiUrl);
  const isDemo = await isDemoStore(config, db);
  const demo = { isDemo, signIn: isDemo ? await shownSignIn(config) : undefined, hasCreatedDemo, receiverAddress };
  log.print(banner(config, { apiUrl, adminAddress, issuer: identity.issuer, ...demo, states }));
  log.flush();
  return undefined;
}

/** The API alone, one of many processes. The identity provider and the worker run elsewhere. */
export async function serveApi(config: Config): Promise<undefined> {
  const client = configuredClient(config);
  const log = processLog(config);
  const parts = await processPartsOf(config, log);
  await recordStart(config, 'api', { db: parts.db, now: parts.clock.now });
  const issuer = config.idpIssuer ?? embeddedIssuer(config);
  const identity = identityWithUse(config, { issuer, client }, parts, log);
  const site = { demoClient: demoClientOf(config, parts.db), grantsUrl: () => grantsUrlOf(config, identity) };
  await warnInProduction(config, parts.db, parts.market, log);
  logOwnTokens(config, log);
  warnOfRatePlan(config, log);
  await serve(config, { ...parts, identity, site, hasWorker: false, stopWithStore: [] });
  return undefined;
}

type ServeParts = ProcessParts & {
  identity: Identity;
  site: SiteSettings;
  /** Whether this process also sends notifications. */
  hasWorker: boolean;
  /** Stopped together with the store, when nothing uses them any more. One that had to abort requests resolves to true. */
  stopWithStore: (() => Promise<unknown>)[];
};

type Serving = { address: string; adminAddress: string; states: States };

/** One process: the API, the admin port and, beside them, the worker. */
async function serve(config: Config, parts: ServeParts): Promise<Serving> {
  const { log, db, market, identity, notificationParts } = parts;
  log.debug({ settings: config.described }, 'settings');
  const metrics = metricsOf(log, db, parts.hasWorker ? 'all' : 'api');
  const sharedLimits = await sharedLimitsOf(config, log, metrics);
  let worker: RunningWorker | undefined;
  const isWorkerFailing = parts.hasWorker ? () => worker?.isFailing() ?? false : undefined;
  const readiness = readinessOf({ db, log, identity, isWorkerFailing, sharedLimits });
  watchParts(metrics, { market, readiness, identity });
  let api: ApiServer | undefined;
  const admin = createAdminApp(metrics, readiness, () => api?.app.isDraining() ?? false);
  if (staysHome(config)) rejectRelayedInText(admin);
  const command = parts.hasWorker ? 'npm start' : 'npm run api';
  api = await startApi(config, { ...parts, metrics, readiness, sharedLimits }, command);
  const { app, address } = api;
  const adminPort = adminPortOf(config, 'api');
  const adminAddress = await listen(admin, config.adminHost, adminPort, { setting: 'ADMIN_PORT', command });
  notificationParts.policy.ownPorts.push(Number(new URL(adminAddress).port));
  const workerParts = { ...notificationParts, market, grants: identity, tracing: parts.tracing };
  if (parts.hasWorker) worker = await runWorker(config, workerParts, log, metrics);
  const drainMs = drainMsOf(config);
  const stop = async () => {
    // The admin server, the provider and the worker outlive the API: its last requests need them.
    await app.drain(drainMs);
    await app.close();
    const background = [worker?.stop(), parts.clock.stop(), sharedLimits?.stop()];
    await Promise.all([admin.close(), identity.close(), ...background]);
    const beside = parts.stopWithStore.map((stopPart) => stopPart());
    const [, , ...ends] = await Promise.all([db.close(), parts.tracing?.stop(), ...beside]);
    return ends.includes(true);
  };
  stopOnSignal(log, stop, { drainMs, running: () => app.unanswered() });
  return { address, adminAddress, states: await readinessAtStart(readiness, log) };
}
