/*
 * `PUBLIC_URL` may have a path: https://shop.example/seller. Some proxies pass it on and some strip it. The service takes both, at all
 * times: under the path and at the root everything is the same. Pages link below the path, which works either way.
 */

/**
 * The first parts of the service's own paths. `PUBLIC_URL` cannot have one of them: `/console` would mean two pages.
 * @internal
 */
export const OWN_FIRST_PARTS: readonly string[] = [
  ...[
    'health',
    'auth',
    'products',
    'batches',
    'notifications',
    'confirmations',
    'm',
    'callbacks',
    'sellers',
    'operator',
    'reports',
  ],
  ...['console', 'operator-console', 'demo', 'docs', 'guides', 'openapi.json', 'postman.json', 'sdk'],
  ...['favicon.ico', 'favicon.svg', 'robots.txt', 'llms.txt', '.well-known'],
];

/** The path of a public address, such as `/seller`; empty when it has none. */
export const publicPathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/+$/, '');

/** Whether no path of the service begins as this one does. */
export const isFreePath = (path: string): boolean => !OWN_FIRST_PARTS.includes(path.split('/', 2)[1] ?? '');

/** The target of a request without the public path. The target may be an absolute URL, as proxies get it (RFC 9112 3.2.2). */
export function withoutPublicPath(target: string, publicPath: string): string {
  const start = target.startsWith('/') ? 0 : (/^[a-z]+:\/\/[^/?]*/i.exec(target)?.[0].length ?? 0);
  if (!target.startsWith(publicPath, start)) return target;
  const rest = target.slice(start + publicPath.length);
  if (rest.startsWith('/')) return target.slice(0, start) + rest;
  return rest === '' || rest.startsWith('?') ? `${target.slice(0, start)}/${rest}` : target;
}
