import { randomBytes } from 'node:crypto';
import { type Config, readEnvironment } from '../config.ts';
import type { Identity } from '../identity/identity.ts';
import type { Log } from '../log.ts';
import { providerEnvironment } from '../provider-environment.ts';
import {
  type ProviderAddress,
  type ProviderProcess,
  portOf,
  type ServiceClient,
  startProviderProcess,
} from '../provider-process.ts';
import { identityOf, replaceableIdentity } from './identity.ts';

export type EmbeddedProvider = { identity: Identity } & Pick<ProviderProcess, 'tellServiceUrl' | 'stop'>;

/**
 * Starts the embedded provider in a process of its own. `identity` follows it to another port after a restart. `onPort` gets
 * each port that it listens on.
 */
export async function startEmbeddedProvider(
  config: Config,
  entry: string,
  { log, isDemoStore: createsDemo }: { log: Log; isDemoStore: boolean },
  onPort: (port: number) => void,
): Promise<EmbeddedProvider> {
  const serviceClient: ServiceClient = { id: 'seller-service', secret: randomBytes(32).toString('hex') };
  const identityAt = (address: ProviderAddress) => {
    onPort(portOf(address));
    return identityOf(config, address.issuer, serviceClient, log, address.backchannel);
  };
  const onMoved = (address: ProviderAddress) => {
    log.warn({ issuer: address.issuer }, 'the identity provider listens on another port: its previous one is taken');
    identity.replace(identityAt(address));
  };
  const environment = providerEnvironment(readEnvironment());
  const provider = await startProviderProcess({ entry, serviceClient, createsDemo, environment, log, onMoved });
  const identity = replaceableIdentity(identityAt(provider));
  return { identity, tellServiceUrl: provider.tellServiceUrl, stop: provider.stop };
}
