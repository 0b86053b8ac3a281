import { randomBytes } from 'node:crypto';
import { type ClaimRules, judgeClaims, type RefusedToken, type VerifiedToken } from './claims.ts';
import type { Discovery } from './discovery.ts';
import { Introspection, type IntrospectionCredential } from './introspection.ts';
import type { JsonObject } from './json-object.ts';
import { CLOCK_SKEW_SECONDS, jwtHeaderIn, SignedTokens, type TokenMark } from './signed-tokens.ts';
import { SigningKeys } from './signing-keys.ts';
import type { Upstream } from './upstream.ts';

/** IDP_TOKEN_FORMAT. `both`: JWTs are verified here, the provider is asked about all others. */
type TokenFormat = 'introspect' | 'jwt' | 'both';

/** How access tokens are read. */
export type AccessTokenOptions = {
  readonly issuer: string;
  /** The service's own client. Only needed where the provider is asked about tokens. */
  readonly introspection?: IntrospectionCredential | undefined;
  /** Absent: the provider is asked about all of them. */
  readonly tokens?: {
    readonly format: TokenFormat;
    readonly algorithms: readonly string[];
    readonly mark?: TokenMark | undefined;
  };
};

/** The claims of a token, and the time of day at which they are judged; or why it is refused without looking at them. */
export type ReadToken = { readonly claims: JsonObject; readonly judgedAtMs: number } | RefusedToken;

/** Reads access tokens of the format that the provider issues. Exactly one of the two parts decides about a token. */
export class AccessTokens {
  readonly #introspection: Introspection | undefined;
  readonly #signed: SignedTokens | undefined;
  /** The time of day. */
  readonly #now: () => number;

  constructor(introspection: Introspection | undefined, signed: SignedTokens | undefined, now: () => number) {
    this.#introspection = introspection;
    this.#signed = signed;
    this.#now = now;
  }

  /** Rejects with `Fault('ServiceUnavailable')` when the provider is needed and gives no answer. */
  async read(token: string, address?: string): Promise<ReadToken> {
    if (this.#signed && (this.#introspection === undefined || jwtHeaderIn(token) !== undefined)) {
      const read = await this.#signed.claimsOf(token);
      // `judgeClaims` lets a token start a minute early and end on time: judged as of half a minute ago, both ends have half a minute.
      return 'refusal' in read ? read : { ...read, judgedAtMs: this.#now() - CLOCK_SKEW_SECONDS * 1000 };
    }
    const claims = await this.#introspection?.claimsOf(token, address);
    return claims ? { claims, judgedAtMs: this.#now() } : { refusal: 'its format is not that of IDP_TOKEN_FORMAT' };
  }

  /** Whether the provider is asked about tokens. */
  get introspects(): boolean {
    return this.#introspection !== undefined;
  }

  /** The provider's public keys; undefined when none are needed. Rejects with `Fault('ServiceUnavailable')` when there are none. */
  async keyCount(): Promise<number | undefined> {
    return this.#signed?.keyCount();
  }

  /** Resolves when tokens can be read. Introspects a token that cannot exist: this checks the connection and the service's own credential. */
  async ping(): Promise<void> {
    await this.#signed?.keyCount();
    await this.#introspection?.claimsOf(randomBytes(16).toString('hex'));
  }
}

type Parts = { discovery: Discovery; upstream: Upstream; monotonic: () => number; now: () => number };

/** The reader of tokens of the format in the settings. */
export function accessTokensOf(
  { issuer, introspection: credential, tokens }: AccessTokenOptions,
  { audience, maxUntypedSeconds: maxSeconds }: ClaimRules,
  { discovery, upstream, monotonic, now }: Parts,
): AccessTokens {
  const format = tokens?.format ?? 'introspect';
  const isAsked = format !== 'jwt' && credential !== undefined;
  const introspection = isAsked ? new Introspection(credential, discovery, upstream, monotonic) : undefined;
  if (tokens === undefined || format === 'introspect') return new AccessTokens(introspection, undefined, now);
  const { algorithms, mark } = tokens;
  const keys = new SigningKeys(discovery, upstream, monotonic);
  const signed = new SignedTokens({ issuer, audience, algorithms, mark, maxSeconds }, keys, now);
  return new AccessTokens(introspection, signed, now);
}

/** The caller of a token that was read. */
export const judgeToken = (read: ReadToken, rules: ClaimRules): VerifiedToken | RefusedToken =>
  'refusal' in read ? read : judgeClaims(read.claims, rules, read.judgedAtMs);
