import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';

/** How access tokens are checked, in a sentence for the operator (IDP_TOKEN_FORMAT). */
export function tokenFormatText({ idpTokenFormat, idpMaxTokenSeconds }: Config): string {
  if (idpTokenFormat === 'introspect') return 'access tokens: the provider is asked about each of them';
  const rest = idpTokenFormat === 'both' ? '; the provider is asked about all others' : '';
  return `access tokens: JWTs are verified with the provider's keys${rest} (IDP_TOKEN_FORMAT=${idpTokenFormat}). A withdrawal counts only when the token expires, ${idpMaxTokenSeconds} seconds after its issue at the latest (IDP_MAX_TOKEN_SECONDS)`;
}

const NO_AUDIENCE =
  'IDP_AUDIENCE is not set: access tokens that the provider signs for other services count here, too. Set it if the provider names an audience (aud)';

const UNTYPED =
  'IDP_UNTYPED_TOKENS=accept: refresh and ID tokens count as access tokens if the provider calls them active and they live no longer. npm run doctor -- identity --authorize examines that';

/** What the settings leave open; undefined when nothing. */
export const audienceProblem = ({ idpTokenFormat, idpAudience }: Config): string | undefined =>
  idpTokenFormat !== 'introspect' && idpAudience === undefined ? NO_AUDIENCE : undefined;

/** At every start: signed tokens count after their withdrawal, and those for other services look the same. */
export function logTokenFormat(config: Config, log: Pick<Log, 'info' | 'warn'>): void {
  if (config.idpIssuer !== undefined && config.idpUntypedTokens === 'accept') log.warn(UNTYPED);
  if (config.idpTokenFormat === 'introspect') return;
  log.info(tokenFormatText(config));
  const problem = audienceProblem(config);
  if (problem !== undefined) log.warn(problem);
}
