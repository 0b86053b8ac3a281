/**
 * Where a seller's browser may be sent with an authorization code (decision 12). A code that goes to the wrong place is
 * an account in the wrong hands, so the rules look at the text itself and not at what a URL parser makes of it: two
 * parsers that disagree about `https://good.example\@evil.example` are how open redirects are made.
 *
 * Both checks answer in words what is wrong, or undefined when nothing is.
 */
const MAX_LENGTH = 2048;

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** RFC 3986 2: everything else, the backslash, spaces, control and non-ASCII characters among it, must be encoded. */
const uriCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/;
const brokenEscape = /%(?![0-9A-Fa-f]{2})/;
/** Scheme, authority when there is one, and the rest. */
const parts = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?(.*)$/;
/** RFC 8252 7.1: a domain name of the application's maker, reversed. Its dot tells it from `javascript` and its kind. */
const reverseDomain = /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+$/i;
const hostAndPort = /^([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** Https, http on the machine itself, or the private scheme of a native application. */
export function redirectUriProblem(text: string): string | undefined {
  return textProblem(text) ?? placeProblem(text);
}

/** For addresses that are only shown (`client_uri`, `logo_uri`): the same, without private schemes. */
export function webUriProblem(text: string): string | undefined {
  return textProblem(text) ?? (/^https?:/i.test(text) ? placeProblem(text) : 'must be an absolute https address');
}

/** Only a native application can be reached by a private scheme or on the machine itself (RFC 8252 7). */
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

function placeProblem(text: string): string | undefined {
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
  // The parser has the last word on ports over 65535 and on addresses that are none.
  const wellFormed = authority !== undefined && hostAndPort.test(authority) && URL.parse(text) !== null;
  return wellFormed ? undefined : 'must have // and a host, such as https://app.example.com/callback';
}

/** The text of the host counts: `127.1` and `0x7f000001` mean this machine only to some parsers. */
function loopbackProblem(authority: string): string | undefined {
  const host = authority.replace(/:\d+$/, '').toLowerCase();
  return loopbackHosts.has(host) ? undefined : 'must be https; http is only for 127.0.0.1, [::1] and localhost';
}

function privateSchemeProblem(scheme: string, authority: string | undefined, rest: string): string | undefined {
  if (!reverseDomain.test(scheme)) {
    return 'must be https, http on 127.0.0.1, [::1] or localhost, or a reverse-domain scheme such as com.example.app:/callback';
  }
  // Without the slash it is no such scheme, but a host and port whose https:// was forgotten.
  return authority !== undefined || rest.startsWith('/') ? undefined : 'must have a / after the scheme';
}
