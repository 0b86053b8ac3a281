import { type AllowedTarget, readEgressAllow } from '../domain/notifications/addresses/egress-allow.ts';
import { readRange } from '../domain/notifications/addresses/ip-address.ts';
import type { TrustedProxies } from '../domain/relay.ts';
import { Invalid, textLike } from './setting.ts';

/** Hosts that a seller's address may lead to although they are not public. */
export function egressTargets(text: string): readonly AllowedTarget[] | Invalid {
  const read = readEgressAllow(text);
  return 'allow' in read
    ? read.allow
    : new Invalid(`a list of addresses, ranges and host names, separated by commas: ${read.problems.join('; ')}`);
}

export const listenAddress = textLike(/^[A-Za-z0-9.:_-]+$/, 'a host name or an IP address to listen on');

/** How many proxies are in front, or their addresses. `true` is one proxy: whoever wants more has to count them. */
export function trustProxy(text: string): TrustedProxies | Invalid {
  if (text === 'true') return 1;
  if (text === 'false') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text) === 0 ? false : Number(text);
  return text.split(',').every((part) => readRange(part.trim()) !== undefined)
    ? text
    : new Invalid('false, true (one proxy), the number of proxies, or a list of their addresses such as 10.0.0.0/8');
}
