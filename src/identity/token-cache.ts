import { hash, randomBytes } from 'node:crypto';
import type { Caller } from '../domain/rights.ts';
import type { Judgement } from './claims.ts';

export type CacheLimits = {
  /** How long a good token is believed, never past its `exp`. */
  readonly positiveMs: number;
  /** How long a bad one is not asked about again. */
  readonly negativeMs: number;
  /** How many of each are remembered. */
  readonly size: number;
};

type Remembered = { readonly caller: Caller | undefined; readonly until: number };

/**
 * Remembers what the provider said about tokens, for a short time (decision 10). The key is a salted hash: neither a
 * memory dump nor a table of known hashes gives a token back. Failures are not remembered.
 */
export class TokenCache {
  readonly #limits: CacheLimits;
  readonly #now: () => number;
  readonly #ask: (token: string) => Promise<Judgement | undefined>;
  readonly #salt = randomBytes(16).toString('base64');
  /** Apart from each other, so that a flood of made-up tokens cannot push out those of real callers. */
  readonly #good = new Map<string, Remembered>();
  readonly #bad = new Map<string, Remembered>();
  readonly #asking = new Map<string, Promise<Caller | undefined>>();

  constructor(limits: CacheLimits, now: () => number, ask: (token: string) => Promise<Judgement | undefined>) {
    this.#limits = limits;
    this.#now = now;
    this.#ask = ask;
  }

  /** On a hit the answer itself, not a promise of it: this is on the path of every request. */
  callerOf(token: string): Promise<Caller | undefined> | Caller | undefined {
    const key = hash('sha256', this.#salt + token, 'base64');
    const known = this.#recall(this.#good, key) ?? this.#recall(this.#bad, key);
    if (known) return known.caller;
    const asked = this.#asking.get(key);
    if (asked) return asked;
    const asking = this.#learn(key, token).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  #recall(map: Map<string, Remembered>, key: string): Remembered | undefined {
    const known = map.get(key);
    if (!known) return undefined;
    map.delete(key);
    if (this.#now() >= known.until) return undefined;
    map.set(key, known); // put last again: the first is the one that was not used for longest
    return known;
  }

  async #learn(key: string, token: string): Promise<Caller | undefined> {
    // Counted from the question: the answer may have been true only then.
    const askedAt = this.#now();
    const judgement = await this.#ask(token);
    const { positiveMs, negativeMs } = this.#limits;
    if (judgement) this.#keep(this.#good, key, judgement.caller, Math.min(askedAt + positiveMs, judgement.expiresAtMs));
    else this.#keep(this.#bad, key, undefined, askedAt + negativeMs);
    return judgement?.caller;
  }

  #keep(map: Map<string, Remembered>, key: string, caller: Caller | undefined, until: number): void {
    map.set(key, { caller, until });
    if (map.size <= this.#limits.size) return;
    for (const oldest of map.keys()) {
      map.delete(oldest);
      break;
    }
  }
}
