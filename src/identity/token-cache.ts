import type { Caller } from '../domain/authorization/rights.ts';
import type { Judgement } from './claims.ts';

export type CacheLimits = {
  /** How long a good token is believed, never past its `exp`. */
  readonly positiveMs: number;
  /** How long a bad one is not asked about again. */
  readonly negativeMs: number;
  /** How many of each are remembered. */
  readonly size: number;
};

type TtlValue = {
  readonly caller: Caller | undefined;
  readonly until: number;
  /** From then on it is asked about again, while it is still believed. */
  renewAt: number;
};

/** The part of its time after which a token in use is asked about again: nobody waits then when the time is up. */
const RENEW_AFTER = 0.8;

/**
 * Remembers what the provider said about tokens, for a short time (decision 10). Failures are not remembered. The tokens
 * themselves are the keys: each is in memory with its request anyway, and a digest of it costs a tenth of what a request
 * takes; those whose time is up are let go.
 */
export class TokenCache {
  readonly #limits: CacheLimits;
  readonly #now: () => number;
  readonly #question: (token: string) => Promise<Judgement | undefined>;
  /** Apart from each other, so that a flood of made-up tokens cannot push out those of real callers. */
  readonly #good = new Map<string, TtlValue>();
  readonly #bad = new Map<string, TtlValue>();
  readonly #asking = new Map<string, Promise<Caller | undefined>>();

  constructor(limits: CacheLimits, now: () => number, question: (token: string) => Promise<Judgement | undefined>) {
    this.#limits = limits;
    this.#now = now;
    this.#question = question;
  }

  /** On a hit the answer itself, not a promise of it: this is on the path of every request. */
  callerOf(token: string): Promise<Caller | undefined> | Caller | undefined {
    const known = this.#recall(this.#good, token) ?? this.#recall(this.#bad, token);
    if (!known) return this.#ask(token);
    if (this.#now() >= known.renewAt) this.#renew(known, token);
    return known.caller;
  }

  /** Whether `callerOf` needs no new request to the provider. */
  has(token: string): boolean {
    const now = this.#now();
    const isFresh = (map: Map<string, TtlValue>) => now < (map.get(token)?.until ?? 0);
    return isFresh(this.#good) || isFresh(this.#bad) || this.#asking.has(token);
  }

  /** One question a token, however many want to know at the same time. */
  #ask(token: string): Promise<Caller | undefined> {
    const asked = this.#asking.get(token);
    if (asked) return asked;
    const asking = this.#learn(token).finally(() => this.#asking.delete(token));
    this.#asking.set(token, asking);
    return asking;
  }

  /** Once: when it fails the token is believed until its time, and then asked about by whoever waits for the answer. */
  #renew(known: TtlValue, token: string): void {
    known.renewAt = Number.POSITIVE_INFINITY;
    this.#ask(token).catch(() => undefined);
  }

  #recall(map: Map<string, TtlValue>, token: string): TtlValue | undefined {
    const known = map.get(token);
    if (!known) return undefined;
    if (this.#now() >= known.until) {
      map.delete(token);
      return undefined;
    }
    // Put last again: the first is the one that was not used for longest. It matters when one of them must go soon.
    if (map.size > this.#limits.size / 2) {
      map.delete(token);
      map.set(token, known);
    }
    return known;
  }

  async #learn(token: string): Promise<Caller | undefined> {
    // Counted from the question: the answer may have been true only then.
    const askedAt = this.#now();
    const judgement = await this.#question(token);
    const { positiveMs, negativeMs } = this.#limits;
    this.#good.delete(token);
    if (judgement) {
      const until = Math.min(askedAt + positiveMs, judgement.expiresAtMs);
      // One that ends by itself needs no question to find that out.
      const renewAt = until === judgement.expiresAtMs ? until : askedAt + positiveMs * RENEW_AFTER;
      this.#keep(this.#good, token, { caller: judgement.caller, until, renewAt });
    } else {
      const until = askedAt + negativeMs;
      this.#keep(this.#bad, token, { caller: undefined, until, renewAt: until });
    }
    return judgement?.caller;
  }

  #keep(map: Map<string, TtlValue>, token: string, remembered: TtlValue): void {
    map.set(token, remembered);
    const now = this.#now();
    for (const [oldest, { until }] of map) {
      if (map.size <= this.#limits.size && now < until) return;
      map.delete(oldest);
    }
  }
}
