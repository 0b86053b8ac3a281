import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { consoleRoutes } from '../console/routes.ts';
import type { Identity } from '../identity/identity.ts';
import { markFile } from '../pages/mark.ts';
import { consoleStyle } from '../pages/style.ts';
import { brandOf } from './brand.ts';

/** The console's client at the embedded provider. */
const EMBEDDED_CLIENT = 'seller-console';

/** The console of this installation. */
export function consoleOf(
  config: Config,
  identity: Pick<Identity, 'issuer'>,
  grantsUrl: (() => string) | undefined,
): (scope: FastifyInstance) => void {
  const brand = brandOf(config);
  // Behind a proxy the service may be under a path.
  const prefix = config.publicUrl === undefined ? '' : new URL(config.publicUrl).pathname.replace(/\/$/, '');
  const settings = () => ({
    path: `${prefix}/console`,
    clientId: config.consoleClientId ?? EMBEDDED_CLIENT,
    issuer: identity.issuer,
    authorizationEndpoint: `${prefix}/auth/v4/authorize`,
    tokenEndpoint: `${prefix}/auth/v4/token`,
    grantsUrl: grantsUrl?.(),
    brandName: brand.name,
    brandColor: brand.color,
  });
  return consoleRoutes({ settings, look: { style: consoleStyle(brand), mark: markFile(brand) } });
}
