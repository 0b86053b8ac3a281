import { type Caller, type Grant, rightsOf } from '../domain/authorization/rights.ts';
import { isId } from '../domain/ids.ts';
import type { JsonObject } from './json-object.ts';

export type ClaimRules = {
  /** Claims that may name the seller; the first one that the token has decides. */
  readonly sellerClaims: readonly string[];
  /** The audience that a token must have; any will do when it is not set. */
  readonly audience?: string | undefined;
};

/** Who a token stands for, and until when that may be believed. */
export type Judgement = { readonly caller: Caller; readonly expiresAtMs: number };

/** `nbf` is of the provider's clock, which may be a little ahead of ours: a fresh token must not be refused for that. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Judges an introspection answer (RFC 7662 2.2). `active` alone is not enough: it is true for a refresh token too, and
 * one of those lives a year. Undefined is "no access token for this service".
 */
export function judge(claims: JsonObject, rules: ClaimRules, nowMs: number): Judgement | undefined {
  const clientId = clientIdIn(claims);
  const good =
    claims.active === true &&
    isBearerAccessToken(claims) &&
    isUnbound(claims) &&
    isStarted(claims, nowMs) &&
    isForUs(claims, rules.audience);
  const expiresAtMs = expiryOf(claims);
  if (!good || clientId === undefined || !(expiresAtMs > nowMs)) return undefined;
  const grant = grantOf(claims, clientId, rules.sellerClaims);
  return { caller: { clientId, sellerId: grant.sellerId, rights: rightsOf(grant) }, expiresAtMs };
}

const accessWords = new Set(['bearer', 'access', 'access_token', 'at+jwt', 'application/at+jwt']);
/** Says how the token is written, not what it is for. */
const neutralWords = new Set(['jwt']);

/**
 * Providers say what a token is in `token_type`, `typ` or `token_use`. One of them must say that it is a bearer access
 * token, and none may say otherwise: some providers mark a refresh token by nothing but the absence of all three.
 */
function isBearerAccessToken({ token_type, typ, token_use }: JsonObject): boolean {
  const words = [token_type, typ, token_use]
    .filter((word) => word !== undefined)
    .map((word) => String(word).toLowerCase())
    .filter((word) => !neutralWords.has(word));
  return words.length > 0 && words.every((word) => accessWords.has(word));
}

/** A token bound to a key or certificate (RFC 8705 3.1, RFC 9449 6) is no bearer token: the proof is not looked at here. */
const isUnbound = ({ cnf }: JsonObject) => cnf === undefined;

const isStarted = ({ nbf }: JsonObject, nowMs: number) =>
  nbf === undefined || (typeof nbf === 'number' && nbf * 1000 <= nowMs + CLOCK_SKEW_MS);

function isForUs({ aud }: JsonObject, audience: string | undefined): boolean {
  return audience === undefined || [aud].flat().includes(audience);
}

/** NaN for an `exp` that is no time: it is after nothing, so the token is refused. */
function expiryOf({ exp }: JsonObject): number {
  if (exp === undefined) return Number.POSITIVE_INFINITY;
  return typeof exp === 'number' ? exp * 1000 : Number.NaN;
}

/** `azp` is what OpenID Connect calls the same. */
function clientIdIn({ client_id, azp }: JsonObject): string | undefined {
  const id = client_id ?? azp;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function grantOf(claims: JsonObject, clientId: string, sellerClaims: readonly string[]): Grant {
  return {
    kind: namesPerson(claims, clientId) ? 'delegated' : 'own',
    sellerId: sellerIn(claims, sellerClaims),
    scopes: wordsIn(claims.scope),
    claimed: wordsIn(claims.rights),
  };
}

/**
 * How the two kinds are told apart: a delegated token names the person who consented, in `sub`, or at least in
 * `username`. With client_credentials there is nobody: no `sub`, or the client itself is named there (RFC 9068 2.2). A
 * provider that gives its clients a user of their own makes tokens that count as delegated: they have the rights that
 * their scope names, so nothing is granted by mistake.
 */
function namesPerson({ sub, username }: JsonObject, clientId: string): boolean {
  const name = sub ?? username;
  return name !== undefined && name !== clientId;
}

/** A claim that is there but is no seller's id is not skipped: the next one may name somebody else. */
function sellerIn(claims: JsonObject, sellerClaims: readonly string[]): string | undefined {
  const name = sellerClaims.find((claim) => Object.hasOwn(claims, claim));
  const seller = name === undefined ? undefined : claims[name];
  return typeof seller === 'string' && isId(seller) ? seller : undefined;
}

/** A list, or words with spaces between them (RFC 6749 3.3). */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').filter((word) => word !== '');
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}
