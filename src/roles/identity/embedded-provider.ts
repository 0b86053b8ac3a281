import { randomBytes } from 'node:crypto';
import type { Identity } from '../../identity/identity.ts';
import { createIdentity } from '../../identity/oidc.ts';
import {
  type ProviderAddress,
  type ProviderForks,
  type ProviderProcess,
  providerPort,
  type ServiceClient,
  startProviderProcess,
} from '../../processes/provider-process.ts';
import type { OpenedService } from '../service/service.ts';
import { identityOptionsOf, replaceableIdentity } from './identity.ts';

/** How a process reaches the embedded provider, and the service's own client there. */
export type ProviderAccess = { address: ProviderAddress; client: ServiceClient };

/** The embedded provider, which may listen on another port after a restart. */
export type FollowedProvider = {
  identity: Identity;
  /** At this moment. */
  access(): ProviderAccess;
  port(): number;
  /** The provider listens there now. */
  follow(address: ProviderAddress): void;
};

/** An embedded provider that runs already. */
export function followProvider(service: OpenedService, { address, client }: ProviderAccess): FollowedProvider {
  const { config, log, tracing } = service;
  const identityAt = ({ issuer, backchannel }: ProviderAddress) => {
    const options = identityOptionsOf(config, { issuer, client, backchannel }, log);
    return createIdentity({ ...options, trace: tracing?.provider });
  };
  let current = address;
  const identity = replaceableIdentity(identityAt(address));
  return {
    identity,
    access: () => ({ address: current, client }),
    port: () => providerPort(current),
    follow(moved) {
      current = moved;
      identity.replace(identityAt(moved));
    },
  };
}

export type EmbeddedProvider = FollowedProvider & Pick<ProviderProcess, 'sendServiceUrl' | 'drain' | 'stop'>;

/** Starts the embedded provider in a process of its own. `onMoved` is called when it listens on another port after a restart. */
export async function startEmbeddedProvider(
  service: OpenedService,
  fork: ProviderForks,
  onMoved: (address: ProviderAddress) => void = () => undefined,
): Promise<EmbeddedProvider> {
  const { log, isDemo } = service;
  const client: ServiceClient = { id: 'seller-service', secret: randomBytes(32).toString('hex') };
  const started = await startProviderProcess({
    ...{ fork, serviceClient: client, createsDemo: isDemo, log },
    onMoved(address) {
      log.warn({ issuer: address.issuer }, 'the identity provider listens on another port: its previous one is taken');
      provider.follow(address);
      onMoved(address);
    },
  });
  const { issuer, backchannel, sendServiceUrl, drain, stop } = started;
  const provider = followProvider(service, { address: { issuer, backchannel }, client });
  return { ...provider, sendServiceUrl, drain, stop };
}
