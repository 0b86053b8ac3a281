import { randomBytes } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import type { Identity } from '../../identity/identity.ts';
import { createIdentity } from '../../identity/oidc.ts';
import type { Log } from '../../log/log.ts';
import {
  type ProviderAddress,
  type ProviderForks,
  type ProviderProcess,
  portOf,
  type ServiceClient,
  startProviderProcess,
} from '../../processes/provider-process.ts';
import type { Tracing } from '../tracing.ts';
import { identityOptionsOf, replaceableIdentity } from './identity.ts';

export type EmbeddedProvider = {
  identity: Identity;
  /** How another process reaches it, at this moment. */
  access(): ProviderAccess;
  /** Calls back when it listens on another port after a restart. */
  onMoved(callback: (address: ProviderAddress) => void): void;
} & Pick<ProviderProcess, 'tellServiceUrl' | 'stop'>;

type ProviderAccess = { address: ProviderAddress; client: ServiceClient };

/**
 * Starts the embedded provider in a process of its own. `identity` follows it to another port after a restart. `onPort` gets
 * each port that it listens on.
 */
export async function startEmbeddedProvider(
  config: Config,
  fork: ProviderForks,
  { log, isDemoStore: createsDemo, tracing }: { log: Log; isDemoStore: boolean; tracing?: Tracing | undefined },
  onPort: (port: number) => void,
): Promise<EmbeddedProvider> {
  const serviceClient: ServiceClient = { id: 'seller-service', secret: randomBytes(32).toString('hex') };
  const identityAt = (address: ProviderAddress) => {
    onPort(portOf(address));
    const options = identityOptionsOf(config, address.issuer, serviceClient, log, address.backchannel);
    return createIdentity({ ...options, trace: tracing?.provider });
  };
  const movedCallbacks: ((address: ProviderAddress) => void)[] = [];
  const onMoved = (address: ProviderAddress) => {
    log.warn({ issuer: address.issuer }, 'the identity provider listens on another port: its previous one is taken');
    current = address;
    identity.replace(identityAt(address));
    for (const callback of movedCallbacks) callback(address);
  };
  const provider = await startProviderProcess({ fork, serviceClient, createsDemo, log, onMoved });
  let current: ProviderAddress = { issuer: provider.issuer, backchannel: provider.backchannel };
  const identity = replaceableIdentity(identityAt(provider));
  return {
    identity,
    access: () => ({ address: current, client: serviceClient }),
    onMoved: (callback) => void movedCallbacks.push(callback),
    tellServiceUrl: provider.tellServiceUrl,
    stop: provider.stop,
  };
}
