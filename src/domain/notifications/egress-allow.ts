import { type IpRange, readRange } from './ip-address.ts';

/** A range of addresses or a host name, at one port or at any. */
export type AllowedTarget = { readonly place: IpRange | string; readonly port: number | undefined };

const hostName = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
const expected =
  'a range (10.1.0.0/16, fd00::/8), an address or a host name, with or without a port (10.1.2.3:8443, [fd00::1]:8443, hooks.internal:8443)';

/**
 * Reads the operator's exceptions (`NOTIFY_EGRESS_ALLOW`), a list with commas between:
 *
 *     list  = [ entry *( "," entry ) ]
 *     entry = place [ ":" port ]        ; an IPv6 place needs brackets then: [fd00::1]:8443
 *     place = range / address / name    ; no wildcards: each name is one that the operator has looked at
 *
 * A range or an address opens those addresses, under whatever name; a name opens whatever it resolves to.
 */
export function readEgressAllow(text: string): { allow: readonly AllowedTarget[] } | { problems: string[] } {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const read = entries.map((entry) => ({ entry, place: readPlace(entry) }));
  const problems = read.filter(({ place }) => place === undefined).map(({ entry }) => `${entry} is not ${expected}`);
  if (problems.length > 0) return { problems };
  return { allow: read.flatMap(({ place }) => place ?? []) };
}

function readPlace(entry: string): AllowedTarget | undefined {
  const bare = readRange(entry);
  if (bare !== undefined) return { place: bare, port: undefined };
  const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const place = readRange(bracketed ?? plain) ?? (isName(plain) ? plain.toLowerCase() : undefined);
  if (place === undefined || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return undefined;
  return { place, port: port === undefined ? undefined : Number(port) };
}

/** A name is what a URL leaves as it is: `10.0.0.300` and `0x7f000001` are addresses, mistaken or in disguise. */
function isName(text: string): boolean {
  const name = text.toLowerCase();
  return hostName.test(name) && URL.parse(`http://${name}/`)?.hostname === name;
}
