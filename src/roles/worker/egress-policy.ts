import type { Config } from '../../config/config.ts';
import type { AllowedTarget } from '../../domain/notifications/addresses/egress-allow.ts';
import type { EgressPolicy, HostAndPort } from '../../domain/notifications/addresses/egress-policy.ts';
import { readRange } from '../../domain/notifications/addresses/ip-address.ts';
import { isLoopbackHost } from '../../domain/relay.ts';
import { adminPortsOf } from '../admin-port.ts';

/** A policy that is completed while the service starts: ports become known. */
export type MutableEgressPolicy = EgressPolicy & { ownPorts: number[]; allow: AllowedTarget[] };

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
export function egressPolicyOf(config: Config, isDemo: boolean): MutableEgressPolicy {
  const { databaseUrl, smtpUrl, smsGatewayUrl, idpIssuer } = config;
  return {
    allow: [...(config.notifyEgressAllow ?? [])],
    // A service that other machines can reach must not be their way to the servers of this machine.
    loopback: isDemo && isLoopbackHost(config.host),
    // Port 0 means that the system chooses one. It is added when it is known.
    ownPorts: [config.port, ...adminPortsOf(config), ...(idpIssuer ? [] : [config.idpPort])].filter((port) => port > 0),
    forbidden: [databaseUrl, smtpUrl, smsGatewayUrl, idpIssuer].flatMap((text) => hostAndPortOf(text) ?? []),
  };
}

/** The demo's own receiver gets its webhooks also where other addresses of this machine are forbidden. */
export function allowReceiver(policy: MutableEgressPolicy, receiverAddress: string): void {
  const { hostname, port } = new URL(receiverAddress);
  const target = readRange(hostname);
  if (target !== undefined) policy.allow.push({ target, port: Number(port) });
}

function hostAndPortOf(text: string | undefined): HostAndPort | undefined {
  const url = text === undefined ? null : URL.parse(text);
  return url ? { host: url.hostname, port: Number(url.port || DEFAULT_PORTS[url.protocol]) } : undefined;
}
