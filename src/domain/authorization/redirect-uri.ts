/*
 * The rules for redirect URIs (decision 12), for the service and the default provider. An authorization code that reaches a
 * wrong address gives away an account. The rules therefore check the text itself and not the result of a URL parser: open
 * redirects come from two parsers that disagree about `https://good.example\@evil.example`.
 *
 * Both checks return what is wrong, or undefined when the address is good.
 */

const MAX_LENGTH = 2048;

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** RFC 3986 2: all other characters must be encoded, such as the backslash, spaces, control and non-ASCII characters. */
const uriCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/;
const brokenEscape = /%(?![0-9A-Fa-f]{2})/;
/** The scheme, the optional authority, and the rest. */
const parts = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?(.*)$/;
/** RFC 8252 7.1: a reversed domain name of the application's developer. The dot distinguishes it from `javascript` and others. */
const reverseDomain = /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+$/i;
const hostAndPort = /^([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** Accepts https, http on the same machine, and the private scheme of a native application. */
export function redirectUriProblem(text: string): string | undefined {
  return textProblem(text) ?? addressProblem(text);
}

/** The same without private schemes, for addresses that are only shown (`client_uri`, `logo_uri`). */
export function webUriProblem(text: string): string | undefined {
  return textProblem(text) ?? (/^https?:/i.test(text) ? addressProblem(text) : 'must be an absolute https address');
}

/** Only a native application uses a private scheme or http on the same machine (RFC 8252 7). */
export function isNativeRedirect(text: string): boolean {
  return !/^https:/i.test(text);
}

function textProblem(text: string): string | undefined {
  if (text === '') return 'must not be empty';
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  if (!uriCharacters.test(text))
    return 'must have only the characters of a URI (RFC 3986): no space, backslash or quote';
  if (brokenEscape.test(text)) return 'must have two hexadecimal digits after each %';
  if (text.includes('#')) return 'must not have a fragment';
  return undefined;
}

function addressProblem(text: string): string | undefined {
  const [, scheme, authority, rest] = parts.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return 'must be absolute, such as https://app.example.com/callback';
  if (authority?.includes('@')) return 'must not have user information before the host';
  switch (scheme.toLowerCase()) {
    case 'https':
      return hostProblem(text, authority);
    case 'http':
      return hostProblem(text, authority) ?? loopbackProblem(authority ?? '');
    default:
      return privateSchemeProblem(scheme, authority, rest);
  }
}

function hostProblem(text: string, authority: string | undefined): string | undefined {
  // The URL parser also rejects ports over 65535 and invalid IP addresses.
  const wellFormed = authority !== undefined && hostAndPort.test(authority) && URL.parse(text) !== null;
  return wellFormed ? undefined : 'must have // and a host, such as https://app.example.com/callback';
}

/** Compares the text of the host: only some parsers take `127.1` and `0x7f000001` for this machine. */
function loopbackProblem(authority: string): string | undefined {
  const host = authority.replace(/:\d+$/, '').toLowerCase();
  return loopbackHosts.has(host) ? undefined : 'must be https; http is only for 127.0.0.1, [::1] and localhost';
}

function privateSchemeProblem(scheme: string, authority: string | undefined, rest: string): string | undefined {
  if (!reverseDomain.test(scheme)) {
    return 'must be https, http on 127.0.0.1, [::1] or localhost, or a reverse-domain scheme such as com.example.app:/callback';
  }
  // Without the slash, it is probably a host and port without https://.
  return authority !== undefined || rest.startsWith('/') ? undefined : 'must have a / after the scheme';
}
