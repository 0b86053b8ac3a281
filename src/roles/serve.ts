import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { checkWebhookUrl } from '../domain/notifications/webhook-url.ts';
import { createAdminApp } from '../http/server/admin.ts';
import { groupsOf } from '../http/server/app.ts';
import { createMetrics } from '../http/server/metrics.ts';
import type { Identity } from '../identity/identity.ts';
import { stopOnSignal } from '../lifecycle.ts';
import { cannotListen, listen } from '../listen.ts';
import { createLog, type Log } from '../log.ts';
import { startBoardRefresher } from '../market/board-refresher.ts';
import { applyLiveChanges } from '../market/live-changes.ts';
import type { Market } from '../market/market.ts';
import { acceptReport } from '../notifications/sms-report.ts';
import { type ProviderAddress, portOf, type ServiceClient, startProviderProcess } from '../provider-process.ts';
import { startDemoReceiver } from '../receiver/demo-receiver.ts';
import { appOf } from './app.ts';
import { isDemoStore, makeDemoData, makeDemoDestinations } from './demo.ts';
import { configuredClient, embeddedIssuer, identityOf, replaceableIdentity } from './identity.ts';
import { type NotificationParts, notificationsOf, runWorker } from './notifications.ts';
import { marketOf, openStore } from './store.ts';

/** Everything there is, on the embedded default: what `npm start` runs. `entry` is the file that starts roles. */
export async function serveAll(config: Config, entry: string): Promise<undefined> {
  const log = createLog(config.logLevel);
  if (config.demoAnywhere)
    log.warn('DEMO_ANYWHERE is on: the demo clients are open to everybody who reaches the service');
  const db = await openStore(config);
  const market = marketOf(db);
  const demo = await makeDemoData(config, db, market);
  const isDemo = await isDemoStore(config, db);
  const sending = await notificationsOf(config, db, { isDemo, log });
  const receiver = isDemo ? await startReceiver(config) : undefined;
  if (receiver) await makeDemoDestinations(db, sending.notifications, receiver.address);
  const provider = config.idpIssuer
    ? undefined
    : await startEmbeddedProvider(config, entry, log, (port) => sending.policy.ownPorts.push(port));
  const identity = provider?.identity ?? identityOf(config, config.idpIssuer ?? '', configuredClient(config));
  const stopLast = [() => provider?.stop(), () => receiver?.close()];
  const parts = { log, db, market, identity, sending, hasWorker: true, stopLast };
  const { address, adminAddress } = await serve(config, parts);
  const at = { base: config.publicUrl ?? address, adminAddress, issuer: identity.issuer, receiver: receiver?.address };
  // What was logged until now stands above the banner.
  log.flush();
  process.stdout.write(banner(config, at, demo));
  return undefined;
}

/** The API alone, for one of many processes; the provider is elsewhere. */
export async function serveApi(config: Config): Promise<undefined> {
  const identity = identityOf(config, config.idpIssuer ?? embeddedIssuer(config), configuredClient(config));
  const db = await openStore(config);
  const log = createLog(config.logLevel);
  const sending = await notificationsOf(config, db, { isDemo: await isDemoStore(config, db), log });
  await serve(config, { log, db, market: marketOf(db), identity, sending, hasWorker: false, stopLast: [] });
  return undefined;
}

/** The worker alone: sends what the API's processes put into the queue. */
export async function serveWorker(config: Config): Promise<undefined> {
  const log = createLog(config.logLevel);
  const db = await openStore(config);
  const metrics = createMetrics();
  const admin = createAdminApp(metrics);
  const adminAddress = await listen(admin, '127.0.0.1', config.adminPort, 'ADMIN_PORT');
  const sending = await notificationsOf(config, db, { isDemo: await isDemoStore(config, db), log });
  const worker = runWorker(config, sending, log, metrics);
  log.info({ metrics: `${adminAddress}/metrics` }, 'sending notifications');
  stopOnSignal(log, async () => {
    await Promise.all([admin.close(), worker.stop(), sending.stop()]);
    await db.close();
  });
  return undefined;
}

type Parts = {
  log: Log;
  db: Db;
  market: Market;
  identity: Identity;
  sending: NotificationParts;
  hasWorker: boolean;
  /** What is still needed while the rest stops. */
  stopLast: (() => Promise<void> | undefined)[];
};

async function serve(config: Config, parts: Parts): Promise<{ address: string; adminAddress: string }> {
  const { log, db, market, identity, sending } = parts;
  log.debug({ settings: config.described }, 'settings');
  const metrics = createMetrics();
  const admin = createAdminApp(metrics);
  sending.worker.pulled = (count) => {
    for (let n = 0; n < count; n += 1) metrics.deliveryAttempted('PULL', 'delivered', 0);
  };
  const groups = groupsOf({
    readiness: { store: () => db.ping(), 'identity provider': () => identity.ping() },
    identity,
    market,
    notifications: sending.notifications,
    pushKey: sending.vapid.publicKey,
    reportSms: (token, report) => acceptReport(sending, token, report),
    checkUrl: (text) => checkWebhookUrl(text, sending.policy),
    applyChanges: (chunks) => applyLiveChanges(market, chunks),
  });
  const onRelayed = () => {
    if (!sending.policy.loopback || config.demoAnywhere) return;
    sending.policy.loopback = false;
    log.warn('a request was forwarded, and TRUST_PROXY is not set: webhooks to this machine are refused from now on');
  };
  const readSnapshot: Db['readSnapshot'] = (work) => db.readSnapshot(work);
  const app = await appOf(config, groups, identity, log, metrics, { onRelayed, readSnapshot });
  const address = await listen(app, config.host, config.port, 'PORT');
  const adminAddress = await listen(admin, '127.0.0.1', config.adminPort, 'ADMIN_PORT');
  sending.policy.ownPorts.push(...[address, adminAddress].map((url) => Number(new URL(url).port)));
  const worker = parts.hasWorker ? runWorker(config, sending, log, metrics) : undefined;
  const keeper = startBoardRefresher(market.maintenance, (error) =>
    log.warn({ err: error }, 'boards cannot be kept up at the moment'),
  );
  stopOnSignal(log, async () => {
    // The provider goes last: what is still running may need it.
    await app.close();
    await Promise.all([admin.close(), keeper.stop(), worker?.stop(), sending.stop(), identity.close()]);
    await Promise.all([db.close(), ...parts.stopLast.map((stop) => stop())]);
  });
  return { address, adminAddress };
}

function startReceiver(config: Config) {
  return startDemoReceiver({ port: config.demoReceiverPort, host: '127.0.0.1' }).catch((error) =>
    cannotListen(error, '127.0.0.1', config.demoReceiverPort, 'DEMO_RECEIVER_PORT'),
  );
}

/**
 * The embedded provider in its own process, and the service's view of it, which follows the provider to another port.
 * `onPort` is told of each port that the provider listens on.
 */
async function startEmbeddedProvider(config: Config, entry: string, log: Log, onPort: (port: number) => void) {
  const serviceClient: ServiceClient = { id: 'seller-service', secret: randomBytes(32).toString('hex') };
  const identityAt = (address: ProviderAddress) => {
    onPort(portOf(address));
    return identityOf(config, address.issuer, serviceClient, address.backchannel);
  };
  const onMoved = (address: ProviderAddress) => {
    log.warn({ issuer: address.issuer }, 'the identity provider listens on another port: its previous one is taken');
    identity.replace(identityAt(address));
  };
  const provider = await startProviderProcess({ entry, serviceClient, log, onMoved });
  const identity = replaceableIdentity(identityAt(provider));
  return { identity, stop: provider.stop };
}

/** What goes nowhere else is written to files: whoever waits for a message should know where it is. */
function outboxLine({ dataDir, smtpUrl, smsGatewayUrl, pushContact }: Config): string {
  const written = [
    smtpUrl ? [] : ['e-mail'],
    smsGatewayUrl ? [] : ['SMS'],
    pushContact ? [] : ['copies of push'],
  ].flat();
  return written.length === 0 ? '' : `    Outbox      ${join(dataDir, 'outbox')}   (${written.join(', ')})\n`;
}

type Addresses = { base: string; adminAddress: string; issuer: string; receiver: string | undefined };

function banner(config: Config, { base, adminAddress, issuer, receiver }: Addresses, demo: boolean): string {
  const made = demo ? '\n  The store was empty: it now holds the demo market (README.md says what it shows).\n' : '';
  const loud = config.demoAnywhere
    ? '\n  DEMO_ANYWHERE is on: everybody who reaches this service can use its demo clients, whose passwords are public.\n'
    : '';
  const call = demo
    ? `curl -s -u demoseller:demosellersecret -d grant_type=client_credentials ${base}/auth/v4/token`
    : `curl ${base}/health/ready`;
  return `
  Marketplace Seller Service is ready.

    API         ${base}
    Reference   ${base}/docs   (as a document: ${base}/openapi.json)
    Issuer      ${issuer}   (${config.idpIssuer ? 'the identity provider of the operator' : 'the embedded identity provider'})
    Health      ${base}/health/ready
    Metrics     ${adminAddress}/metrics
${outboxLine(config)}${receiver ? `    Receiver    ${receiver}   (shows the webhooks of the demo)\n` : ''}${made}${loud}
  Try it:  ${call}
  Stop it: Ctrl-C

`;
}
