import type { IncomingMessage } from 'node:http';
import { BASIC_RIGHTS, isNamedRight, isSellerRight } from '../domain/authorization/rights.ts';
import { PageError } from './pages/exchange.ts';

/**
 * Pins the request to the public address and returns the path below the issuer. The library builds its URLs from the Host
 * header, and `X-Forwarded-Proto` decides whether its cookies are `Secure`. An absolute-form target (`GET http://other/`)
 * would win over the header, so it is rejected.
 */
export function pinToIssuer(req: IncomingMessage, base: URL, basePath: string): string {
  const url = req.url ?? '/';
  if (!url.startsWith('/')) throw new PageError(400, 'invalid_request', 'the request target must be a path');
  req.headers.host = base.host;
  req.headers['x-forwarded-proto'] = base.protocol.slice(0, -1);
  delete req.headers['x-forwarded-host'];
  // The library must not take an address from it: `client-address.ts` has read it.
  delete req.headers['x-forwarded-for'];
  if (basePath !== '' && url.startsWith(basePath) && /^([/?]|$)/.test(url.slice(basePath.length))) {
    Object.assign(req, { originalUrl: url });
    req.url = url.slice(basePath.length) || '/';
  }
  return pathOf(req.url ?? '/');
}

/**
 * Adds `prompt=consent`, because the library silently drops `offline_access` without it; consent is always asked anyway.
 * Removes `nonce`, which clients send out of habit: the library rejects it without the scope `openid`, which this provider
 * does not have. A scope that names exactly the basic rights becomes one that names none: both ask for those that the client may
 * have (decisions 9 and 51), and a service at which this provider is a foreign one (IDP_ISSUER) names them, because it does not
 * know the client.
 */
export function completeAuthorization(req: IncomingMessage): void {
  const before = req.url ?? '';
  const [path = '', query = ''] = before.split(/\?(.*)/s, 2);
  const params = new URLSearchParams(query);
  if (!params.has('prompt')) params.set('prompt', 'consent');
  params.delete('nonce');
  const names = (params.get('scope') ?? '').split(' ');
  if (BASIC_RIGHTS.every((right) => names.includes(right)) && !names.some(isNamedRight))
    params.set('scope', names.filter((name) => !isSellerRight(name)).join(' '));
  req.url = `${path}?${params.toString()}`;
  const { originalUrl } = req as { originalUrl?: string };
  if (originalUrl === undefined) return;
  Object.assign(req, { originalUrl: originalUrl.slice(0, originalUrl.length - before.length) + req.url });
}

export function pathOf(url: string): string {
  const [path = '/'] = url.split('?', 1);
  return path;
}
