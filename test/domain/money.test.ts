import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  decimalFromMinor,
  decimalsOf,
  exactProduct,
  MAX_MINOR,
  minorFromDecimal,
  roundHalfUp,
} from '../../src/domain/money.ts';

/** A pseudo-random generator with the same numbers in every run. */
function* randoms(seed: number): Generator<number, never> {
  let state = seed;
  while (true) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** The decimal text of minor units, computed with integers only. */
function textOf(minor: bigint, decimals: number): string {
  const digits = minor.toString().padStart(decimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

describe('money', () => {
  it('reads decimals exactly, as a number or as text', () => {
    const table: [number | string, string, number][] = [
      [19.99, 'USD', 1999],
      ['19.990', 'USD', 1999],
      [1e1, 'USD', 1000],
      ['1e1', 'USD', 1000],
      ['1e-2', 'USD', 1],
      ['1.5E+1', 'USD', 1500],
      ['0.000e5', 'USD', 0],
      ['100000000000000000000e-20', 'USD', 100],
      [0, 'USD', 0],
      [-0, 'USD', 0],
      ['007.50', 'USD', 750],
      [1.005, 'KWD', 1005],
      [1500, 'JPY', 1500],
      ['999999999999.99', 'USD', MAX_MINOR],
      [999999999999.99, 'USD', MAX_MINOR],
    ];
    for (const [amount, currency, minor] of table) {
      assert.ok(Object.is(minorFromDecimal(amount, currency), minor), `${amount} ${currency}`);
    }
  });

  it('rejects what is not an exact amount, with the reason as a value', () => {
    const table: [number | string, string, RegExp][] = [
      [19.999, 'USD', /at most 2 decimals in USD/],
      [0.5, 'JPY', /at most 0 decimals/],
      [1e-7, 'USD', /at most 2 decimals/],
      [5e-324, 'USD', /at most 2 decimals/],
      ['0.0000000000000000000000001', 'USD', /at most 2 decimals/],
      [-0.01, 'USD', /not be negative/],
      ['-5', 'USD', /not be negative/],
      [Number.NEGATIVE_INFINITY, 'USD', /not be negative/],
      [1e12, 'USD', /at most 999999999999\.99/],
      [2 ** 53, 'JPY', /at most 99999999999999/],
      ['1000000000000', 'USD', /at most 999999999999\.99/],
      ['1e999999999999', 'USD', /at most/],
      ['123456789012345678901234567890.12', 'USD', /at most 999999999999\.99/],
      [Number.NaN, 'USD', /decimal amount/],
      [Number.POSITIVE_INFINITY, 'USD', /decimal amount/],
      ...[
        '',
        ' ',
        ' 1',
        '1 ',
        '.5',
        '5.',
        '1.2.3',
        '1,000',
        '$5',
        '0x10',
        '1e',
        '1e+',
        'e5',
        '--1',
        '-',
        '+1',
        'NaN',
        '１',
      ].map((text): [string, string, RegExp] => [text, 'USD', /decimal amount/]),
      [1, 'XYZ', /known currency/],
    ];
    for (const [amount, currency, reason] of table) {
      assert.match(String(minorFromDecimal(amount, currency)), reason, `${amount} ${currency}`);
    }
  });

  it('reads and writes 200,000 random amounts unchanged, compared with BigInt arithmetic', () => {
    const next = randoms(1);
    const currencies = ['USD', 'JPY', 'KWD'];
    for (let round = 0; round < 200_000; round++) {
      const currency = currencies[round % 3] as string;
      const decimals = decimalsOf(currency) as number;
      const minor = Math.floor(next.next().value * 10 ** (1 + Math.floor(next.next().value * 14)));
      const text = textOf(BigInt(minor), decimals);
      assert.equal(minorFromDecimal(text, currency), minor);
      const number = decimalFromMinor(minor, currency);
      assert.equal(minorFromDecimal(number, currency), minor);
      // The text of the number is exact, except for zeros at its end.
      assert.equal(String(number), decimals === 0 ? text : text.replace(/\.?0+$/, ''));
    }
  });

  it('writes sums of up to ten of the largest amounts exactly', () => {
    assert.equal(String(decimalFromMinor(2 * MAX_MINOR, 'USD')), '1999999999999.98');
    assert.equal(String(decimalFromMinor(10 * MAX_MINOR, 'USD')), '9999999999999.9');
    assert.equal(String(decimalFromMinor(10 * MAX_MINOR - 1, 'USD')), '9999999999999.89');
  });

  it('rounds halves up, exactly', () => {
    const table: [number, number, number][] = [
      [5, 10, 1],
      [4, 10, 0],
      [15, 10, 2],
      [34485, 100, 345],
      [-5, 10, 0],
      [-6, 10, -1],
      [-15, 10, -1],
      [0, 7, 0],
      [Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER],
      [Number.MAX_SAFE_INTEGER, 2, 2 ** 52],
    ];
    for (const [numerator, denominator, expected] of table) {
      assert.ok(Object.is(roundHalfUp(numerator, denominator), expected), `${numerator} / ${denominator}`);
      assert.equal(roundHalfUp(BigInt(numerator), denominator), expected, `${numerator}n / ${denominator}`);
    }
  });

  it('rounds 100,000 random products as BigInt arithmetic does', () => {
    const next = randoms(2);
    for (let round = 0; round < 100_000; round++) {
      const amount = Math.floor(next.next().value * 10 ** (1 + Math.floor(next.next().value * 14)));
      const rate = Math.floor(next.next().value * 10_000);
      const denominator = 1 + Math.floor(next.next().value * 20_000);
      const product = BigInt(amount) * BigInt(rate);
      const floor = (2n * product + BigInt(denominator)) / (2n * BigInt(denominator));
      if (floor > BigInt(Number.MAX_SAFE_INTEGER)) continue;
      assert.equal(roundHalfUp(exactProduct(amount, rate), denominator), Number(floor));
    }
  });

  it('throws on a programming error: operands that cannot be rounded exactly', () => {
    assert.throws(() => roundHalfUp(0.5, 1), RangeError);
    assert.throws(() => roundHalfUp(2 ** 53, 1), RangeError);
    assert.throws(() => roundHalfUp(1, 0), RangeError);
    assert.throws(() => roundHalfUp(2n ** 80n, 1), RangeError);
  });
});
