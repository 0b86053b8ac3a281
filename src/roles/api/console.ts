import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { type ConsoleFiles, OPERATOR_CONSOLE, SELLER_CONSOLE } from '../../console/console-files.ts';
import type { DirectAuthorization } from '../../console/console-page.ts';
import { consoleRoutes } from '../../console/routes.ts';
import { CONSOLE_PATH, OPERATOR_CONSOLE_PATH } from '../../domain/authorization/console-client.ts';
import { OPERATOR_RIGHTS } from '../../domain/authorization/operator-rights.ts';
import { BASIC_RIGHTS, SELLER_RIGHTS } from '../../domain/authorization/rights.ts';
import { publicPathOf } from '../../domain/public-path.ts';
import type { Identity } from '../../identity/identity.ts';
import { markFile } from '../../pages/mark.ts';
import { consoleStyle } from '../../pages/style.ts';
import { serviceUrlOf } from '../settings/addresses.ts';
import { brandOf } from '../settings/brand.ts';
import {
  accountUrlOf,
  consoleClientIdOf,
  grantsUrlOf,
  operatorConsoleClientIdOf,
  signOutUrlOf,
} from '../settings/console-sign-in.ts';

/**
 * Every right by name: the embedded provider gives those of the person's role. Another one may refuse a request for rights that it does not
 * know, so there the operator names them (decision 51). Never `offline_access`: a browser is no place for a refresh token.
 */
function scopeOf({ idpIssuer, consoleRights = [] }: Config): string {
  return (idpIssuer === undefined ? SELLER_RIGHTS : [...BASIC_RIGHTS, ...consoleRights]).join(' ');
}

export type ConsoleProvider = Pick<Identity, 'issuer' | 'authorizationEndpoint' | 'authorizationScope'>;

/** What makes a console: whose it is decides the client, and what it asks for. */
type ConsoleKind = {
  readonly path: string;
  readonly files: ConsoleFiles;
  readonly clientId: string | undefined;
  /** Names that client at another provider. */
  readonly clientSetting: string;
  readonly scope: string;
  readonly sellerConsoleClientId?: string | undefined;
  /** Only sellers have applications to withdraw. */
  readonly grantsUrl: () => string | undefined;
};

/** The sellers' console of this installation. */
export const consoleOf = (config: Config, identity: ConsoleProvider, serviceUrl?: () => string) =>
  routesOf(
    { config, identity, serviceUrl },
    {
      path: CONSOLE_PATH,
      files: SELLER_CONSOLE,
      clientId: consoleClientIdOf(config),
      clientSetting: 'CONSOLE_CLIENT_ID',
      scope: scopeOf(config),
      grantsUrl: () => grantsUrlOf(config, identity),
    },
  );

/** The operator's. It asks for every right: the provider gives those that the person has (decision 55). */
export const operatorConsoleOf = (config: Config, identity: ConsoleProvider, serviceUrl?: () => string) =>
  routesOf(
    { config, identity, serviceUrl },
    {
      path: OPERATOR_CONSOLE_PATH,
      files: OPERATOR_CONSOLE,
      clientId: operatorConsoleClientIdOf(config),
      clientSetting: 'OPERATOR_CONSOLE_CLIENT_ID',
      sellerConsoleClientId: consoleClientIdOf(config),
      scope: OPERATOR_RIGHTS.join(' '),
      grantsUrl: () => undefined,
    },
  );

type Installation = {
  readonly config: Config;
  readonly identity: ConsoleProvider;
  readonly serviceUrl: (() => string) | undefined;
};

function routesOf(
  { config, identity, serviceUrl = () => serviceUrlOf(config) }: Installation,
  { path, files, scope, clientId, clientSetting, sellerConsoleClientId, grantsUrl }: ConsoleKind,
): (scope: FastifyInstance) => void {
  const brand = brandOf(config);
  const prefix = config.publicUrl === undefined ? '' : publicPathOf(config.publicUrl);
  const hasExtras = config.idpResource !== undefined || config.idpAudienceParameter !== undefined;
  const settings = async () => ({
    path: `${prefix}${path}`,
    origin: new URL(serviceUrl()).origin,
    clientId: clientId ?? '',
    clientSetting,
    issuer: identity.issuer,
    // Another provider may not: then a wrong `iss` is still refused.
    sendsIssuer: config.idpIssuer === undefined,
    answersSilently: config.idpIssuer === undefined || config.idpSilentSignIn === 'on',
    providerOrigin: new URL(config.idpAuthorizationEndpoint ?? identity.issuer).origin,
    scope,
    authorizationEndpoint: `${prefix}/auth/v4/authorize`,
    // The page does not have what else such a provider needs.
    direct: hasExtras ? undefined : await directAuthorizationOf(identity, scope),
    tokenEndpoint: `${prefix}/auth/v4/token`,
    accountUrl: accountUrlOf(config, identity),
    grantsUrl: grantsUrl(),
    signOutUrl: signOutUrlOf(config, identity),
    sellerConsoleClientId,
    brandName: brand.name,
    brandColor: brand.color,
  });
  const look = { style: consoleStyle(brand), mark: markFile(brand) };
  return consoleRoutes(settings, { path, files, look });
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
