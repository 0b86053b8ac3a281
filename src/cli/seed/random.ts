const UINT32 = 0x1_0000_0000;
/** After this many rounds, seeds that differ in one bit give unrelated numbers. */
const WARM_UP_ROUNDS = 15;

/**
 * A seeded pseudorandom number generator: sfc32 by Chris Doty-Humphrey, which is small, fast and passes statistical tests. Each
 * item and each seller has its own stream (`startStream`), so that it does not depend on how many others there are.
 */
export class Random {
  readonly #seedLow: number;
  readonly #seedHigh: number;
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 0;

  constructor(seed: number) {
    this.#seedLow = (seed % UINT32) | 0;
    this.#seedHigh = Math.floor(seed / UINT32) | 0;
  }

  startStream(stream: number, index: number): void {
    this.#a = this.#seedLow;
    this.#b = this.#seedHigh ^ (stream << 24);
    this.#c = index | 0;
    this.#counter = 1;
    for (let round = 0; round < WARM_UP_ROUNDS; round++) this.#next();
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A number from 0 to below 1. */
  unit(): number {
    return this.#next() / UINT32;
  }

  /** A whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.unit() * count);
  }

  between(low: number, high: number): number {
    return low + this.unit() * (high - low);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Approximately normal, with mean 0 and standard deviation 1: the sum of six units, limited to 4.2 deviations. */
  normal(): number {
    const sum = this.unit() + this.unit() + this.unit() + this.unit() + this.unit() + this.unit();
    return (sum - 3) * Math.SQRT2;
  }
}

/**
 * e to the power of x, with a relative error of about x²/2000. Not `Math.exp`, whose last bits may differ between processors and
 * engine versions: the same seed must give the same bytes everywhere, and multiplication has the same result everywhere.
 */
export function approximateExp(x: number): number {
  let power = 1 + x / 1024;
  for (let squaring = 0; squaring < 10; squaring++) power *= power;
  return power;
}
