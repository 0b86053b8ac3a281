import type { Config } from '../config.ts';
import type { EgressPolicy, HostAndPort } from '../domain/notifications/egress-policy.ts';

/** A policy that changes while the service runs: ports become known, and the demo may end. */
export type MutableEgressPolicy = EgressPolicy & { ownPorts: number[]; loopback: boolean };

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
    allow: config.notifyEgressAllow ?? [],
    loopback: isDemo,
    // Port 0 means that the system chooses one. It is added when it is known.
    ownPorts: [config.port, config.adminPort, ...(idpIssuer ? [] : [config.idpPort])].filter((port) => port > 0),
    forbidden: [databaseUrl, smtpUrl, smsGatewayUrl, idpIssuer].flatMap((text) => hostAndPortOf(text) ?? []),
  };
}

function hostAndPortOf(text: string | undefined): HostAndPort | undefined {
  const url = text === undefined ? null : URL.parse(text);
  return url ? { host: url.hostname, port: Number(url.port || DEFAULT_PORTS[url.protocol]) } : undefined;
}
