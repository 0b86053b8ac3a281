import { type IpRange, readRange } from './ip-address.ts';

/** A range of addresses or a host name, at one port or at any. */
export type AllowedTarget = { readonly target: IpRange | string; readonly port: number | undefined };

const hostName = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
const expected =
  'a range (10.1.0.0/16, fd00::/8), an address or a host name, with or without a port (10.1.2.3:8443, [fd00::1]:8443, hooks.internal:8443)';

/**
 * Reads the operator's exceptions (`NOTIFY_EGRESS_ALLOW`), a comma-separated list:
 *
 *     list   = [ entry *( "," entry ) ]
 *     entry  = target [ ":" port ]      ; an IPv6 target with a port needs brackets: [fd00::1]:8443
 *     target = range / address / name   ; no wildcards: the operator names every host
 *
 * A range or an address allows those addresses under every name. A name allows every address that it resolves to.
 */
export function readEgressAllow(text: string): { allow: readonly AllowedTarget[] } | { problems: string[] } {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const read = entries.map((entry) => ({ entry, target: readTarget(entry) }));
  const problems = read.filter(({ target }) => target === undefined).map(({ entry }) => `${entry} is not ${expected}`);
  if (problems.length > 0) return { problems };
  return { allow: read.flatMap(({ target }) => target ?? []) };
}

function readTarget(entry: string): AllowedTarget | undefined {
  const bare = readRange(entry);
  if (bare !== undefined) return { target: bare, port: undefined };
  const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const target = readRange(bracketed ?? plain) ?? (isName(plain) ? plain.toLowerCase() : undefined);
  if (target === undefined || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return undefined;
  return { target, port: port === undefined ? undefined : Number(port) };
}

/** The URL parser does not change a name. It changes or rejects `0x7f000001` and `10.0.0.300`: those are meant as addresses. */
function isName(text: string): boolean {
  const name = text.toLowerCase();
  return hostName.test(name) && URL.parse(`http://${name}/`)?.hostname === name;
}
