import type { Config } from '../../config/config.ts';
import {
  EMBEDDED_CONSOLE_CLIENT,
  EMBEDDED_OPERATOR_CONSOLE_CLIENT,
} from '../../domain/authorization/console-client.ts';
import type { Identity } from '../../identity/identity.ts';

/** The console's client at the provider. Another provider knows none until the operator names it. */
export const consoleClientIdOf = (config: Config): string | undefined =>
  config.consoleClientId ?? (config.idpIssuer === undefined ? EMBEDDED_CONSOLE_CLIENT : undefined);

/** The operator console's client at the provider: the only one whose delegated tokens can be the operator's (decision 55). */
export const operatorConsoleClientIdOf = (config: Config): string | undefined =>
  config.operatorConsoleClientId ?? (config.idpIssuer === undefined ? EMBEDDED_OPERATOR_CONSOLE_CLIENT : undefined);

/** The provider's page where a seller sees and withdraws applications; undefined when nobody has named it. */
export const grantsUrlOf = (config: Config, identity: Pick<Identity, 'issuer'>): string | undefined =>
  config.idpGrantsUrl ?? embeddedPage(config, identity, 'grants');

/** The provider's pages of a person's own account. Only the embedded one has them. */
export const accountUrlOf = (config: Config, identity: Pick<Identity, 'issuer'>): string | undefined =>
  embeddedPage(config, identity, 'account');

/** The provider's page where a seller signs out; undefined when nobody has named it. */
export const signOutUrlOf = (config: Config, identity: Pick<Identity, 'issuer'>): string | undefined =>
  config.idpSignOutUrl ?? embeddedPage(config, identity, 'sign-out');

/** The issuer may move: an embedded provider that has lost its port finds another one. */
const embeddedPage = (config: Config, { issuer }: Pick<Identity, 'issuer'>, page: string) =>
  config.idpIssuer === undefined ? `${issuer.replace(/\/$/, '')}/${page}` : undefined;
