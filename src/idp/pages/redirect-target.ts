/** True for the redirect URI of a native application, such as `com.example.app:/callback` (RFC 8252 7.1). */
export function hasPrivateScheme(redirectUri: string): boolean {
  return !/^https?:/i.test(redirectUri);
}

/**
 * The `form-action` source of the Content-Security-Policy that lets a form end at this redirect URI. Chromium applies
 * `form-action` to the redirects after a form, too.
 */
export function formActionSource(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  const source = url === null ? '' : hasPrivateScheme(redirectUri) ? url.protocol : url.origin;
  // The URL parser lets `;`, `,` and quotes pass in a host. They would add directives to the policy.
  return plainSource.test(source) ? source : "'self'";
}

const plainSource = /^(?:https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?|[a-z][a-z0-9+.-]*:)$/;

/** The host that the consent page shows, so that a seller sees where the browser goes next. */
export function redirectHost(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (url === null) return redirectUri;
  return hasPrivateScheme(redirectUri) ? `${url.protocol} (an application on this device)` : url.host;
}
