/** Exact fractions for the second calculation of the fees. The service does not use this code. */
export type Rational = { readonly n: bigint; readonly d: bigint };

const POWERS_OF_TEN = [1n, 10n, 100n, 1000n];
export const ZERO: Rational = { n: 0n, d: 1n };

/** Most figures repeat, and parsing them is most of the work. */
const cache = new Map<string | number, Rational>();

/** Parses `12.50` or `7`. */
export function rational(text: string | number): Rational {
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const [whole = '', fraction = ''] = String(text).split('.');
  const read = { n: BigInt(whole + fraction), d: POWERS_OF_TEN[fraction.length] as bigint };
  cache.set(text, read);
  return read;
}

export const plus = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const minus = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d });
export const times = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });
export const over = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d, d: a.d * b.n });
export const sum = (all: readonly Rational[]): Rational => all.reduce(plus, ZERO);
export const isMore = (a: Rational, b: Rational): boolean => a.n * b.d > b.n * a.d;
export const most = (a: Rational, b: Rational): Rational => (isMore(a, b) ? a : b);
export const least = (a: Rational, b: Rational): Rational => (isMore(a, b) ? b : a);

/** Rounds up to a multiple of a step. */
export function up(a: Rational, step: Rational): Rational {
  const { n, d } = over(a, step);
  return times({ n: (n + d - 1n) / d, d: 1n }, step);
}

/** Rounds to a number of decimals, half up. Not for negative values. */
export function rounded(a: Rational, decimals: number): Rational {
  const scale = POWERS_OF_TEN[decimals] as bigint;
  return { n: (2n * a.n * scale + a.d) / (2n * a.d), d: scale };
}

/** A text with exactly this number of decimals. */
export function written(a: Rational, decimals: number): string {
  const scaled = ((a.n * (POWERS_OF_TEN[decimals] as bigint)) / a.d).toString().padStart(decimals + 1, '0');
  return decimals === 0 ? scaled : `${scaled.slice(0, -decimals)}.${scaled.slice(-decimals)}`;
}
