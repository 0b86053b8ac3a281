import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { DirectAuthorization } from '../../console/console-page.ts';
import { consoleRoutes } from '../../console/routes.ts';
import { CONSOLE_PATH } from '../../domain/authorization/console-client.ts';
import { BASIC_RIGHTS, SELLER_RIGHTS } from '../../domain/authorization/rights.ts';
import { publicPathOf } from '../../domain/public-path.ts';
import type { Identity } from '../../identity/identity.ts';
import { markFile } from '../../pages/mark.ts';
import { consoleStyle } from '../../pages/style.ts';
import { serviceUrlOf } from '../settings/addresses.ts';
import { brandOf } from '../settings/brand.ts';
import { accountUrlOf, consoleClientIdOf, grantsUrlOf, signOutUrlOf } from '../settings/console-sign-in.ts';

/**
 * Every right by name: the embedded provider gives those of the person's role. Another one may refuse a request for rights that it does not
 * know, so there the operator names them (decision 51). Never `offline_access`: a browser is no place for a refresh token.
 */
function scopeOf({ idpIssuer, consoleRights = [] }: Config): string {
  return (idpIssuer === undefined ? SELLER_RIGHTS : [...BASIC_RIGHTS, ...consoleRights]).join(' ');
}

export type ConsoleProvider = Pick<Identity, 'issuer' | 'authorizationEndpoint' | 'authorizationScope'>;

/** The console of this installation. */
export function consoleOf(
  config: Config,
  identity: ConsoleProvider,
  serviceUrl: () => string = () => serviceUrlOf(config),
): (scope: FastifyInstance) => void {
  const brand = brandOf(config);
  const scope = scopeOf(config);
  const prefix = config.publicUrl === undefined ? '' : publicPathOf(config.publicUrl);
  const settings = async () => ({
    path: `${prefix}${CONSOLE_PATH}`,
    origin: new URL(serviceUrl()).origin,
    clientId: consoleClientIdOf(config) ?? '',
    issuer: identity.issuer,
    // Another provider may not: then a wrong `iss` is still refused.
    sendsIssuer: config.idpIssuer === undefined,
    providerOrigin: new URL(config.idpAuthorizationEndpoint ?? identity.issuer).origin,
    scope,
    authorizationEndpoint: `${prefix}/auth/v4/authorize`,
    direct: await directAuthorizationOf(identity, scope),
    tokenEndpoint: `${prefix}/auth/v4/token`,
    accountUrl: accountUrlOf(config, identity),
    grantsUrl: grantsUrlOf(config, identity),
    signOutUrl: signOutUrlOf(config, identity),
    brandName: brand.name,
    brandColor: brand.color,
  });
  return consoleRoutes(settings, { style: consoleStyle(brand), mark: markFile(brand) });
}

/** The console's page does not wait longer for the provider's document: it has another way to the provider. */
const WAIT_MS = 200;

/**
 * Where `/auth/v4/authorize` would send a request with this scope. Undefined while the provider does not answer, and where its endpoint has
 * a query of its own, which a browser would write in another form than the operator.
 */
export async function directAuthorizationOf(
  identity: Pick<Identity, 'authorizationEndpoint' | 'authorizationScope'>,
  scope: string,
): Promise<DirectAuthorization | undefined> {
  const endpoint = await Promise.race([
    identity.authorizationEndpoint().catch(() => undefined),
    setTimeout(WAIT_MS, undefined, { ref: false }),
  ]);
  if (endpoint === undefined || new URL(endpoint).search !== '') return undefined;
  return { endpoint, scope: identity.authorizationScope(scope) };
}
