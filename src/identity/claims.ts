import type { Caller } from '../domain/authorization/rights.ts';
import { type CallerRules, callerOfClaims } from '../domain/authorization/token-caller.ts';
import type { JsonObject } from './json-object.ts';

export type ClaimRules = CallerRules & {
  /** The audience that a token must have; any when it is not set. */
  readonly audience?: string | undefined;
  /** Whether an answer that does not name the kind of the token may be an access token (RFC 7662 2.2: it need not). */
  readonly untypedTokens: 'refuse' | 'accept';
  /** How long such a token may live: longer ones may be refresh tokens. */
  readonly maxUntypedSeconds: number;
};

/**
 * The caller that a good token stands for, and how long the token is still valid. `exp` is calendar time: it is converted to
 * a duration once, here, so that a clock that is set back later does not prolong a token.
 */
export type VerifiedToken = { readonly caller: Caller; readonly lifetimeMs: number };

/** Why a token is refused: a text for the operator, which completes "refused: ". It never contains the token. */
export type RefusedToken = { readonly refusal: string };

/** The provider's clock may differ a little from ours: a new token must not be rejected for that. */
const CLOCK_SKEW_MS = 60_000;

/**
 * What the service makes of an introspection answer (RFC 7662 2.2). `active` alone is not enough: it is also true for a refresh
 * token, and that lives a year.
 */
export function judgeClaims(claims: JsonObject, rules: ClaimRules, nowMs: number): VerifiedToken | RefusedToken {
  const refusal = firstRefusal(claims, rules, nowMs);
  if (refusal !== undefined) return { refusal };
  const caller = callerOfClaims(claims, rules);
  if ('problem' in caller) return { refusal: caller.problem };
  return { caller, lifetimeMs: expiryOf(claims) - nowMs };
}

type Check = (claims: JsonObject, rules: ClaimRules, nowMs: number) => string | undefined;

/** Each returns what is wrong. */
const checks: readonly Check[] = [
  ensureActive,
  ensureBearerAccessToken,
  ensureUnbound,
  ensureStarted,
  ensureNotExpired,
  ensureAudience,
];

function firstRefusal(claims: JsonObject, rules: ClaimRules, nowMs: number): string | undefined {
  for (const check of checks) {
    const refusal = check(claims, rules, nowMs);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function ensureActive({ active }: JsonObject): string | undefined {
  return active === true ? undefined : 'the provider says that it is not active: unknown, expired or revoked';
}

const accessTypes = new Set(['bearer', 'access', 'access_token', 'at+jwt', 'application/at+jwt']);
/** Names the format of the token, not its use. */
const neutralTypes = new Set(['jwt']);

/**
 * Providers name the kind of a token in `token_type`, `typ` or `token_use`. None of them may name another kind. When none names
 * a bearer access token either, the token is untyped: some providers mark a refresh token only by that.
 */
function ensureBearerAccessToken(claims: JsonObject, rules: ClaimRules, nowMs: number): string | undefined {
  let isTyped = false;
  for (const name of ['token_type', 'typ', 'token_use']) {
    const type = claims[name];
    if (type == null) continue;
    // Anything but text is no kind of token. JSON can hold objects that `String` throws on.
    const kind = typeof type === 'string' ? type.toLowerCase() : '';
    if (neutralTypes.has(kind)) continue;
    if (!accessTypes.has(kind)) return `${name} is not that of a bearer access token${shown(type)}`;
    isTyped = true;
  }
  return isTyped ? undefined : untypedRefusal(claims, rules, nowMs);
}

/** A provider could put anything into a claim, even the token. Only known kinds are logged. */
const loggedTypes = /^(refresh|id|access|logout|offline)([-_+]?(token|jwt))?$|^(dpop|mac|pop|n_a)$/i;
const shown = (type: unknown) => (typeof type === 'string' && loggedTypes.test(type) ? `: ${type}` : '');

/** Only ID tokens have these (OpenID Connect Core 2, 3.1.3.6, 3.3.2.11). They live about as long as access tokens. */
const idTokenClaims = ['nonce', 'at_hash', 'c_hash'];

/**
 * An untyped token counts only if it can be no refresh token, which lives for days. `iat` gives its whole lifetime: without
 * that, a refresh token would pass in its last hour.
 */
function untypedRefusal(claims: JsonObject, rules: ClaimRules, nowMs: number): string | undefined {
  if (rules.untypedTokens !== 'accept')
    return 'the provider does not say that it is an access token (token_type, typ or token_use); see IDP_UNTYPED_TOKENS';
  const idTokenClaim = idTokenClaims.find((name) => claims[name] !== undefined);
  if (idTokenClaim !== undefined) return `it is untyped and has ${idTokenClaim}: it is an ID token`;
  const { exp, iat } = claims;
  if (typeof exp !== 'number') return 'it is untyped and has no exp: it may be a refresh token';
  const maxMs = rules.maxUntypedSeconds * 1000;
  const isTooLong =
    exp * 1000 - nowMs > maxMs + CLOCK_SKEW_MS || (typeof iat === 'number' && (exp - iat) * 1000 > maxMs);
  if (isTooLong)
    return `it is untyped and lives longer than IDP_MAX_TOKEN_SECONDS (${rules.maxUntypedSeconds}): it may be a refresh token`;
  return undefined;
}

/** A token bound to a key or certificate (RFC 8705 3.1, RFC 9449 6) is no bearer token: the service does not check the proof. */
function ensureUnbound({ cnf }: JsonObject): string | undefined {
  return cnf === undefined ? undefined : 'it is bound to a key or certificate (cnf)';
}

function ensureStarted({ nbf }: JsonObject, _rules: ClaimRules, nowMs: number): string | undefined {
  if (nbf === undefined || (typeof nbf === 'number' && nbf * 1000 <= nowMs + CLOCK_SKEW_MS)) return undefined;
  return typeof nbf === 'number' ? 'it is not valid yet (nbf)' : 'nbf is no number';
}

/** `expiryOf` may be NaN, which compares false with every time. */
function ensureNotExpired(claims: JsonObject, _rules: ClaimRules, nowMs: number): string | undefined {
  if (expiryOf(claims) > nowMs) return undefined;
  return typeof claims.exp === 'number' ? 'it has expired (exp)' : 'exp is no number';
}

function ensureAudience({ aud }: JsonObject, { audience }: ClaimRules): string | undefined {
  if (audience === undefined || [aud].flat().includes(audience)) return undefined;
  return `its audience (aud) is not ${audience}, the value of IDP_AUDIENCE`;
}

function expiryOf({ exp }: JsonObject): number {
  if (exp === undefined) return Number.POSITIVE_INFINITY;
  return typeof exp === 'number' ? exp * 1000 : Number.NaN;
}
