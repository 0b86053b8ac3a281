// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amountNotes } from '../../console/amount-notes.ts';
import { typedAmount, typedMinor } from '../../console/typed-amount.ts';

describe('a typed amount', () => {
  const rows: [text: string, currency: 'USD' | 'JPY' | 'KWD', minor: number | undefined, understood?: string][] = [
    ['12.50', 'USD', 1250],
    ['12,50', 'USD', 1250, '$12.50'],
    ['12,5', 'USD', 1250, '$12.50'],
    ['12.', 'USD', 1200],
    ['12,', 'USD', 1200, '$12.00'],
    ['.5', 'USD', 50],
    [' 12 ', 'USD', 1200],
    ['1.234,56', 'USD', 123_456, '$1,234.56'],
    ['1,234.56', 'USD', 123_456, '$1,234.56'],
    ['1 234,56', 'USD', 123_456, '$1,234.56'],
    ['1\u202f234,56', 'USD', 123_456, '$1,234.56'],
    ["1'234.56", 'USD', 123_456, '$1,234.56'],
    ['1’234.56', 'USD', 123_456, '$1,234.56'],
    ['1.234.567,8', 'USD', 123_456_780, '$1,234,567.80'],
    ['1,234,567', 'USD', 123_456_700, '$1,234,567.00'],
    ['1.234.567', 'USD', 123_456_700, '$1,234,567.00'],
    ['1,234', 'USD', 123_400, '$1,234.00'],
    ['12,345', 'USD', 1_234_500, '$12,345.00'],
    ['1.234', 'USD', undefined],
    ['1.2345', 'USD', undefined],
    ['0,123', 'USD', undefined],
    ['12,34,567', 'USD', undefined],
    ['1,234,56', 'USD', undefined],
    ['1.234.56', 'USD', undefined],
    ['12.345,678', 'USD', undefined],
    ['1,2.3', 'USD', undefined],
    ['-5', 'USD', undefined],
    ['$5', 'USD', undefined],
    ['5e3', 'USD', undefined],
    ['', 'USD', undefined],
    [',', 'USD', undefined],
    ['1234567890', 'USD', undefined],
    ['١٢٫٥٠', 'USD', 1250, '$12.50'],
    ['١٬٢٣٤٫٥', 'USD', 123_450, '$1,234.50'],
    ['۱۲', 'USD', 1200, '$12.00'],
    ['1,234', 'JPY', 1234, '¥1,234'],
    ['1.234', 'JPY', 1234],
    ['12.5', 'JPY', undefined],
    ['1.234', 'KWD', 1234],
    ['1,234', 'KWD', undefined],
    ['1,234.567', 'KWD', 1_234_567, 'KWD\u00a01,234.567'],
    ['1.234,567', 'KWD', 1_234_567, 'KWD\u00a01,234.567'],
  ];
  const decimals = { USD: 2, JPY: 0, KWD: 3 };
  for (const [text, currency, minor, understood] of rows)
    it(`"${text}" in ${currency} is ${minor ?? 'no amount'}`, () => {
      assert.equal(typedMinor(text, decimals[currency]), minor);
      const { error, echo } = amountNotes(text, currency);
      assert.equal(echo, understood && `Understood as ${understood}`);
      assert.equal(error !== undefined, minor === undefined && text !== '');
    });

  it('says what to write instead of what can be read in two ways', () => {
    assert.deepEqual(typedAmount('1.234', 2), { problem: '1.234 can be read in two ways: write 1234 or 1.23' });
    assert.deepEqual(typedAmount('1,234', 3), { problem: '1,234 can be read in two ways: write 1234 or 1.234' });
    assert.equal(amountNotes('x', 'USD', 22.99).error, 'Enter an amount such as 22.99');
  });
});
