import { isId } from '../ids.ts';
import { type OperatorRight, operatorRightsIn } from './operator-rights.ts';
import { grantOf, type OwnTokens, type TokenGrant } from './own-token.ts';
import { BASIC_RIGHTS, type Caller, NAMED_RIGHTS, type Right, SELLER_RIGHTS } from './rights.ts';
import { fromProviderScopes, type ScopeMap } from './scope-map.ts';
import { signedInPersonIn } from './signed-in-person.ts';
import { SUPPORT_RIGHTS } from './support-operations.ts';

/*
 * Who a token acts for, and with which rights (decisions 8, 9, 39 and 55). This file has the whole rule:
 *
 * 1. The application is named by the first client claim that the token has; without one it is the shared `unknown`.
 * 2. The token is the application's own (client_credentials) or delegated: see `own-token.ts`. A token is
 *    refused when neither is proven.
 * 3. It is the operator's when it has an operator right. An own token has those of the provider's `rights` claim, and if its client is
 *    listed, those of its scope. A delegated token has those of that claim, and only if its client is the operator console. A token of
 *    the operator acts for no seller.
 * 4. A delegated token of the operator console whose claim `support` names a person of the operator is that of a support session: it acts for
 *    a seller, with the rights of `SUPPORT_RIGHTS` that its scope has, and may call the operations of `SUPPORT_OPERATIONS` only.
 * 5. Otherwise the first seller claim that the token has names the seller. In a delegated token, claims that name the
 *    application do not count: it acts for the person who consented.
 * 6. An own token has the rights of the application's registration (`ownRights`), a delegated one those in its scope. Without a
 *    seller there are none.
 */

/** The claims of a token that is already known to be a valid access token. */
type Claims = Readonly<Record<string, unknown>>;

export type CallerRules = {
  /** Claims that may name the seller. The first one that the token has decides. */
  readonly sellerClaims: readonly string[];
  /** Claims that may name the application. The first one that the token has decides. */
  readonly clientClaims: readonly string[];
  /** How own tokens are recognized. The embedded provider names the person in every delegated token: `without-person`. */
  readonly ownTokens: OwnTokens;
  /**
   * The clients whose own tokens may have the operator's right as a scope (decision 39). `all` is for the embedded provider:
   * it sets the scope of own tokens itself, and gives this one to operator clients only.
   */
  readonly operatorClients: readonly string[] | 'all';
  /** The one client whose delegated tokens can be the operator's (decision 55). None when it is not set. */
  readonly operatorConsole?: string | undefined;
  /**
   * Where the rights of own tokens are (decision 51). `claim`: the basic rights, and those in the provider's `rights` claim. `scope` is for
   * the embedded provider: it sets the scope of own tokens itself, to the rights of the application.
   */
  readonly ownRights: 'claim' | 'scope';
  /** The provider's names of seller rights, where they differ from ours. */
  readonly scopeMap: ScopeMap;
};

/** All applications whose tokens do not name them. */
const UNKNOWN_APPLICATION = 'unknown';

/** For the operator: the caller learns only that the token is refused. */
const UNPROVEN =
  "nothing says whether it is the application's own (client_credentials) or delegated: it names no person, and has no sign of the grant. Let the provider add gty=client_credentials, or the client id as sub, to own tokens; or set IDP_OWN_TOKENS=without-person, if it names the person in every delegated token";

/** The caller; or why nobody can be told. */
export function callerOfClaims(claims: Claims, rules: CallerRules): Caller | { readonly problem: string } {
  const application = applicationIn(claims, rules.clientClaims);
  if (typeof application !== 'string') return application;
  const grant = grantOfApplication(claims, application, rules.ownTokens);
  if (grant === 'unproven') return { problem: UNPROVEN };
  const named = { clientId: application, grant } as const;
  const support = supportIn(claims, named, rules);
  if (support !== undefined) return support;
  const operatorRights = operatorRightsOf(claims, named, rules);
  if (operatorRights.size > 0)
    return { ...named, sellerId: undefined, rights: operatorRights, ...(grant === 'delegated' && personIn(claims)) };
  const sellerId = sellerIn(claims, sellerClaimsFor(grant, rules));
  if (sellerId === undefined) return { ...named, sellerId, rights: noRights };
  if (grant === 'own') return { ...named, sellerId, rights: rightsOfOwn(claims, rules) };
  return { ...named, sellerId, rights: rightsInScope(claims, rules.scopeMap), ...personIn(claims) };
}

/** The caller of a support session. Without a seller and a session it has no rights, and still is none of the operator's. */
function supportIn(
  claims: Claims,
  { clientId, grant }: Pick<Caller, 'clientId' | 'grant'>,
  rules: CallerRules,
): Caller | undefined {
  const { support: operatorId, support_session: sessionId } = claims;
  const isConsole = grant === 'delegated' && clientId === rules.operatorConsole && clientId !== UNKNOWN_APPLICATION;
  if (!isConsole || typeof operatorId !== 'string') return undefined;
  const sellerId = sellerIn(claims, sellerClaimsFor(grant, rules));
  const isWhole = sellerId !== undefined && isPersonId(operatorId) && typeof sessionId === 'string';
  if (!isWhole) return { clientId, grant, sellerId: undefined, rights: noRights };
  const scopes = fromProviderScopes(valuesIn(claims.scope), rules.scopeMap);
  const rights = new Set<Right>(SUPPORT_RIGHTS.filter((right) => scopes.includes(right)));
  return { clientId, grant, sellerId, rights, support: { operatorId, sessionId } };
}

/** Who gave a delegated token, and when they signed in: as far as the provider tells. */
function personIn(claims: Claims): Pick<Caller, 'memberId' | 'authTimeMs' | 'person'> {
  const { sub, auth_time: authTime } = claims;
  const person = signedInPersonIn(claims);
  return {
    ...(person && { person }),
    ...(typeof sub === 'string' && isPersonId(sub) && { memberId: sub }),
    ...(typeof authTime === 'number' && Number.isFinite(authTime) && { authTimeMs: authTime * 1000 }),
  };
}

/** OpenID Connect Core 2: at most 255 characters. It is stored: PostgreSQL takes no NUL. */
const isPersonId = (sub: string) => /^[^\p{Cc}]{1,255}$/u.test(sub);

const noRights: ReadonlySet<Right> = new Set();

/** A claim that is present but names nobody is not skipped: the next one may name another application. */
function applicationIn(claims: Claims, clientClaims: readonly string[]): string | { readonly problem: string } {
  const name = clientClaims.find((claim) => Object.hasOwn(claims, claim) && claims[claim] !== null);
  if (name === undefined) return UNKNOWN_APPLICATION;
  const id = claims[name];
  return isClientId(id) ? id : { problem: `the claim ${name} does not name an application` };
}

/** It is stored, as part of keys: PostgreSQL takes no NUL, and no key of more than 2,700 bytes. RFC 6749 A.1 has less. */
const isClientId = (id: unknown): id is string => typeof id === 'string' && /^[^\p{Cc}]{1,500}$/u.test(id);

/** Undefined when the claims name no application, or not rightly. For the doctor. */
export function grantOfClaims(claims: Claims, rules: CallerRules): TokenGrant | undefined {
  const application = applicationIn(claims, rules.clientClaims);
  return typeof application === 'string' ? grantOfApplication(claims, application, rules.ownTokens) : undefined;
}

/** Applications that are not told apart share their name, so none of them is a seller's own. */
function grantOfApplication(claims: Claims, application: string, ownTokens: OwnTokens): TokenGrant {
  return application === UNKNOWN_APPLICATION ? 'delegated' : grantOf(claims, application, ownTokens);
}

/** In the delegated flow any application can request any scope, so there the scope never counts. */
function operatorRightsOf(
  claims: Claims,
  { clientId, grant }: Pick<Caller, 'clientId' | 'grant'>,
  { operatorClients, operatorConsole }: CallerRules,
): ReadonlySet<OperatorRight> {
  const claimed = valuesIn(claims.rights);
  const isConsole = clientId === operatorConsole && clientId !== UNKNOWN_APPLICATION;
  if (grant === 'delegated') return operatorRightsIn(isConsole ? claimed : []);
  const isListed = operatorClients === 'all' || operatorClients.includes(clientId);
  return operatorRightsIn(isListed ? [...claimed, ...valuesIn(claims.scope)] : claimed);
}

/** These name an application or a service at all providers, never a person. */
const applicationClaims: readonly string[] = ['client_id', 'azp', 'cid', 'appid', 'aud'];

function sellerClaimsFor(grant: Caller['grant'], { sellerClaims, clientClaims }: CallerRules): readonly string[] {
  if (grant === 'own') return sellerClaims;
  return sellerClaims.filter((claim) => !clientClaims.includes(claim) && !applicationClaims.includes(claim));
}

/** A claim that is present but holds no seller id is not skipped: the next claim may name another seller. */
function sellerIn(claims: Claims, sellerClaims: readonly string[]): string | undefined {
  const name = sellerClaims.find((claim) => Object.hasOwn(claims, claim));
  const seller = name === undefined ? undefined : claims[name];
  return typeof seller === 'string' && isId(seller) ? seller : undefined;
}

function rightsOfOwn(claims: Claims, { ownRights, scopeMap }: CallerRules): ReadonlySet<Right> {
  if (ownRights === 'scope') return rightsInScope(claims, scopeMap);
  const claimed = valuesIn(claims.rights);
  return new Set([...BASIC_RIGHTS, ...NAMED_RIGHTS.filter((right) => claimed.includes(right))]);
}

/** Exactly the rights that the seller consented to. */
function rightsInScope(claims: Claims, scopeMap: ScopeMap): ReadonlySet<Right> {
  const scopes = fromProviderScopes(valuesIn(claims.scope), scopeMap);
  return new Set(SELLER_RIGHTS.filter((right) => scopes.includes(right)));
}

/** A list, or one text of values separated by spaces (RFC 6749 3.3). */
function valuesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(' ').filter((word) => word !== '');
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}
