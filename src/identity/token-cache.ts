import { SingleFlights } from '../async/single-flight.ts';
import type { Caller } from '../domain/authorization/rights.ts';
import type { VerifiedToken } from './claims.ts';
import { isTooManyPending } from './upstream.ts';

export type CacheLimits = {
  /** How long a good token is cached, never past its `exp`. */
  readonly positiveMs: number;
  /** How long a bad token is cached. */
  readonly negativeMs: number;
  /** The maximum number of good and of bad tokens. */
  readonly size: number;
};

type CachedToken = {
  readonly caller: Caller | undefined;
  readonly until: number;
  /** From `until` to then a token is no longer good, but known to have been: it is introspected before unknown tokens. */
  readonly evictAt: number;
  /** From then on a use of the token introspects it again in the background. */
  renewAt: number;
};

/** `address` as in `Identity.callerOf`; none for a token that was good before. */
type Introspect = (token: string, address: string | undefined) => Promise<VerifiedToken | undefined>;

/** The part of its time in the cache after which a token in use is introspected again, so that no request waits for it. */
const RENEW_AFTER = 0.8;

/** A caller that pauses for longer is like a new one. About as long as an access token lives. */
const KEPT_AFTER_EXPIRY_MS = 900_000;

const FAILED_LATELY_MS = 60_000;

/** More than one, so that expired tokens become fewer, but not all of 10,000 in one request. */
const MAX_EVICTED_AT_ONCE = 16;

/**
 * Caches the provider's answers about tokens for a short time (decision 10). Failures are not cached. The tokens themselves
 * are the keys: each is in memory with its request anyway, and a digest takes a tenth of the time of a request. Expired
 * ones are evicted.
 */
export class TokenCache {
  readonly #limits: CacheLimits;
  /** A monotonic clock. */
  readonly #now: () => number;
  readonly #introspect: Introspect;
  /** Two maps, so that a flood of made-up tokens cannot evict those of real callers. */
  readonly #good = new Map<string, CachedToken>();
  readonly #bad = new Map<string, CachedToken>();
  readonly #inFlight = new SingleFlights<string, Caller | undefined>();
  /** When the last introspection failed; never, when the last one succeeded. */
  #failedAt = Number.NEGATIVE_INFINITY;
  readonly use = { hits: 0, rejectedHits: 0, fetches: 0 };

  constructor(limits: CacheLimits, now: () => number, introspect: Introspect) {
    this.#limits = limits;
    this.#now = now;
    this.#introspect = introspect;
  }

  /** The caller of a good token that is cached. */
  goodCaller(token: string): Caller | undefined {
    const now = this.#now();
    const cached = this.#lookUp(this.#good, token, now);
    if (cached === undefined) return undefined;
    this.use.hits += 1;
    if (now >= cached.renewAt) this.#renew(cached, token);
    return cached.caller;
  }

  /** On a hit the caller itself, not a promise. */
  callerOf(token: string, address?: string): Promise<Caller | undefined> | Caller | undefined {
    const caller = this.goodCaller(token);
    if (caller) return caller;
    if (this.#lookUp(this.#bad, token, this.#now())) {
      this.use.rejectedHits += 1;
      return undefined;
    }
    // Callers that join an introspection in flight are not counted.
    if (this.#inFlight.has(token)) return this.#join(token, address);
    this.use.fetches += 1;
    return this.#fetchOnce(token, address);
  }

  /** See `Identity.provenCaller`. On the path of many requests: counts and moves nothing. */
  provenCaller(token: string): Caller | undefined {
    const known = this.#good.get(token);
    return known && this.#now() < known.evictAt ? known.caller : undefined;
  }

  /** Removes what is no longer needed. Otherwise only new tokens evict old ones. */
  sweep(): void {
    const now = this.#now();
    for (const map of [this.#good, this.#bad])
      for (const [token, { evictAt }] of map) if (now >= evictAt) map.delete(token);
  }

  /** Good and bad tokens that are cached. */
  get sizes(): { good: number; bad: number } {
    const now = this.#now();
    let good = 0;
    for (const { until } of this.#good.values()) if (now < until) good += 1;
    return { good, bad: this.#bad.size };
  }

  /** See `Identity.isKnown`. */
  has(token: string): boolean {
    const isKept = (map: Map<string, CachedToken>) => this.#now() < (map.get(token)?.evictAt ?? 0);
    return isKept(this.#good) || isKept(this.#bad) || this.#inFlight.has(token);
  }

  /** See `Identity.hasFailedLately`. */
  hasFailedLately(): boolean {
    return this.#now() - this.#failedAt < FAILED_LATELY_MS;
  }

  /** One introspection per token: requests that wait for it share it. */
  #fetchOnce(token: string, address?: string): Promise<Caller | undefined> {
    return this.#inFlight.run(token, () => this.#fetch(token, this.provenCaller(token) ? undefined : address));
  }

  /** The introspection may have begun before a support session ended, which ends at once. */
  async #join(token: string, address: string | undefined): Promise<Caller | undefined> {
    const caller = await this.#fetchOnce(token, address);
    return caller?.support === undefined ? caller : this.#fetch(token, address);
  }

  /** Once per entry: if it fails, the token stays cached until its time, and the next request introspects it and waits. */
  #renew(cached: CachedToken, token: string): void {
    cached.renewAt = Number.POSITIVE_INFINITY;
    this.#fetchOnce(token).catch(() => undefined);
  }

  #lookUp(map: Map<string, CachedToken>, token: string, now: number): CachedToken | undefined {
    const cached = map.get(token);
    if (!cached) return undefined;
    if (now >= cached.until) return undefined;
    // Moves the entry to the end: the first entry is the least recently used. Only needed when the map may soon be full.
    if (map.size > this.#limits.size / 2) {
      map.delete(token);
      map.set(token, cached);
    }
    return cached;
  }

  async #fetch(token: string, address: string | undefined): Promise<Caller | undefined> {
    // Counted from the request: the answer may have been true only then.
    const requestedAt = this.#now();
    const verified = await this.#introspect(token, address).catch((error: unknown) => {
      if (!isTooManyPending(error)) this.#failedAt = this.#now();
      throw error;
    });
    this.#failedAt = Number.NEGATIVE_INFINITY;
    const { positiveMs, negativeMs } = this.#limits;
    if (verified?.caller.support !== undefined) {
      // Never cached: the seller ends a support session at once (decision 55).
      this.#good.delete(token);
    } else if (verified) {
      const expiresAt = this.#now() + verified.lifetimeMs;
      const until = Math.min(requestedAt + positiveMs, expiresAt);
      // A token that expires by then needs no introspection to find that out.
      const renewAt = until === expiresAt ? until : requestedAt + positiveMs * RENEW_AFTER;
      const evictAt = Math.min(until + KEPT_AFTER_EXPIRY_MS, expiresAt);
      this.#store(this.#good, token, { caller: verified.caller, until, evictAt, renewAt });
    } else {
      this.#good.delete(token);
      const until = requestedAt + negativeMs;
      this.#store(this.#bad, token, { caller: undefined, until, evictAt: until, renewAt: until });
    }
    return verified?.caller;
  }

  #store(map: Map<string, CachedToken>, token: string, cached: CachedToken): void {
    // An expired entry may be there, in an earlier place.
    map.delete(token);
    map.set(token, cached);
    const now = this.#now();
    let left = MAX_EVICTED_AT_ONCE;
    for (const [oldest, { evictAt }] of map) {
      if (left === 0 || (map.size <= this.#limits.size && now < evictAt)) return;
      map.delete(oldest);
      left -= 1;
    }
  }
}
