import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { addressKey } from '../domain/address-key.ts';
import {
  clientAddress,
  isForwarded,
  isLoopbackAddress,
  isLoopbackHost,
  isRelayed,
  type TrustedProxies,
  trustsHop,
} from '../domain/relay.ts';
import { CLIENT_ADDRESS_HEADER, provenAddress } from '../network/client-address-proof.ts';

/** Who sent a request. */
type Client = {
  /** The client's address as a key for throttling. */
  readonly key: string;
  /** False only when everything shows that the client is on this machine. */
  readonly isElsewhere: boolean;
  /** Whether another program than the service forwarded the request, or it is for another host: see `isRelayed`. */
  readonly isRelayed: boolean;
};

export type Clients = {
  /** Reads the headers at the first call for a request: `pinToIssuer` changes them later. */
  of(request: IncomingMessage): Client;
};

/**
 * The seller service forwards the requests of its callers and proves that an address comes from it. Without that proof, only
 * what a configured proxy wrote is believed: any other client could write anything.
 */
export function clientsOf(serviceSecret: string, proxies: TrustedProxies): Clients {
  const trusts = trustsHop(proxies);
  const known = new WeakMap<IncomingMessage, Client>();
  const read = ({ socket, headers }: IncomingMessage): Client => {
    const peer = canonical(socket.remoteAddress ?? 'unknown');
    const proven = provenAddress(serviceSecret, headers[CLIENT_ADDRESS_HEADER]);
    if (proven !== undefined) {
      const entries = proven.split(',').map((entry) => canonical(entry.trim()));
      return {
        key: keyOf(entries.at(-1) ?? '', peer),
        isElsewhere: [peer, ...entries].some((address) => !isLoopbackAddress(address)),
        isRelayed: headers.host !== undefined && !isLoopbackHost(headers.host),
      };
    }
    const address = canonical(clientAddress(peer, textOf(headers['x-forwarded-for']), trusts));
    return {
      key: keyOf(address, peer),
      isElsewhere: isForwarded(headers) || !isLoopbackAddress(peer),
      isRelayed: isRelayed(headers),
    };
  };
  return {
    of(request) {
      const client = known.get(request) ?? read(request);
      known.set(request, client);
      return client;
    },
  };
}

const textOf = (header: string | readonly string[] | undefined) =>
  typeof header === 'string' ? header : header?.join(',');

/** Without brackets and zone; IPv6 in its shortest form; an IPv4-mapped IPv6 address as IPv4. */
function canonical(address: string): string {
  const text = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/s, '');
  if (isIP(text) !== 6) return text;
  const short = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  return [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join('.');
}

/** What is no address, such as `unknown`, counts for the peer that sent it. */
const keyOf = (forwarded: string, peer: string) => addressKey(isIP(forwarded) === 0 ? peer : forwarded);
