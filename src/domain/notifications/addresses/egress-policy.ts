import type { AllowedTarget } from './egress-allow.ts';
import { type IpAddress, isInRange, isSameAddress, readIpAddress } from './ip-address.ts';
import { isLoopback, isPublic, isThisMachine } from './special-addresses.ts';

/** Where requests to sellers' addresses may go: public addresses and these exceptions, but never the service's own parts. */
export type EgressPolicy = {
  /** The operator's exceptions, from `readEgressAllow`. */
  readonly allow: readonly AllowedTarget[];
  /** Allows receivers on this machine, also by http: for the demo. */
  readonly loopback: boolean;
  /** The service's own ports: never allowed on this machine, because the admin port trusts every caller. Wins over `allow`. */
  readonly ownPorts: readonly number[];
  /** Other hosts that are never allowed, such as the database. Wins over `allow`. */
  readonly forbidden: readonly HostAndPort[];
};

/** A host name or an address, and a port. */
export type HostAndPort = { readonly host: string; readonly port: number };

/** One address that a request is about to connect to. */
export type EgressTarget = HostAndPort & {
  readonly address: IpAddress;
  readonly secure: boolean;
  /** The machine's interfaces or the resolver have shown that this address is one of the service's own parts. */
  readonly isOwn?: boolean;
};

export type EgressRejection = 'own' | 'insecure' | 'not public';

/** Why a request must not go to this target; undefined when it may. */
export function egressRejectionOf(policy: EgressPolicy, target: EgressTarget): EgressRejection | undefined {
  const { host, port, address, secure, isOwn = false } = target;
  if (isOwn || (isThisMachine(address) && portsOfThisMachine(policy).includes(port))) return 'own';
  if (isForbiddenName(policy, host, port) || isForbiddenAddress(policy, address, port)) return 'own';
  if (!isPublic(address) && !(policy.loopback && isLoopback(address)) && !isAllowed(policy, target))
    return 'not public';
  // http can be read and changed in transit, but not on the machine itself.
  return secure || isLoopback(address) ? undefined : 'insecure';
}

/** The service's own ports and the forbidden ones here: a database at `localhost` is also at the machine's other addresses. */
export function portsOfThisMachine({ ownPorts, forbidden }: EgressPolicy): readonly number[] {
  return [...ownPorts, ...forbidden.filter(isOnThisMachine).map(({ port }) => port)];
}

/** RFC 6761 6.3: `localhost` and all names under it are loopback. */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

export function isAllowedName({ allow }: EgressPolicy, host: string, port: number): boolean {
  return allow.some((one) => one.target === host && (one.port ?? port) === port);
}

function isAllowed(policy: EgressPolicy, { host, address, port }: EgressTarget): boolean {
  if (isAllowedName(policy, host, port)) return true;
  return policy.allow.some(
    (one) => typeof one.target !== 'string' && isInRange(address, one.target) && (one.port ?? port) === port,
  );
}

export function isForbiddenName({ forbidden }: EgressPolicy, host: string, port: number): boolean {
  return forbidden.some((endpoint) => endpoint.port === port && plainHost(endpoint) === host);
}

function isForbiddenAddress({ forbidden }: EgressPolicy, address: IpAddress, port: number): boolean {
  return forbidden.some((endpoint) => {
    const forbiddenAddress = endpoint.port === port ? readIpAddress(plainHost(endpoint)) : undefined;
    return forbiddenAddress !== undefined && isSameAddress(forbiddenAddress, address);
  });
}

function isOnThisMachine(endpoint: HostAndPort): boolean {
  const host = plainHost(endpoint);
  const address = readIpAddress(host);
  return address === undefined ? isLoopbackName(host) : isThisMachine(address);
}

/** The URL parser normalizes hosts of http only: those of other schemes keep their case and brackets. */
export function plainHost({ host }: HostAndPort): string {
  return host.toLowerCase().replace(/^\[|\]$/g, '');
}
