import {
  type EgressPolicy,
  type EgressTarget,
  egressRejectionOf,
  isAllowedName,
  isForbiddenName,
  isLoopbackName,
} from './egress-policy.ts';
import { type IpAddress, readAddress } from './ip-address.ts';

/**
 * Whether notifications may be sent to an address that a seller chose, judged by its text alone: what a name resolves to
 * may change a second later, so that is judged at every attempt (`src/delivery/egress.ts`). This check tells the seller
 * early; that one is the guard.
 *
 * The URL parser is the one that the sender uses too, and its reading is what is kept: `127.1`, `0x7f000001`, full-width
 * digits and their kind have become plain addresses by then, so the rules meet each host in one spelling only.
 */
export type WebhookUrl = { readonly url: string } | { readonly problem: string };

const MAX_LENGTH = 2048;
const LOOPBACK: IpAddress = { version: 4, bits: 0x7f00_0001n };

/** What the parser would silently drop or turn into a slash: nobody means them, and other readers see another address. */
const misread = /[\s\\\p{Cc}]/u;
const httpOrHttps = /^https?:\/\/[^/?#]/i;
/** RFC 1035 2.3.4, and the underscore, which is in use. */
const publicName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/;
/** Names that only mean something inside some network (RFC 6762, RFC 8375, and what ICANN set aside for it). */
const insideName = /\.(?:local|localdomain|internal|home\.arpa)$/;

/** The address as it is to be kept and used, or what is wrong with it and what would be right: ends a sentence that begins with the field's name. */
export function checkWebhookUrl(text: string, policy: EgressPolicy): WebhookUrl {
  const url = URL.parse(text);
  const problem = textProblem(text) ?? (url === null ? noUrl : (partsProblem(url) ?? placeProblem(url, policy)));
  return problem === undefined && url !== null ? { url: url.href } : { problem: problem ?? noUrl };
}

const noUrl = 'must be an address such as https://hooks.example.com/notifications';

function textProblem(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  if (misread.test(text)) return 'must not have spaces, control characters or backslashes';
  // Refused and not cut off: it is never sent, so a seller whose receiver tells paths apart by it would wait in vain.
  if (text.includes('#')) return 'must not have a fragment (#): it would not be sent';
  return httpOrHttps.test(text) ? undefined : 'must begin with https:// and a host';
}

function partsProblem(url: URL): string | undefined {
  // Percent signs make it longer.
  if (url.href.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters, written in ASCII`;
  if (url.username !== '' || url.password !== '') return 'must not have user information before the host';
  return url.port === '0' ? 'must have a port from 1 to 65535' : undefined;
}

function placeProblem(url: URL, policy: EgressPolicy): string | undefined {
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (secure ? 443 : 80));
  const address = readAddress(host) ?? (isLoopbackName(host) ? LOOPBACK : undefined);
  if (address !== undefined) return addressProblem(policy, { host, port, secure, address });
  return nameProblem(policy, host, port) ?? (secure ? undefined : mustBeSecure(policy));
}

function addressProblem(policy: EgressPolicy, target: EgressTarget): string | undefined {
  const refusal = egressRejectionOf(policy, target);
  switch (refusal) {
    case undefined:
      return undefined;
    case 'own':
      return itself;
    case 'insecure':
      return mustBeSecure(policy);
    case 'not public':
      return 'must have a host on the public internet, not a private, local or reserved address';
  }
}

const itself = 'must not lead to this service itself';

function mustBeSecure({ loopback }: EgressPolicy): string {
  return loopback ? 'must be https; http is only for 127.0.0.1, [::1] and localhost' : 'must be https';
}

function nameProblem(policy: EgressPolicy, host: string, port: number): string | undefined {
  if (isForbiddenName(policy, host, port)) return itself;
  if (isAllowedName(policy, host, port)) return undefined;
  // The same name to a resolver, another one to a certificate and to the rules above.
  if (host.endsWith('.')) return 'must not have a dot after the host';
  if (!host.includes('.')) return 'must have a full host name, such as hooks.example.com';
  if (!publicName.test(host)) return 'must have a host name of letters, digits and hyphens, such as hooks.example.com';
  return insideName.test(host) ? 'must have a public host name, not one of a local network' : undefined;
}
