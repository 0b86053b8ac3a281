import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';

/** How own tokens of applications are recognized, in a sentence for the operator (IDP_OWN_TOKENS). */
export function ownTokensText({ idpIssuer, idpOwnTokens }: Config): string {
  if (idpIssuer === undefined)
    return 'own tokens: the embedded provider tells them from those that a seller consented to';
  return idpOwnTokens === 'proven'
    ? 'own tokens: the provider must prove them, by gty=client_credentials or the client id as sub (IDP_OWN_TOKENS=proven)'
    : 'own tokens: every token that names no person has all rights of a seller (IDP_OWN_TOKENS=without-person). That is safe only if the provider names the person in every token that a seller consented to: npm run doctor -- identity --authorize';
}

/** At every start: with the wrong choice, a token that a seller consented to would have all rights. */
export function logOwnTokens(config: Config, log: Pick<Log, 'info' | 'warn'>): void {
  const isTrusted = config.idpIssuer !== undefined && config.idpOwnTokens === 'without-person';
  log[isTrusted ? 'warn' : 'info'](ownTokensText(config));
}
