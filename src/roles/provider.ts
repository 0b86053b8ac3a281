import type { Config } from '../config.ts';
import { openDb } from '../db/open.ts';
import { hasTables } from '../db/sqlite/file-copy.ts';
import { runClientCommand } from '../idp/commands.ts';
import { type IdpOptions, type RunningIdp, startIdp } from '../idp/start.ts';
import { stopOnSignal } from '../lifecycle.ts';
import { cannotListen } from '../listen.ts';
import { createLog } from '../log.ts';
import { orderFromParent, reportToParent } from '../provider-process.ts';
import { isDemo } from './demo.ts';
import { demoMarketOf, hasImportedMarket } from './demo-market.ts';
import { configuredClient } from './identity.ts';
import { marketOf, openProviderStore, openStore, storeOf } from './store.ts';

/** The embedded identity provider, started by the service or by an operator. */
export async function runProvider(config: Config): Promise<undefined> {
  const log = createLog(config.logLevel);
  const order = await orderFromParent();
  const db = await openProviderStore(config);
  const options = {
    db,
    host: config.host,
    issuer: config.idpPublicUrl,
    serviceClient: order?.serviceClient ?? configuredClient(config),
    trustProxy: config.trustProxy,
    demo: isDemo(config),
    createsDemo: order?.createsDemo ?? !(await hasImportedMarket(config)),
    demoAnywhere: config.demoAnywhere,
    maxConnections: config.maxConnections,
    initialAccessToken: config.idpRegistrationToken,
    refreshGraceSeconds: config.idpRefreshGraceSeconds,
    log,
  };
  const ports = [order?.previousPort ?? config.idpPort, config.idpPort];
  const provider = await startOnFirstFree(ports, options).catch((error: NodeJS.ErrnoException) =>
    cannotListen(error, config.host, config.idpPort, {
      setting: 'IDP_PORT',
      command: order ? 'npm start' : 'npm run idp',
    }),
  );
  log.info({ address: provider.address, issuer: provider.issuer }, 'the identity provider listens');
  // Before the service learns the address: this line must be above its banner.
  log.flush();
  const stop = async () => {
    await provider.close();
    await db.close();
  };
  if (order) reportToParent(provider, () => void stop().finally(() => process.exit(0)));
  else stopOnSignal(log, stop);
  return undefined;
}

/** After a restart, another program may have taken the port that IDP_PORT=0 had found: then it finds another one. */
async function startOnFirstFree(ports: readonly number[], options: Omit<IdpOptions, 'port'>): Promise<RunningIdp> {
  const [port = 0, ...others] = ports;
  try {
    return await startIdp({ ...options, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || !others.some((other) => other !== port)) throw error;
    return startOnFirstFree(others, options);
  }
}

/** Adds, lists and removes the provider's clients and accounts. */
export async function manageClients(config: Config, args: string[]): Promise<number> {
  const db = await openProviderStore(config);
  const service = args[0] === 'remove-demo' ? await openStore(config) : undefined;
  const warnOfSeller = (sellerId: string) => warnOfUnknownSeller(config, sellerId);
  const marketParts = service ? { warnOfSeller, demoMarket: demoMarketOf(service) } : { warnOfSeller };
  const exitCode = await runClientCommand(db, args, process.stdout, process.stdin, marketParts);
  await service?.close();
  await db.close();
  return exitCode;
}

/** A typing mistake in the id gives an application whose requests find nothing, and nothing else would tell why. */
async function warnOfUnknownSeller(config: Config, sellerId: string): Promise<void> {
  const warn = (text: string) => process.stderr.write(`\nWarning: ${text}\n`);
  try {
    if (await hasSeller(config, sellerId)) return;
    warn(`the market has no seller ${sellerId}. Check the id, or import the seller's record: npm run import -- FILE`);
  } catch (error) {
    warn(`it could not be checked whether there is a seller ${sellerId}: ${(error as Error).message}`);
  }
}

/** Opens an existing store only: a new, empty `service.db` would hide from the next start that the old one is missing. */
async function hasSeller(config: Config, sellerId: string): Promise<boolean> {
  const store = storeOf(config);
  if (!store.databaseUrl && !hasTables(store.file)) return false;
  const db = await openDb(store);
  try {
    return (await marketOf(db).facts.seller(sellerId)) !== undefined;
  } finally {
    await db.close();
  }
}
