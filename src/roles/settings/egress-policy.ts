import type { Config } from '../../config/config.ts';
import type { AllowedTarget } from '../../domain/notifications/addresses/egress-allow.ts';
import type { EgressPolicy, HostAndPort } from '../../domain/notifications/addresses/egress-policy.ts';
import { readRange } from '../../domain/notifications/addresses/ip-address.ts';
import { isLoopbackHost } from '../../domain/relay.ts';
import { adminPortsOf } from './admin-port.ts';

export type EgressOptions = {
  /** Whether the store is a demo that only this machine can reach. */
  readonly isDemo: boolean;
  /** The demo's own receiver, when it runs: it gets its webhooks also where other addresses of this machine are forbidden. */
  readonly receiverAddress?: string | undefined;
  /** The service's ports that the settings do not tell, at this moment: the system may have chosen them. */
  readonly otherPorts?: () => readonly number[];
};

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'smtp:': 587,
  'smtps:': 465,
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
};

/**
 * Where a seller's address may lead: to public hosts and to what the operator allows, never to the service's own processes
 * or to the servers that it uses.
 */
export function egressPolicyOf(config: Config, options: EgressOptions): EgressPolicy {
  const { isDemo, receiverAddress, otherPorts = () => [] } = options;
  const { databaseUrl, smtpUrl, smsGatewayUrl, idpIssuer } = config;
  const ports = [config.port, ...adminPortsOf(config), ...(idpIssuer ? [] : [config.idpPort])];
  return {
    allow: [...(config.notifyEgressAllow ?? []), ...targetsOf(receiverAddress)],
    // A service that other machines can reach must not be their way to the servers of this machine.
    loopback: isDemo && isLoopbackHost(config.host),
    get ownPorts() {
      // Port 0 means that the system chooses one.
      return [...ports, ...otherPorts()].filter((port) => port > 0);
    },
    forbidden: [databaseUrl, smtpUrl, smsGatewayUrl, idpIssuer].flatMap((text) => hostAndPortOf(text) ?? []),
  };
}

function targetsOf(receiverAddress: string | undefined): AllowedTarget[] {
  if (receiverAddress === undefined) return [];
  const { hostname, port } = new URL(receiverAddress);
  const target = readRange(hostname);
  return target === undefined ? [] : [{ target, port: Number(port) }];
}

function hostAndPortOf(text: string | undefined): HostAndPort | undefined {
  const url = text === undefined ? null : URL.parse(text);
  return url ? { host: url.hostname, port: Number(url.port || DEFAULT_PORTS[url.protocol]) } : undefined;
}
