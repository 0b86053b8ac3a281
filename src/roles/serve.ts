import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { createAdminApp } from '../http/admin.ts';
import { groupsOf } from '../http/app.ts';
import { createMetrics } from '../http/metrics.ts';
import type { Identity } from '../identity/identity.ts';
import { stopOnSignal } from '../lifecycle.ts';
import { listen } from '../listen.ts';
import { createLog, type Log } from '../log.ts';
import { type ServiceClient, startProviderProcess } from '../provider-process.ts';
import { keepBoards } from '../store/board-keeper.ts';
import type { Db } from '../store/db.ts';
import { applyLiveChanges } from '../store/live-changes.ts';
import type { Market } from '../store/market.ts';
import { appOf } from './app.ts';
import { makeDemoData } from './demo.ts';
import { configuredClient, embeddedIssuer, identityOf } from './identity.ts';
import { marketOf, openStore } from './store.ts';

/** Everything there is, on the embedded default: what `npm start` runs. `entry` is the file that starts roles. */
export async function serveAll(config: Config, entry: string): Promise<undefined> {
  const log = createLog(config.logLevel);
  if (config.demoAnywhere)
    log.warn('DEMO_ANYWHERE is on: the demo clients are open to everybody who reaches the service');
  const db = await openStore(config);
  const market = marketOf(db);
  const demo = await makeDemoData(config, market);
  const provider = config.idpIssuer ? undefined : await startEmbeddedProvider(config, entry, log);
  const identity = provider?.identity ?? identityOf(config, config.idpIssuer ?? '', configuredClient(config));
  const { address, adminAddress } = await serve(config, { log, db, market, identity, stopProvider: provider?.stop });
  process.stdout.write(banner(config, config.publicUrl ?? address, adminAddress, identity.issuer, demo));
  return undefined;
}

/** The API alone, for one of many processes; the provider is elsewhere. */
export async function serveApi(config: Config): Promise<undefined> {
  const identity = identityOf(config, config.idpIssuer ?? embeddedIssuer(config), configuredClient(config));
  const db = await openStore(config);
  await serve(config, { log: createLog(config.logLevel), db, market: marketOf(db), identity });
  return undefined;
}

type Parts = {
  log: Log;
  db: Db;
  market: Market;
  identity: Identity;
  stopProvider?: (() => Promise<void>) | undefined;
};

async function serve(config: Config, parts: Parts): Promise<{ address: string; adminAddress: string }> {
  const { log, db, market, identity } = parts;
  log.debug({ settings: config.described }, 'settings');
  const metrics = createMetrics();
  const admin = createAdminApp(metrics);
  const groups = groupsOf({
    readiness: { store: () => db.ping(), 'identity provider': () => identity.ping() },
    identity,
    market,
    applyChanges: (chunks) => applyLiveChanges(market, chunks),
  });
  const app = await appOf(config, groups, identity, log, metrics);
  const address = await listen(app, config.host, config.port, 'PORT');
  const adminAddress = await listen(admin, '127.0.0.1', config.adminPort, 'ADMIN_PORT');
  const keeper = keepBoards(market, (error) => log.warn({ err: error }, 'boards cannot be kept up at the moment'));
  stopOnSignal(log, async () => {
    // The provider goes last: what is still running may need it.
    await app.close();
    await Promise.all([admin.close(), keeper.stop(), identity.close()]);
    await Promise.all([db.close(), parts.stopProvider?.()]);
  });
  return { address, adminAddress };
}

/** The embedded provider in its own process, and the service's view of it. What the two share is made anew at each start. */
async function startEmbeddedProvider(config: Config, entry: string, log: Log) {
  const client: ServiceClient = { id: 'seller-service', secret: randomBytes(32).toString('hex') };
  const provider = await startProviderProcess(entry, client, log);
  return { identity: identityOf(config, provider.issuer, client, provider.backchannel), stop: provider.stop };
}

function banner(config: Config, base: string, adminAddress: string, issuer: string, demo: boolean): string {
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
${made}${loud}
  Try it:  ${call}
  Stop it: Ctrl-C

`;
}
