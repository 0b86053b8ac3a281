import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { checkWebhookUrl } from '../domain/notifications/addresses/webhook-url.ts';
import { isLoopbackHost } from '../domain/relay.ts';
import type { States } from '../http/routes/health.ts';
import type { SiteParts } from '../http/routes/site/start-page.ts';
import { createAdminApp } from '../http/server/admin.ts';
import { pathGroupsOf } from '../http/server/path-groups.ts';
import { rejectRelayedInText } from '../http/server/stay-home.ts';
import type { Identity } from '../identity/identity.ts';
import { stopOnSignal } from '../lifecycle.ts';
import { cannotListen, listen } from '../listen.ts';
import { createLog, type Log } from '../log.ts';
import { Market } from '../market/market.ts';
import { applyLiveChanges } from '../market/records/live-changes.ts';
import { acceptReport } from '../notifications/sms-report.ts';
import { startDemoReceiver } from '../receiver/demo-receiver.ts';
import { adminPortOf } from './admin-port.ts';
import { appOf } from './app.ts';
import { identityWithUse } from './application-access.ts';
import { banner } from './banner.ts';
import { brandOf } from './brand.ts';
import { configuredClient } from './configured-client.ts';
import { consoleClientIdOf, grantsUrlOf } from './console-sign-in.ts';
import { checkBothStores, recordProvider } from './data-folder.ts';
import { demoClientOf, makeDemoData, makeDemoDestinations } from './demo.ts';
import { drainMsOf } from './drain-time.ts';
import { allowReceiver } from './egress-policy.ts';
import { startEmbeddedProvider } from './embedded-provider.ts';
import { embeddedIssuer } from './identity.ts';
import { metricsOf } from './metrics.ts';
import { type NotificationParts, notificationsOf } from './notifications.ts';
import { type ProcessClock, startClock } from './process-clock.ts';
import { isDemoStore, staysHome } from './production.ts';
import { warnInProduction } from './production-warnings.ts';
import { readinessOf } from './readiness.ts';
import { readinessAtStart } from './readiness-log.ts';
import { serviceUrlOf } from './service-url.ts';
import { openStore } from './store.ts';
import { type RunningWorker, runWorker } from './worker.ts';

/** What `npm start` runs: the API, the identity provider, the worker and the demo. `entry` is the file that starts roles. */
export async function serveAll(config: Config, entry: string): Promise<undefined> {
  const log = createLog(config.logLevel);
  if (config.demoAnywhere) log.warn('DEMO_ANYWHERE is on: anyone who can reach the service can use the demo clients');
  await checkBothStores(config, log);
  const db = await openStore(config);
  const clock = await startClock(db, (err, text) => log.warn({ err }, text));
  const market = new Market(db, clock.now);
  const hasCreatedDemo = await makeDemoData(config, db, market);
  const isDemo = await isDemoStore(config, db);
  const notificationParts = await notificationsOf(config, db, { isDemo, log, now: clock.now });
  await warnInProduction(config, db, market, log);
  const receiver = isDemo ? await startReceiver(config) : undefined;
  if (receiver) allowReceiver(notificationParts.policy, receiver.address);
  if (receiver) await makeDemoDestinations(db, notificationParts.notifications, receiver.address);
  const provider = config.idpIssuer
    ? undefined
    : await startEmbeddedProvider(config, entry, { log, isDemoStore: isDemo }, (port) =>
        notificationParts.policy.ownPorts.push(port),
      );
  if (provider) await recordProvider(db);
  const identity =
    provider?.identity ??
    identityWithUse(
      config,
      { issuer: config.idpIssuer ?? '', client: configuredClient(config) },
      notificationParts,
      log,
    );
  const stopWithStore = [() => provider?.stop(), () => receiver?.close()];
  const site = {
    demoClient: demoClientOf(config, db),
    receiverUrl: receiver?.address,
    grantsUrl: () => grantsUrlOf(config, identity),
  };
  const parts = { log, db, clock, market, identity, notificationParts, site, hasWorker: true, stopWithStore };
  const { address, adminAddress, states } = await serve(config, parts);
  const apiUrl = serviceUrlOf(config, address);
  provider?.tellServiceUrl(apiUrl);
  const receiverAddress = receiver?.address;
  const facts = { apiUrl, adminAddress, issuer: identity.issuer, receiverAddress, hasCreatedDemo, states };
  log.print(banner(config, facts));
  log.flush();
  return undefined;
}

/** The API alone, one of many processes. The identity provider and the worker run elsewhere. */
export async function serveApi(config: Config): Promise<undefined> {
  const client = configuredClient(config);
  const log = createLog(config.logLevel);
  const db = await openStore(config);
  const isDemo = await isDemoStore(config, db);
  const clock = await startClock(db, (err, text) => log.warn({ err }, text));
  const notificationParts = await notificationsOf(config, db, { isDemo, log, now: clock.now });
  const issuer = config.idpIssuer ?? embeddedIssuer(config);
  const identity = identityWithUse(config, { issuer, client }, notificationParts, log);
  const site = { demoClient: demoClientOf(config, db), grantsUrl: () => grantsUrlOf(config, identity) };
  const market = new Market(db, clock.now);
  await warnInProduction(config, db, market, log);
  const parts = { log, db, clock, market, identity, notificationParts, site };
  await serve(config, { ...parts, hasWorker: false, stopWithStore: [] });
  return undefined;
}

const DEMO_STAYS_HOME =
  'this is a demo, whose passwords are public: requests for another host than localhost get 421. Set PUBLIC_URL to serve others';

type ServeParts = {
  log: Log;
  db: Db;
  clock: ProcessClock;
  market: Market;
  identity: Identity;
  notificationParts: NotificationParts;
  site: SiteParts;
  /** Whether this process also sends notifications. */
  hasWorker: boolean;
  /** Stopped together with the store, when nothing uses them any more. */
  stopWithStore: (() => Promise<void> | undefined)[];
};

type Serving = { address: string; adminAddress: string; states: States };

async function serve(config: Config, parts: ServeParts): Promise<Serving> {
  const { log, db, market, identity, notificationParts } = parts;
  const { notifications, policy, vapid, hooks } = notificationParts;
  log.debug({ settings: config.described }, 'settings');
  const metrics = metricsOf(log);
  hooks.onPulled = (count) => {
    for (let n = 0; n < count; n += 1) metrics.deliveryAttempted('PULL', 'delivered', 0);
  };
  let worker: RunningWorker | undefined;
  const isWorkerFailing = parts.hasWorker ? () => worker?.isFailing() ?? false : undefined;
  const readiness = readinessOf({ db, log, identity, isWorkerFailing });
  const admin = createAdminApp(metrics, readiness, () => app.isDraining());
  if (staysHome(config)) {
    rejectRelayedInText(admin);
    if (!isLoopbackHost(config.host)) log.warn({ host: config.host }, DEMO_STAYS_HOME);
  }
  const groups = pathGroupsOf({
    readiness,
    identity,
    market,
    notifications,
    consoleClientId: consoleClientIdOf(config),
    pushKey: vapid.publicKey,
    reportSms: (token, report) => acceptReport(notificationParts, token, report),
    checkUrl: (text) => checkWebhookUrl(text, policy),
    applyStream: (chunks, options) => applyLiveChanges(market, chunks, options),
  });
  const readSnapshot: Db['readSnapshot'] = (work) => db.readSnapshot(work);
  let address: string | undefined;
  const serviceUrl = () => serviceUrlOf(config, address);
  const app = await appOf(config, groups, identity, log, metrics, { readSnapshot, site: parts.site, serviceUrl });
  const command = parts.hasWorker ? 'npm start' : 'npm run api';
  address = await listen(app, config.host, config.port, { setting: 'PORT', command });
  const adminPort = adminPortOf(config, 'api');
  const adminAddress = await listen(admin, config.adminHost, adminPort, { setting: 'ADMIN_PORT', command });
  policy.ownPorts.push(...[address, adminAddress].map((url) => Number(new URL(url).port)));
  const workerParts = { ...notificationParts, market, grants: identity };
  if (parts.hasWorker) worker = runWorker(config, workerParts, log, metrics);
  const drainMs = drainMsOf(config);
  const stop = async () => {
    // The admin server, the provider and the worker outlive the API: its last requests need them.
    await app.drain(drainMs);
    await app.close();
    const background = [worker?.stop(), parts.clock.stop()];
    await Promise.all([admin.close(), identity.close(), ...background]);
    await Promise.all([db.close(), ...parts.stopWithStore.map((stopPart) => stopPart())]);
  };
  stopOnSignal(log, stop, drainMs);
  return { address, adminAddress, states: await readinessAtStart(readiness, log) };
}

function startReceiver(config: Config) {
  return startDemoReceiver({ port: config.demoReceiverPort, host: '127.0.0.1', brand: brandOf(config) }).catch(
    (error) =>
      cannotListen(error, '127.0.0.1', config.demoReceiverPort, {
        setting: 'DEMO_RECEIVER_PORT',
        command: 'npm start',
      }),
  );
}
