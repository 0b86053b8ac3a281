import { type OwnTokens, SIGN_IN_TRACES, type TokenGrant } from '../domain/authorization/own-token.ts';
import { type CallerRules, grantOfClaims } from '../domain/authorization/token-caller.ts';
import type { JsonObject } from './json-object.ts';

/** One line of the report of an examination. */
type Verdict = { readonly kind: 'ok' | 'note' | 'problem'; readonly text: string };

const SETTING = 'IDP_OWN_TOKENS=without-person';

/** What a token by client_credentials shows about the own tokens of all applications; undefined when it names no application. */
export function ownTokenVerdict(claims: JsonObject, rules: CallerRules): Verdict | undefined {
  if (claims.active !== true) return undefined;
  switch (grantOfClaims(claims, rules)) {
    case 'own':
      return grantBy('proven', claims, rules) === 'own' ? provenVerdict(rules) : { kind: 'note', text: BY_SETTING };
    case 'unproven':
      return { kind: 'problem', text: UNPROVEN };
    case 'delegated':
      return { kind: 'note', text: SEEMS_DELEGATED };
    case undefined:
      return undefined;
  }
}

const provenVerdict = ({ ownTokens }: CallerRules): Verdict =>
  ownTokens === 'proven'
    ? { kind: 'ok', text: 'the provider proves own tokens (gty, or the client id as sub)' }
    : { kind: 'note', text: `the provider proves own tokens: without ${SETTING} the service is safer` };

const BY_SETTING = `own tokens of this provider have no sign: they count by ${SETTING}. --authorize examines whether that is safe`;
const UNPROVEN = `own tokens of sellers' applications are refused (401): they name no person, and have no sign of client_credentials. Let the provider add gty=client_credentials, or the client id as sub; or set ${SETTING}, if --authorize says that it is safe`;
const SEEMS_DELEGATED =
  'it counts as delegated and has only the rights in its scope: if it is a client of a seller, the provider must add gty=client_credentials. The scope of such tokens (IDP_CC_SCOPE) must not have openid or offline_access otherwise';

/**
 * What a token that a seller consented to shows. An application chooses its scope, so the token is also judged without any
 * scope: `offline_access` or `openid` may be all that keeps it from being an own one.
 */
export function delegatedTokenVerdict(claims: JsonObject, rules: CallerRules): Verdict | undefined {
  if (claims.active !== true) return undefined;
  if (grantOfClaims(claims, rules) === 'own') return { kind: 'problem', text: SEEMS_OWN };
  const bare = Object.fromEntries(Object.entries(claims).filter(([name]) => !SIGN_IN_TRACES.includes(name)));
  if (grantBy('proven', bare, rules) === 'own') return { kind: 'problem', text: NAMED_LIKE_CLIENT };
  if (grantBy('without-person', bare, rules) !== 'own')
    return { kind: 'ok', text: `it is known as delegated whatever its scope: ${SETTING} is safe with this provider` };
  return rules.ownTokens === 'without-person'
    ? { kind: 'problem', text: NOT_SAFE }
    : { kind: 'note', text: NAMES_NOBODY };
}

/** RFC 7662 2.2: `sub` and `username` are optional, and nothing else distinguishes the two kinds of token. */
const SEEMS_OWN = `a token that a seller consented to counts as one of the seller's own application, with all rights: the provider must name the person in sub or username, or the grant type in gty. Until then remove ${SETTING}`;
const NAMED_LIKE_CLIENT =
  'sub is the id of the application: with a scope without openid and offline_access it would count as one of the application itself, with all rights. No person may have the name of an application';
const NOT_SAFE = `${SETTING} is NOT safe with this provider: a token that a seller consented to names no person, so an application that asks for neither openid nor offline_access has all rights`;
const NAMES_NOBODY = `a token that a seller consented to names no person: it is refused (401) when its scope has neither openid nor offline_access. Let the provider name the person in sub or username. ${SETTING} is NOT safe with this provider`;

const grantBy = (ownTokens: OwnTokens, claims: JsonObject, rules: CallerRules): TokenGrant | undefined =>
  grantOfClaims(claims, { ...rules, ownTokens });
