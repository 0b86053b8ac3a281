/*
 * Whether a token is an application's own (client_credentials) or delegated (decisions 9 and 39). An own token has all seller
 * rights, so its grant must be proven. RFC 7662 2.2 requires no claim that tells: that a token names no person proves nothing,
 * because some providers leave the person out of delegated tokens, too.
 *
 * 1. The grant type, where the provider tells it (`gty`), decides; so does its word whether a token is that of a person (`idtyp`).
 * 2. `sub` that is the application itself proves an own token (RFC 9068 2.2), unless something shows that a person signed in:
 *    a person may have the name of an application.
 * 3. Another person makes it delegated, and so does every trace of a person who signed in.
 * 4. What is left names no person and has no sign. It is refused, or it is own if the operator says that this provider leaves
 *    the person out of own tokens only (`without-person`).
 */

/** IDP_OWN_TOKENS. */
export type OwnTokens = 'proven' | 'without-person';

/** `unproven`: nothing tells, so that the token must be refused. */
export type TokenGrant = 'own' | 'delegated' | 'unproven';

type Claims = Readonly<Record<string, unknown>>;

/** The claims in which providers name the grant type, or what the token stands for, with the values of own tokens. */
const grantTypeClaims: Readonly<Record<string, readonly unknown[]>> = {
  gty: ['client_credentials', 'client-credentials'],
  grant_type: ['client_credentials', 'client-credentials'],
  idtyp: ['app'],
};

/**
 * They name the person who consented, if there is one (RFC 7662 2.2, OpenID Connect Core 5.1, and what providers add), so none
 * of them can name the application.
 */
export const PERSON_CLAIMS: readonly string[] = [
  'sub',
  'username',
  'user_name',
  'user_id',
  'uid',
  'upn',
  'preferred_username',
  'email',
];

/** Only a grant with a person has these (OpenID Connect Core 2, RFC 9068 2.2.1; `sid` is the person's session). */
const signInClaims: readonly string[] = ['auth_time', 'amr', 'nonce', 'sid'];
/** Only a person signs in, and only a person is offline (OpenID Connect Core 3.1.2.1 and 11). */
const personScopes: readonly string[] = ['openid', 'offline_access'];

const scopeClaims: readonly string[] = ['scope', 'scp', 'scopes'];

/** What another token of the same provider may lack: applications choose their scope. */
export const SIGN_IN_TRACES: readonly string[] = [...signInClaims, ...scopeClaims];

export function grantOf(claims: Claims, application: string, ownTokens: OwnTokens): TokenGrant {
  const grantTypes = Object.entries(grantTypeClaims).filter(([name]) => claims[name] != null);
  if (grantTypes.length > 0) return grantTypes.every(([name, own]) => isOneOf(own, claims[name])) ? 'own' : 'delegated';
  const named = PERSON_CLAIMS.filter((name) => claims[name] != null);
  const isItself = named.includes('sub') && named.every((name) => claims[name] === application);
  if (named.length > 0 && !isItself) return 'delegated';
  if (hasSignedIn(claims)) return 'delegated';
  return isItself || ownTokens === 'without-person' ? 'own' : 'unproven';
}

/** Some providers list each grant in the history of a token, such as a refresh after a code. */
function isOneOf(own: readonly unknown[], value: unknown): boolean {
  const list = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every((type) => own.includes(type));
}

/**
 * Read generously, because it can only take rights away: some providers name scopes in other claims, separate them by commas, or list
 * objects.
 */
function hasSignedIn(claims: Claims): boolean {
  const texts = scopeClaims.flatMap((name) => textsIn(claims[name]));
  const scopes = texts.flatMap((text) => text.toLowerCase().split(/[\s,]+/));
  return signInClaims.some((name) => claims[name] != null) || personScopes.some((scope) => scopes.includes(scope));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
