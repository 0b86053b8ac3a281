import type { AllowedTarget } from './egress-allow.ts';
import { type IpAddress, isInRange, isSameAddress, readAddress } from './ip-address.ts';
import { isLoopback, isPublic, isThisMachine } from './special-addresses.ts';

/** Where requests may go whose address a seller chose. Public addresses are fine; this says what else is, and what never. */
export type EgressPolicy = {
  /** The operator's exceptions, from `readEgressAllow`. */
  readonly allow: readonly AllowedTarget[];
  /** Receivers on this machine, by http too: for the demo. */
  readonly loopback: boolean;
  /** The service's own ports. Never reachable on this machine, whatever is allowed: the admin port trusts whoever reaches it. */
  readonly ownPorts: readonly number[];
  /** Other places that are never reachable, such as the database: a name or an address, and a port. It wins over `allow`. */
  readonly forbidden: readonly HostAndPort[];
};

export type HostAndPort = { readonly host: string; readonly port: number };

/** One address that a request is about to go to. */
export type EgressTarget = HostAndPort & {
  readonly address: IpAddress;
  readonly secure: boolean;
  /** Whether asking the machine or a resolver showed that this is a place that is never reachable. */
  readonly never?: boolean;
};

export type EgressRejection = 'own' | 'insecure' | 'not public';

/** Why a request must not go there, or undefined when it may. */
export function egressRejectionOf(policy: EgressPolicy, target: EgressTarget): EgressRejection | undefined {
  const { host, port, address, secure, never = false } = target;
  if (never || (isThisMachine(address) && portsOfThisMachine(policy).includes(port))) return 'own';
  if (isForbiddenName(policy, host, port) || isForbiddenAddress(policy, address, port)) return 'own';
  if (!isPublic(address) && !(policy.loopback && isLoopback(address)) && !isAllowed(policy, target))
    return 'not public';
  // Anybody on the way can read and change what goes over http. On the machine itself nobody is on the way.
  return secure || isLoopback(address) ? undefined : 'insecure';
}

/** A database at `localhost` is also at 127.0.0.1, ::1 and the machine's other addresses. */
export function portsOfThisMachine({ ownPorts, forbidden }: EgressPolicy): readonly number[] {
  return [...ownPorts, ...forbidden.filter(isOnThisMachine).map(({ port }) => port)];
}

/** RFC 6761 6.3: `localhost` and all names under it are loopback. */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

export function isAllowedName({ allow }: EgressPolicy, host: string, port: number): boolean {
  return allow.some((one) => one.place === host && (one.port ?? port) === port);
}

function isAllowed(policy: EgressPolicy, { host, address, port }: EgressTarget): boolean {
  if (isAllowedName(policy, host, port)) return true;
  return policy.allow.some(
    (one) => typeof one.place !== 'string' && isInRange(address, one.place) && (one.port ?? port) === port,
  );
}

export function isForbiddenName({ forbidden }: EgressPolicy, host: string, port: number): boolean {
  return forbidden.some((endpoint) => endpoint.port === port && plainHost(endpoint) === host);
}

function isForbiddenAddress({ forbidden }: EgressPolicy, address: IpAddress, port: number): boolean {
  return forbidden.some((endpoint) => {
    const known = endpoint.port === port ? readAddress(plainHost(endpoint)) : undefined;
    return known !== undefined && isSameAddress(known, address);
  });
}

function isOnThisMachine(endpoint: HostAndPort): boolean {
  const host = plainHost(endpoint);
  const address = readAddress(host);
  return address === undefined ? isLoopbackName(host) : isThisMachine(address);
}

/** Taken from a URL of another scheme than http, a host is as somebody typed it. */
export function plainHost({ host }: HostAndPort): string {
  return host.toLowerCase().replace(/^\[|\]$/g, '');
}
