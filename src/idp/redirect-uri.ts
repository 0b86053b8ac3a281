/** True for the URI of a native application, such as `com.example.app:/callback` (RFC 8252 7.1). */
export function hasPrivateScheme(uri: string): boolean {
  return !/^https?:/i.test(uri);
}

/**
 * The `form-action` source of the Content-Security-Policy that lets the consent form end at this redirect URI. Chromium
 * applies `form-action` to the redirects after a form, too.
 */
export function formActionSource(uri: string): string {
  const url = URL.parse(uri);
  if (url === null) return "'self'";
  return hasPrivateScheme(uri) ? url.protocol : url.origin;
}
