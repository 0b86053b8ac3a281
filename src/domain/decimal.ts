/** Why a decimal has no exact integer of its smallest units. */
export type DecimalProblem = 'NotDecimal' | 'Negative' | 'TooManyDecimals' | 'TooLarge';

/**
 * A double holds any 15 significant digits exactly. The limit is one digit fewer, so that the sum of up to ten amounts (a
 * landed price, the total of the fees) is still an exact JSON number. 2^53-1 is no limit for this: some of its 16-digit
 * amounts change by a cent.
 */
const MAX_DIGITS = 14;
export const MAX_SCALED = 99_999_999_999_999;

const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
const POINT = 46;
const ZERO = 48;

function powerOfTen(exponent: number): number {
  return POWERS_OF_TEN[exponent] as number;
}

/**
 * A decimal as an integer of units of 10^-decimals: `('19.99', 2)` is 1999. A number is read through its shortest decimal
 * text (decision 4) and never multiplied: 1.005 * 1000 is 1004.9999999999999. Nothing is rounded: a value without an exact
 * integer returns its problem.
 */
export function scaledFromDecimal(value: number | string, decimals: number): number | DecimalProblem {
  if (typeof value === 'string') return scaledFromText(value, decimals);
  if (value < 0) return 'Negative';
  if (!Number.isFinite(value)) return 'NotDecimal';
  if (!Number.isInteger(value)) return scaledFromText(String(value), decimals);
  // An integer times a power of ten is exact within the limit. `+ 0` turns -0 into 0.
  const scaled = value * powerOfTen(decimals) + 0;
  return scaled > MAX_SCALED ? 'TooLarge' : scaled;
}

/**
 * The number whose shortest decimal text is exactly the scaled value. IEEE division of two exact integers rounds to it.
 */
export function decimalFromScaled(scaled: number, decimals: number): number {
  return scaled / powerOfTen(decimals);
}

/** Reads exactly `digits [. digits] [e [+-] digits]`, without spaces around it. */
function scaledFromText(text: string, decimals: number): number | DecimalProblem {
  if (text.charCodeAt(0) === 45) return problemOfNegative(text, decimals);
  let digits = 0; // the significant digits as an integer, without zeros at either end
  let significant = 0; // the number of significant digits
  let zeros = 0; // zeros after them, which count only if another digit follows
  let fraction = -1; // digits after the point, -1 before it
  let seen = 0; // digits of any kind since the start or the point
  let at = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === POINT && fraction < 0 && seen > 0) {
      fraction = 0;
      seen = 0;
      continue;
    }
    const digit = code - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    seen++;
    if (fraction >= 0) fraction++;
    if (digit === 0) {
      if (significant > 0) zeros++;
      continue;
    }
    significant += significant === 0 ? 1 : zeros + 1;
    // Beyond the limit only the number of digits matters: it decides the problem.
    if (significant <= MAX_DIGITS) digits = digits * powerOfTen(zeros + 1) + digit;
    zeros = 0;
  }
  if (seen === 0) return 'NotDecimal';
  const exponent = at === text.length ? 0 : exponentAt(text, at);
  if (Number.isNaN(exponent)) return 'NotDecimal';
  if (significant === 0) return 0;
  const shift = zeros + exponent + decimals - Math.max(fraction, 0);
  if (significant + shift > MAX_DIGITS) return 'TooLarge';
  if (shift < 0) return 'TooManyDecimals';
  return digits * powerOfTen(shift);
}

function problemOfNegative(text: string, decimals: number): DecimalProblem {
  const rest = scaledFromText(text.slice(1), decimals);
  return rest === 'NotDecimal' || rest === 'Negative' ? 'NotDecimal' : 'Negative';
}

/** The exponent that starts at `start`; NaN when there is none. */
function exponentAt(text: string, start: number): number {
  const letter = text.charCodeAt(start);
  if (letter !== 101 && letter !== 69) return Number.NaN;
  const sign = text.charCodeAt(start + 1);
  const from = sign === 45 || sign === 43 ? start + 2 : start + 1;
  if (from >= text.length) return Number.NaN;
  let exponent = 0;
  for (let at = from; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    // Larger exponents have the same result. Without the bound a long text would reach Infinity.
    exponent = Math.min(exponent * 10 + digit, 100_000);
  }
  return sign === 45 ? -exponent : exponent;
}
