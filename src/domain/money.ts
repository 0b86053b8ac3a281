import { type DecimalProblem, decimalFromScaled, MAX_SCALED, scaledFromDecimal } from './decimal.ts';

/** The currency codes of ISO 4217, by the number of their decimals. */
const CODES_BY_DECIMALS: readonly (readonly [number, string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP
     CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
     KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
     NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB
     TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
];

const DECIMALS = new Map<string, number>();
for (const [decimals, codes] of CODES_BY_DECIMALS) {
  for (const code of codes.split(/\s+/)) DECIMALS.set(code, decimals);
}

/** The most decimals that any currency has. Reading with it rejects nothing that some currency allows. */
export const MAX_DECIMALS = 3;

/** The largest amount, in minor units of any currency; `decimal.ts` says why it is not 2^53-1. */
export const MAX_MINOR: number = MAX_SCALED;

/** The number of decimals of a currency; undefined when there is no such currency. */
export function decimalsOf(currency: string): number | undefined {
  return DECIMALS.get(currency);
}

/** The amount in minor units, or the rule that it breaks, as text (decision 4). */
export function minorFromDecimal(amount: number | string, currency: string): number | string {
  const decimals = decimalsOf(currency);
  if (decimals === undefined) return 'must be in a known currency';
  const minor = scaledFromDecimal(amount, decimals);
  return typeof minor === 'number' ? minor : amountReason(minor, currency, decimals);
}

/** The rule that a rejected amount breaks, as text. */
export function amountReason(problem: DecimalProblem, currency: string, decimals: number): string {
  switch (problem) {
    case 'NotDecimal':
      return 'must be a decimal amount such as 22.99';
    case 'Negative':
      return 'must not be negative';
    case 'TooManyDecimals':
      return `must have at most ${decimals} decimals${currency === '' ? '' : ` in ${currency}`}`;
    case 'TooLarge':
      return `must be at most ${decimalFromScaled(MAX_MINOR, decimals)}`;
  }
}

/** The JSON number of an amount: exact up to `MAX_MINOR`, and for sums of up to ten such amounts. */
export function decimalFromMinor(minor: number, currency: string): number {
  return decimalFromScaled(minor, decimalsOf(currency) ?? 2);
}

/** `22.90 USD`: an amount, not negative, in a sentence. Exact where a JSON number is not: it divides nothing. */
export function amountText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency) ?? 2;
  const digits = String(minor).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`} ${currency}`;
}

/** The exact product of two integers: a bigint when a number cannot hold it. */
export function exactProduct(a: number, b: number): number | bigint {
  const product = a * b;
  return Number.isSafeInteger(product) ? product : BigInt(a) * BigInt(b);
}

/**
 * The only rounding of the service (decision 4): numerator / denominator to the nearest integer, halves up. Both must be
 * exact integers, and the denominator positive. Anything else is a programming error and throws.
 */
export function roundHalfUp(numerator: number | bigint, denominator: number): number {
  if (typeof numerator === 'bigint') return roundLarge(numerator, denominator);
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0) {
    throw new RangeError(`cannot round ${numerator} / ${denominator} exactly`);
  }
  // `%` is exact on safe integers, and then so is the division. The remainder has the sign of the numerator.
  const remainder = numerator % denominator;
  const quotient = (numerator - remainder) / denominator;
  if (remainder >= 0) return quotient + (remainder >= denominator - remainder ? 1 : 0);
  return quotient - (-remainder > denominator + remainder ? 1 : 0) + 0;
}

function roundLarge(numerator: bigint, denominator: number): number {
  const twice = 2n * BigInt(denominator);
  const shifted = 2n * numerator + BigInt(denominator);
  const remainder = shifted % twice;
  const rounded = Number((shifted - remainder) / twice) - (remainder < 0n ? 1 : 0);
  if (!Number.isSafeInteger(rounded)) throw new RangeError(`${numerator} / ${denominator} is too large`);
  return rounded;
}
