import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import {
  type EgressPolicy,
  egressRejectionOf,
  type HostAndPort,
  plainHost,
  portsOfThisMachine,
} from '../domain/notifications/addresses/egress-policy.ts';
import { type IpAddress, isSameAddress, readIpAddress } from '../domain/notifications/addresses/ip-address.ts';
import { EgressBlocked } from './egress-failure.ts';

/** The subset of `dns.lookup` that the egress guard uses. */
export type Lookup = (
  host: string,
  options: { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a host and returns the addresses that the policy allows, at least one. The name is resolved only once: a
 * second lookup may return another address, which is how DNS rebinding works. Rejects with `EgressBlocked` when the name
 * cannot be resolved, and when the policy allows none of its addresses.
 */
export async function allowedAddresses(
  policy: EgressPolicy,
  lookup: Lookup,
  { host, port, secure }: HostAndPort & { secure: boolean },
): Promise<LookupAddress[]> {
  const resolved = await resolve(host, lookup);
  const forbidden = await forbiddenAddresses(policy, lookup, port);
  const reasons: string[] = [];
  const allowed = resolved.filter(({ address: text }) => {
    // An address that cannot be parsed cannot be checked, for example one with a zone (fe80::1%eth0).
    const address = readIpAddress(text);
    if (address === undefined) return false;
    const isOwn = forbidden.some((one) => isSameAddress(one, address));
    const rejection = egressRejectionOf(policy, { host, port, secure, address, isOwn });
    if (rejection !== undefined) reasons.push(`${text} is ${rejection}`);
    return rejection === undefined;
  });
  if (allowed.length === 0) throw new EgressBlocked(`${host}:${port}: ${reasons.join(', ') || 'no readable address'}`);
  return allowed;
}

/** An IP address resolves to itself: sockets never call `lookup` for one. */
function resolve(host: string, lookup: Lookup): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return Promise.resolve([{ address: host, family }]);
  return new Promise((found, reject) => {
    lookup(host, { all: true }, (error, addresses) => {
      if (error === null && addresses.length > 0) found(addresses);
      else reject(new EgressBlocked(`${host} does not resolve: ${error?.message ?? 'it has no address'}`));
    });
  });
}

/**
 * The forbidden addresses at this port that a comparison of host names would miss: the machine's other addresses at the
 * service's own ports, and the addresses of forbidden hosts, which anybody can point another name at.
 */
async function forbiddenAddresses(policy: EgressPolicy, lookup: Lookup, port: number): Promise<IpAddress[]> {
  const names = policy.forbidden.filter((one) => one.port === port).map(plainHost);
  const ofForbiddenHosts = await Promise.all(
    names.map((name) =>
      resolve(name, lookup).catch((error: unknown) => {
        // Without the addresses of the forbidden host, any address might be one of them.
        throw new EgressBlocked(`a forbidden host: ${(error as EgressBlocked).detail}`);
      }),
    ),
  );
  const own = portsOfThisMachine(policy).includes(port) ? Object.values(networkInterfaces()).flat() : [];
  return [...ofForbiddenHosts.flat(), ...own].flatMap((one) => (one && readIpAddress(one.address)) ?? []);
}
