import type { Config } from '../config.ts';
import { runClientCommand } from '../idp/commands.ts';
import { startIdp } from '../idp/start.ts';
import { stopOnSignal } from '../lifecycle.ts';
import { cannotListen } from '../listen.ts';
import { createLog } from '../log.ts';
import { reportToParent, serviceClientFromParent } from '../provider-process.ts';
import { isDemo } from './demo.ts';
import { configuredClient } from './identity.ts';
import { openProviderStore } from './store.ts';
import { trustedPeers } from './trusted-peers.ts';

/** The embedded identity provider, started by the service or on its own. */
export async function runProvider(config: Config): Promise<undefined> {
  const log = createLog(config.logLevel);
  const serviceClient = (await serviceClientFromParent()) ?? configuredClient(config);
  const db = await openProviderStore(config);
  const provider = await startIdp({
    db,
    host: config.host,
    port: config.idpPort,
    issuer: config.idpPublicUrl,
    serviceClient,
    trustsPeer: trustedPeers(config.trustProxy),
    demo: isDemo(config),
    demoAnywhere: config.demoAnywhere,
    initialAccessToken: config.idpRegistrationToken,
    refreshGraceSeconds: config.idpRefreshGraceSeconds,
    log,
  }).catch((error: NodeJS.ErrnoException) => cannotListen(error, config.host, config.idpPort, 'IDP_PORT'));
  log.info({ address: provider.address, issuer: provider.issuer }, 'the identity provider listens');
  const stop = async () => {
    await provider.close();
    await db.close();
  };
  stopOnSignal(log, stop);
  reportToParent(provider, () => void stop().finally(() => process.exit(0)));
  return undefined;
}

/** Adds, lists and removes the provider's clients and accounts. */
export async function manageClients(config: Config, args: string[]): Promise<number> {
  const db = await openProviderStore(config);
  const exitCode = await runClientCommand(db, args, process.stdout);
  await db.close();
  return exitCode;
}
