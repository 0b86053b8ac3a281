import {
  type EgressPolicy,
  type EgressTarget,
  egressRejectionOf,
  isAllowedName,
  isForbiddenName,
  isLoopbackName,
} from './egress-policy.ts';
import { type IpAddress, readIpAddress } from './ip-address.ts';

/**
 * Whether notifications may be sent to a seller's URL, by its text alone. What a name resolves to may change a second later,
 * so `src/delivery/guarded-connector.ts` checks the address at every connection. That check is the guard; this one tells the
 * seller early.
 *
 * The URL is stored as the URL parser writes it, and the sender uses the same parser. The parser turns `127.1`,
 * `0x7f000001` and full-width digits into plain addresses, so the rules see each host in one spelling only.
 */
export type WebhookUrl = { readonly url: string } | { readonly problem: string };

const MAX_LENGTH = 2048;
const LOOPBACK: IpAddress = { version: 4, bits: 0x7f00_0001n };

/** The parser silently drops these or turns them into slashes, so other programs would read another URL. */
const misread = /[\s\\\p{Cc}]/u;
const httpOrHttps = /^https?:\/\/[^/?#]/i;
/** RFC 1035 2.3.4, and the underscore, which is in use. */
const publicName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/;
/** Names of local networks (RFC 6762, RFC 8375, and those that ICANN reserved for it). */
const localName = /\.(?:local|localdomain|internal|home\.arpa)$/;

/** The URL to store, or the problem, which ends a sentence that begins with the name of the field. */
export function checkWebhookUrl(text: string, policy: EgressPolicy): WebhookUrl {
  const url = URL.parse(text);
  const problem = textProblem(text) ?? (url === null ? noUrl : (partsProblem(url) ?? hostProblem(url, policy)));
  return problem === undefined && url !== null ? { url: url.href } : { problem: problem ?? noUrl };
}

const noUrl = 'must be an address such as https://hooks.example.com/notifications';

function textProblem(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  if (misread.test(text)) return 'must not have spaces, control characters or backslashes';
  // Rejected rather than dropped: it is never sent, and a receiver that routes by it would get nothing.
  if (text.includes('#')) return 'must not have a fragment (#): it would not be sent';
  return httpOrHttps.test(text) ? undefined : 'must begin with https:// and a host';
}

function partsProblem(url: URL): string | undefined {
  // Percent-encoding makes the URL longer.
  if (url.href.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters, written in ASCII`;
  if (url.username !== '' || url.password !== '') return 'must not have user information before the host';
  return url.port === '0' ? 'must have a port from 1 to 65535' : undefined;
}

function hostProblem(url: URL, policy: EgressPolicy): string | undefined {
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (secure ? 443 : 80));
  const address = readIpAddress(host) ?? (isLoopbackName(host) ? LOOPBACK : undefined);
  if (address !== undefined) return addressProblem(policy, { host, port, secure, address });
  return nameProblem(policy, host, port) ?? (secure ? undefined : mustBeSecure(policy));
}

function addressProblem(policy: EgressPolicy, target: EgressTarget): string | undefined {
  switch (egressRejectionOf(policy, target)) {
    case undefined:
      return undefined;
    case 'own':
      return isOwnService;
    case 'insecure':
      return mustBeSecure(policy);
    case 'not public':
      return 'must have a host on the public internet, not a private, local or reserved address';
  }
}

const isOwnService = 'must not lead to this service itself';

function mustBeSecure({ loopback }: EgressPolicy): string {
  return loopback ? 'must be https; http is only for 127.0.0.1, [::1] and localhost' : 'must be https';
}

function nameProblem(policy: EgressPolicy, host: string, port: number): string | undefined {
  if (isForbiddenName(policy, host, port)) return isOwnService;
  if (isAllowedName(policy, host, port)) return undefined;
  // A resolver treats it as the same name, certificates and the rules above as another.
  if (host.endsWith('.')) return 'must not have a dot after the host';
  if (!host.includes('.')) return 'must have a full host name, such as hooks.example.com';
  if (!publicName.test(host)) return 'must have a host name of letters, digits and hyphens, such as hooks.example.com';
  return localName.test(host) ? 'must have a public host name, not one of a local network' : undefined;
}
