const LOOPBACK_HOSTS = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Decision 12's rules, applied at the provider again; what is wrong, in words, or undefined. */
export function redirectUriProblem(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return 'must be texts';
  if (uri.length > 2000) return 'must have at most 2000 characters each';
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\')) return 'must not hold spaces, backslashes or other than ASCII';
  if (uri.includes('#')) return 'must not have a fragment';
  const url = URL.parse(uri);
  if (url === null) return 'must be absolute';
  if (url.username !== '' || url.password !== '' || /^[^/?]*\/\/[^/?]*@/.test(uri))
    return 'must not hold user information';
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    if (!/^https?:\/\/[^/?]/i.test(uri)) return 'must be absolute';
    if (url.protocol === 'https:' || LOOPBACK_HOSTS.has(url.hostname)) return undefined;
    return 'must be https, except on 127.0.0.1, [::1] and localhost';
  }
  // A private scheme is a domain name of the application's maker, in reverse (RFC 8252 7.1).
  return /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+:$/.test(url.protocol)
    ? undefined
    : 'must be https, http on a loopback address, or a reverse-domain private scheme such as com.example.app:/callback';
}

export function hasPrivateScheme(uri: string): boolean {
  return !/^https?:/i.test(uri);
}

/** Where the browser is sent in the end, as a source of `form-action`: Chromium holds redirects of a form to it, too. */
export function formActionSource(uri: string): string {
  const url = URL.parse(uri);
  if (url === null) return "'self'";
  return hasPrivateScheme(uri) ? url.protocol : url.origin;
}
