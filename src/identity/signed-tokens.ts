import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import { Fault } from '../domain/fault.ts';
import type { RefusedToken } from './claims.ts';
import { type JsonObject, jsonObjectIn } from './json-object.ts';
import type { KeySet, SigningKeys } from './signing-keys.ts';

/** How a JWT is known as an access token: the header or the claim with this name has this value. */
export type TokenMark = { readonly name: string; readonly value: string };

export type SignedTokenRules = {
  readonly issuer: string;
  /** The audience that a token must have; any when it is not set. */
  readonly audience?: string | undefined;
  /** Never `none`, and none with a shared secret. */
  readonly algorithms: readonly string[];
  readonly mark?: TokenMark | undefined;
  /** How long a token may live: nobody can withdraw it before its `exp`. */
  readonly maxSeconds: number;
};

/** The clocks of the provider and of the service may differ by this much. */
export const CLOCK_SKEW_SECONDS = 30;

/** Without `kid` every key that fits is tried. Each costs the check of a signature. */
const MAX_TRIED_KEYS = 8;

/** Verifies access tokens that are JWTs (RFC 7519, RFC 9068) by the provider's public keys, without asking the provider. */
export class SignedTokens {
  readonly #rules: SignedTokenRules;
  readonly #keys: SigningKeys;
  /** The time of day. */
  readonly #now: () => number;

  constructor(rules: SignedTokenRules, keys: SigningKeys, now: () => number) {
    this.#rules = rules;
    this.#keys = keys;
    this.#now = now;
  }

  /**
   * The claims of a token that the provider has signed and that is valid now, as an introspection answer would have them; or why it is
   * refused. Rejects with `Fault('ServiceUnavailable')` when there is no key set.
   */
  async claimsOf(token: string): Promise<{ readonly claims: JsonObject } | RefusedToken> {
    const header = jwtHeaderIn(token);
    if (header === undefined) return refused('it is no signed JWT');
    const unusable = headerRefusal(header, this.#rules);
    if (unusable !== undefined) return refused(unusable);
    try {
      const payload = await this.#verified(token, header);
      return this.#lifetimeRefusal(payload) ?? claimsIn(payload, header, this.#rules);
    } catch (error) {
      if (error instanceof Fault) throw error;
      return refused(reasonOf(error, this.#rules));
    }
  }

  /** Whether there is a key set. Rejects with `Fault('ServiceUnavailable')` when there is none. */
  async keyCount(): Promise<number> {
    return (await this.#keys.current()).count;
  }

  /** With the newest keys when the token names one that is not among those at hand. */
  async #verified(token: string, header: JsonObject): Promise<JWTPayload> {
    const known = await this.#keys.current();
    try {
      return await this.#verifiedBy(known, token);
    } catch (error) {
      if (codeOf(error) !== 'ERR_JWKS_NO_MATCHING_KEY' || typeof header.kid !== 'string') throw error;
      const newer = await this.#keys.newerThan(known);
      if (newer === undefined) throw error;
      return this.#verifiedBy(newer, token);
    }
  }

  async #verifiedBy({ keyOf }: KeySet, token: string): Promise<JWTPayload> {
    const { jwtVerify } = await import('jose');
    const { issuer, audience, algorithms } = this.#rules;
    const options: JWTVerifyOptions = {
      ...{ issuer, algorithms: [...algorithms], requiredClaims: ['exp'] },
      ...(audience !== undefined && { audience }),
      ...{ clockTolerance: CLOCK_SKEW_SECONDS, currentDate: new Date(this.#now()) },
    };
    const keyFor: JWTVerifyGetKey = (header, parts) => keyOf(header, parts);
    try {
      return (await jwtVerify(token, keyFor, options)).payload;
    } catch (error) {
      if (codeOf(error) !== 'ERR_JWKS_MULTIPLE_MATCHING_KEYS') throw error;
      let tried = 0;
      let failure: unknown = error;
      for await (const key of error as AsyncIterable<CryptoKey>) {
        if (tried === MAX_TRIED_KEYS) break;
        tried += 1;
        try {
          return (await jwtVerify(token, key, options)).payload;
        } catch (next) {
          if (codeOf(next) !== 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') throw next;
          failure = next;
        }
      }
      throw failure;
    }
  }

  /** Without `iat`, which RFC 9068 2.2 requires, a token of any length would pass shortly before its end. */
  #lifetimeRefusal({ iat, exp = 0 }: JWTPayload): RefusedToken | undefined {
    const now = this.#now() / 1000;
    const { maxSeconds } = this.#rules;
    if (iat !== undefined && iat > now + CLOCK_SKEW_SECONDS) return refused('it is issued in the future (iat)');
    if (iat === undefined) return refused('it has no iat, so that nobody knows how long it lives');
    return exp - iat > maxSeconds ? refused(`it lives longer than IDP_MAX_TOKEN_SECONDS (${maxSeconds})`) : undefined;
  }
}

const refused = (refusal: string): RefusedToken => ({ refusal });

/** The header of a signed JWT (RFC 7515 7.1). Undefined for an opaque token, also for one that has dots in it. */
export function jwtHeaderIn(token: string): JsonObject | undefined {
  const parts = token.split('.');
  const header = parts.length === 3 ? jsonObjectIn(Buffer.from(parts[0] ?? '', 'base64url').toString()) : undefined;
  return typeof header?.alg === 'string' ? header : undefined;
}

/** `at+jwt` is an access token (RFC 9068 2.1), `jwt` says nothing about its use. */
const isAccessType = (type: string) => ['at+jwt', 'jwt'].includes(type);
const typeOf = (value: unknown) => (typeof value === 'string' ? value.toLowerCase().replace(/^application\//, '') : '');

/** What is wrong before a key is looked for. The token chooses its header: only what the settings allow counts. */
function headerRefusal(header: JsonObject, { algorithms, mark }: SignedTokenRules): string | undefined {
  const { alg, kid, typ, crit } = header;
  if (!algorithms.includes(String(alg))) return 'its algorithm (alg) is not in IDP_JWT_ALGORITHMS';
  if (crit !== undefined) return 'its header demands an extension (crit)';
  if (kid !== undefined && typeof kid !== 'string') return 'its kid is no text';
  const isMarked = mark?.name === 'typ' && typeOf(typ) === typeOf(mark.value);
  return typ === undefined || isMarked || isAccessType(typeOf(typ)) ? undefined : 'its header names another kind (typ)';
}

/** `scp` and `roles` are where some providers put what others call `scope` and `rights`. */
function claimsIn(
  payload: JWTPayload,
  header: JsonObject,
  { mark }: SignedTokenRules,
): { readonly claims: JsonObject } | RefusedToken {
  const { scope = payload.scp, rights = payload.roles, ...claims } = payload;
  const read: Record<string, unknown> = { ...claims, active: true };
  if (scope !== undefined) read.scope = scope;
  if (rights !== undefined) read.rights = rights;
  if (mark !== undefined && !hasMark(payload, header, mark))
    return refused(`it has no ${mark.name} that is ${mark.value} (IDP_JWT_TYPE)`);
  if (mark !== undefined) delete read[mark.name];
  if (mark !== undefined || typeOf(header.typ) === 'at+jwt') read.token_type ??= 'Bearer';
  return { claims: read };
}

function hasMark(payload: JWTPayload, header: JsonObject, { name, value }: TokenMark): boolean {
  if (name !== 'typ') return payload[name] === value;
  return [header.typ, payload.typ].some((type) => type !== undefined && typeOf(type) === typeOf(value));
}

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

/** For the operator: never a text of the token. */
function reasonOf(error: unknown, { issuer, audience }: SignedTokenRules): string {
  const { claim } = error as { claim?: unknown };
  switch (codeOf(error)) {
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return 'its signature is not that of the provider';
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return 'the provider publishes no key that it could be signed with (kid, alg)';
    case 'ERR_JWT_EXPIRED':
      return 'it has expired (exp)';
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      if (claim === 'iss') return `its issuer (iss) is not ${issuer}, the value of IDP_ISSUER`;
      if (claim === 'aud') return `its audience (aud) is not ${audience}, the value of IDP_AUDIENCE`;
      if (claim === 'nbf') return 'it is not valid yet (nbf)';
      return claim === 'exp' ? 'it has no exp that is a number' : 'a claim of time is no number';
    default:
      return 'it is no valid JWT, or its key cannot be used';
  }
}
