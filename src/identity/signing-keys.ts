import type { JSONWebKeySet, JWK, JWTVerifyGetKey } from 'jose';
import { singleFlight } from '../async/single-flight.ts';
import { MINUTE_MS, SECOND_MS } from '../domain/duration.ts';
import type { Discovery } from './discovery.ts';
import { type JsonObject, jsonObjectIn } from './json-object.ts';
import { providerUnavailable, type Upstream } from './upstream.ts';

/** The public keys of the provider at one moment. */
export type KeySet = { readonly keyOf: JWTVerifyGetKey; readonly count: number };

/** A key that the provider withdraws counts for this long at most, while the provider answers. */
const FRESH_MS = 10 * MINUTE_MS;
/** From then on a use fetches the set again in the background, so that no request waits for it. */
const RENEW_MS = 8 * MINUTE_MS;
/** How long keys count of a provider that does not answer. */
const MAX_AGE_MS = 60 * MINUTE_MS;
/** Whatever tokens arrive, the set is fetched once in this time. */
const REFETCH_MS = 10 * SECOND_MS;
/** The same as long as there is no set at all: a service that has just started waits for its provider. */
const FIRST_RETRY_MS = SECOND_MS;

const MAX_SET_BYTES = 256 * 1024;
const MAX_KEYS = 100;
/** 8,192 bits in base64url: a signature with a longer key takes too long to check. */
const MAX_MODULUS_LENGTH = 1_366;
/** 32 bits in base64url, for the same reason. */
const MAX_EXPONENT_LENGTH = 6;

type FetchedSet = KeySet & { readonly fetchedAt: number };

/**
 * The keys with which the provider signs its tokens (RFC 7517 5). Only the provider's own address of them counts, never one that a token
 * names.
 */
export class SigningKeys {
  readonly #discovery: Discovery;
  readonly #upstream: Upstream;
  /** A monotonic clock. */
  readonly #now: () => number;
  #current: FetchedSet | undefined;
  #triedAt = Number.NEGATIVE_INFINITY;
  #failure: unknown;
  #isFetching = false;
  readonly #fetchShared = singleFlight(() => this.#fetch());

  constructor(discovery: Discovery, upstream: Upstream, now: () => number) {
    this.#discovery = discovery;
    this.#upstream = upstream;
    this.#now = now;
  }

  /** Rejects with `Fault('ServiceUnavailable')` when the provider gives none, and none that it gave before still counts. */
  async current(): Promise<KeySet> {
    const known = this.#current;
    const ageMs = known ? this.#now() - known.fetchedAt : Number.POSITIVE_INFINITY;
    if (known && ageMs < RENEW_MS) return known;
    // After a failure nobody waits for the next attempt as long as the old keys count.
    if (known && ageMs < (this.#failure === undefined ? FRESH_MS : MAX_AGE_MS)) {
      if (this.#mayFetch()) this.#fetchShared().catch(() => undefined);
      return known;
    }
    if (!this.#mayFetch()) throw this.#failure;
    return this.#fetchShared().catch((error: unknown) => {
      if (known && ageMs < MAX_AGE_MS) return known;
      throw error;
    });
  }

  /**
   * A set that is newer than the one in which a key is missing; undefined when the provider was asked a moment ago. Rejects with
   * `Fault('ServiceUnavailable')` when it cannot be asked: its token may be a good one.
   */
  async newerThan(known: KeySet): Promise<KeySet | undefined> {
    if (this.#current !== undefined && this.#current !== known) return this.#current;
    if (this.#mayFetch()) return this.#fetchShared();
    if (this.#failure !== undefined) throw this.#failure;
    return undefined;
  }

  /** Callers that come while it is fetched share the answer. */
  #mayFetch(): boolean {
    const pauseMs = this.#current ? REFETCH_MS : FIRST_RETRY_MS;
    return this.#isFetching || this.#now() - this.#triedAt >= pauseMs;
  }

  async #fetch(): Promise<KeySet> {
    this.#isFetching = true;
    this.#triedAt = this.#now();
    try {
      const fetchedAt = this.#now();
      this.#current = { ...(await this.#fetchSet()), fetchedAt };
      this.#failure = undefined;
      return this.#current;
    } catch (error) {
      this.#failure = error;
      this.#discovery.invalidate();
      throw error;
    } finally {
      this.#isFetching = false;
    }
  }

  async #fetchSet(): Promise<KeySet> {
    const url = await this.#discovery.endpoint('jwks');
    const { status, text } = await this.#upstream.send('keys', url, { method: 'GET', headers: {} });
    if (Buffer.byteLength(text) > MAX_SET_BYTES)
      throw providerUnavailable(`keys: the key set has more than ${MAX_SET_BYTES} bytes`);
    const keys = status === 200 ? jsonObjectIn(text)?.keys : undefined;
    if (!Array.isArray(keys)) throw providerUnavailable(`keys: status ${status} without a key set`);
    if (keys.length > MAX_KEYS) throw providerUnavailable(`keys: the key set has more than ${MAX_KEYS} keys`);
    const usable = keys.flatMap((key) => publicKeyIn(key) ?? []);
    if (usable.length === 0) throw providerUnavailable('keys: the key set has no public key for signatures');
    const { createLocalJWKSet } = await import('jose');
    return { keyOf: createLocalJWKSet({ keys: usable } as JSONWebKeySet), count: usable.length };
  }
}

/** The members that a public key can have. */
const textMembers = ['kty', 'kid', 'alg', 'use', 'crv', 'n', 'e', 'x', 'y'] as const;
/** What makes a key a private or a secret one (RFC 7518 6): whoever reads the set could sign with it. */
const secretMembers = ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi', 'oth'];

/** Undefined when it is no public key for signatures. Certificates and addresses in it are not read (`x5c`, `x5u`). */
function publicKeyIn(value: unknown): JWK | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as JsonObject;
  if (!['RSA', 'EC', 'OKP'].includes(String(given.kty)) || secretMembers.some((name) => name in given))
    return undefined;
  if (given.use !== undefined && given.use !== 'sig') return undefined;
  const present = textMembers.filter((name) => given[name] !== undefined);
  if (present.some((name) => typeof given[name] !== 'string')) return undefined;
  if (lengthOf(given.n) > MAX_MODULUS_LENGTH || lengthOf(given.e) > MAX_EXPONENT_LENGTH) return undefined;
  const key = Object.fromEntries(present.map((name) => [name, given[name]]));
  return { ...key, ...(Array.isArray(given.key_ops) && { key_ops: given.key_ops }) } as JWK;
}

const lengthOf = (value: unknown) => (typeof value === 'string' ? value.length : 0);
