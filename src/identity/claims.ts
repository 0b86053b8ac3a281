import { type Caller, type Grant, rightsOf } from '../domain/authorization/rights.ts';
import { isId } from '../domain/ids.ts';
import type { JsonObject } from './json-object.ts';

export type ClaimRules = {
  /** Claims that may name the seller. The first one that the token has decides. */
  readonly sellerClaims: readonly string[];
  /** The audience that a token must have; any when it is not set. */
  readonly audience?: string | undefined;
};

/**
 * The caller that a good token stands for, and how long the token is still valid. `exp` is calendar time: it is converted to
 * a duration once, here, so that a clock that is set back later does not prolong a token.
 */
export type VerifiedToken = { readonly caller: Caller; readonly lifetimeMs: number };

/** `nbf` comes from the provider's clock, which may be a little ahead of ours: a new token must not be rejected for that. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Checks an introspection answer (RFC 7662 2.2). `active` alone is not enough: it is also true for a refresh token, and that
 * lives a year. Undefined when it is no access token for this service.
 */
export function verifyClaims(claims: JsonObject, rules: ClaimRules, nowMs: number): VerifiedToken | undefined {
  const clientId = clientIdIn(claims);
  const isGood =
    claims.active === true &&
    isBearerAccessToken(claims) &&
    isUnbound(claims) &&
    isStarted(claims, nowMs) &&
    isForUs(claims, rules.audience);
  const expiresAtMs = expiryOf(claims);
  if (!isGood || clientId === undefined || !(expiresAtMs > nowMs)) return undefined;
  const grant = grantOf(claims, clientId, rules.sellerClaims);
  return { caller: { clientId, sellerId: grant.sellerId, rights: rightsOf(grant) }, lifetimeMs: expiresAtMs - nowMs };
}

const accessTypes = new Set(['bearer', 'access', 'access_token', 'at+jwt', 'application/at+jwt']);
/** Names the format of the token, not its use. */
const neutralTypes = new Set(['jwt']);

/**
 * Providers name the kind of a token in `token_type`, `typ` or `token_use`. At least one must name a bearer access token, and
 * none another kind: some providers mark a refresh token only by the absence of all three.
 */
function isBearerAccessToken({ token_type, typ, token_use }: JsonObject): boolean {
  const types = [token_type, typ, token_use]
    .filter((type) => type !== undefined)
    .map((type) => String(type).toLowerCase())
    .filter((type) => !neutralTypes.has(type));
  return types.length > 0 && types.every((type) => accessTypes.has(type));
}

/** A token bound to a key or certificate (RFC 8705 3.1, RFC 9449 6) is no bearer token: the service does not check the proof. */
const isUnbound = ({ cnf }: JsonObject) => cnf === undefined;

const isStarted = ({ nbf }: JsonObject, nowMs: number) =>
  nbf === undefined || (typeof nbf === 'number' && nbf * 1000 <= nowMs + CLOCK_SKEW_MS);

function isForUs({ aud }: JsonObject, audience: string | undefined): boolean {
  return audience === undefined || [aud].flat().includes(audience);
}

/** NaN for an `exp` that is no time. NaN compares false with every time, so the token is rejected. */
function expiryOf({ exp }: JsonObject): number {
  if (exp === undefined) return Number.POSITIVE_INFINITY;
  return typeof exp === 'number' ? exp * 1000 : Number.NaN;
}

/** OpenID Connect calls it `azp`. */
function clientIdIn({ client_id, azp }: JsonObject): string | undefined {
  const id = client_id ?? azp;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function grantOf(claims: JsonObject, clientId: string, sellerClaims: readonly string[]): Grant {
  return {
    kind: namesPerson(claims, clientId) ? 'delegated' : 'own',
    sellerId: sellerIn(claims, sellerClaims),
    scopes: valuesIn(claims.scope),
    claimed: valuesIn(claims.rights),
  };
}

/**
 * Tells the two kinds of grant apart. A delegated token names the person who consented, in `sub` or `username`. A token of
 * client_credentials names nobody, or the client itself in `sub` (RFC 9068 2.2). Some providers give each client a user of
 * its own. Their tokens count as delegated and have only the rights in their scope, so nothing is granted by mistake.
 */
function namesPerson({ sub, username }: JsonObject, clientId: string): boolean {
  const name = sub ?? username;
  return name !== undefined && name !== clientId;
}

/** A claim that is present but holds no seller id is not skipped: the next claim may name another seller. */
function sellerIn(claims: JsonObject, sellerClaims: readonly string[]): string | undefined {
  const name = sellerClaims.find((claim) => Object.hasOwn(claims, claim));
  const seller = name === undefined ? undefined : claims[name];
  return typeof seller === 'string' && isId(seller) ? seller : undefined;
}

/** A list, or one text of values separated by spaces (RFC 6749 3.3). */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').filter((word) => word !== '');
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}
