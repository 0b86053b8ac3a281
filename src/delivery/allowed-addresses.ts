import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import {
  type EgressPolicy,
  egressRejectionOf,
  type HostAndPort,
  plainHost,
  portsOfThisMachine,
} from '../domain/notifications/egress-policy.ts';
import { type IpAddress, isSameAddress, readAddress } from '../domain/notifications/ip-address.ts';
import { EgressBlocked, EgressFailure } from './egress-failure.ts';

/** The part of `dns.lookup` that is used. */
export type Lookup = (
  host: string,
  options: { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The addresses of a host that a request may go to, at least one. The name is resolved once: who asks a second time
 * may get another answer, which is how rebinding works. Rejects with `EgressBlocked` when no address is left, and with
 * `EgressFailure` when the name has none.
 */
export async function allowedAddresses(
  policy: EgressPolicy,
  lookup: Lookup,
  { host, port, secure }: HostAndPort & { secure: boolean },
): Promise<LookupAddress[]> {
  const found = await addressesOf(host, lookup);
  const nevers = await forbiddenAddresses(policy, lookup, port);
  const reasons: string[] = [];
  const good = found.filter(({ address: text }) => {
    // What cannot be read cannot be judged: an address with a zone (fe80::1%eth0), for one.
    const address = readAddress(text);
    if (address === undefined) return false;
    const never = nevers.some((one) => isSameAddress(one, address));
    const refusal = egressRejectionOf(policy, { host, port, secure, address, never });
    if (refusal !== undefined) reasons.push(`${text} is ${refusal}`);
    return refusal === undefined;
  });
  if (good.length === 0) throw new EgressBlocked(`${host}:${port}: ${reasons.join(', ') || 'no readable address'}`);
  return good;
}

/** An address stands for itself, and sockets never call `lookup` for one. */
function addressesOf(host: string, lookup: Lookup): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return Promise.resolve([{ address: host, family }]);
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, addresses) => {
      if (error || addresses.length === 0) reject(new EgressFailure('dns', error));
      else resolve(addresses);
    });
  });
}

/**
 * What the policy forbids and only the machine or a resolver can tell: its own ports at its other addresses, and the
 * addresses of forbidden names, which anybody can give another name. Both only matter at their few ports.
 */
async function forbiddenAddresses(policy: EgressPolicy, lookup: Lookup, port: number): Promise<IpAddress[]> {
  const names = policy.forbidden.filter((one) => one.port === port).map(plainHost);
  const resolved = await Promise.all(
    names.map((name) =>
      addressesOf(name, lookup).catch((error: unknown) => {
        // Without its addresses nothing can be told apart from it.
        throw new EgressBlocked(`${name}: ${String(error)}`);
      }),
    ),
  );
  const own = portsOfThisMachine(policy).includes(port) ? Object.values(networkInterfaces()).flat() : [];
  return [...resolved.flat(), ...own].flatMap((one) => (one && readAddress(one.address)) ?? []);
}
