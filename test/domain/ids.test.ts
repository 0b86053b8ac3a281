import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { isId, skuProblem } from '../../src/domain/ids.ts';
import { readTime, writeTime } from '../../src/domain/time.ts';
import { CONDITIONS, readWord } from '../../src/domain/vocabulary.ts';

describe('identifiers', () => {
  it('have letters, digits, dots, underscores and hyphens, and begin with a letter or digit', () => {
    for (const good of ['A1DEMOSELLER', 'STORE_US', 'ITEM000001', '4', 'a.b-c_d', 'x'.repeat(64)]) {
      assert.ok(isId(good), good);
    }
    for (const bad of ['', '..', '_x', '-x', '__proto__', 'a b', 'a,b', 'a/b', 'é', 'a\n', 'x'.repeat(65)]) {
      assert.ok(!isId(bad), bad);
    }
  });

  it('of listings (SKUs) have up to 256 characters of any script', () => {
    for (const good of ['DEMO/SKU 21,é', 'a+b&c#d"e\'f', '品番-42', '🧦'.repeat(256), 'x'.repeat(256), '%2F', '.']) {
      assert.equal(skuProblem(good), undefined, good);
    }
    const table: [string, RegExp][] = [
      ['', /empty/],
      ['x'.repeat(257), /at most 256/],
      ['🧦'.repeat(257), /at most 256/],
      ['x'.repeat(100_000), /at most 256/],
      ['a\u0000b', /control/],
      ['a\nb', /control/],
      ['a\u0085b', /control/],
      [' a', /white space/],
      ['a ', /white space/],
      ['a\u00a0', /white space/],
      ['\ufeffa', /white space/],
      ['a\ud83e', /Unicode/],
      ['\udde6a', /Unicode/],
    ];
    for (const [sku, reason] of table) assert.match(skuProblem(sku) ?? '', reason, JSON.stringify(sku));
  });
});

describe('words', () => {
  it('match in any case and are returned in their own case', () => {
    assert.equal(readWord(CONDITIONS, 'New'), 'New');
    assert.equal(readWord(CONDITIONS, 'reFURBished'), 'Refurbished');
    assert.equal(readWord(CONDITIONS, 'Newer'), undefined);
    assert.equal(readWord(CONDITIONS, ''), undefined);
  });
});

describe('times', () => {
  it('are read from RFC 3339 with any offset, or from a date', () => {
    const table: [string, string][] = [
      ['2026-11-15', '2026-11-15T00:00:00.000Z'],
      ['2026-11-15T09:30:00Z', '2026-11-15T09:30:00.000Z'],
      ['2026-11-15t09:30:00z', '2026-11-15T09:30:00.000Z'],
      ['2026-11-15T09:30:00.5Z', '2026-11-15T09:30:00.500Z'],
      ['2026-11-15T09:30:00.123456789Z', '2026-11-15T09:30:00.123Z'],
      ['2026-11-15T09:30:00+02:00', '2026-11-15T07:30:00.000Z'],
      ['2026-11-15T00:30:00.25-05:30', '2026-11-15T06:00:00.250Z'],
      ['2028-02-29', '2028-02-29T00:00:00.000Z'],
      ['2000-02-29', '2000-02-29T00:00:00.000Z'],
      ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ];
    for (const [text, expected] of table) assert.equal(writeTime(readTime(text) as number), expected, text);
  });

  it('are rejected when the text is invalid or ambiguous', () => {
    const bad = ['', 'yesterday', 'Nov 15 2026', '2026-11-15T09:30:00', '2026-11-15T09:30Z', '2026-11-15 09:30:00Z'];
    bad.push('2026-02-29', '2100-02-29', '2026-13-01', '2026-00-10', '2026-11-31', '2026-11-00', '1969-12-31');
    bad.push('2026-11-15T24:00:00Z', '2026-11-15T23:60:00Z', '2026-11-15T23:59:60Z', '2026-11-15T09:30:00.Z');
    bad.push('2026-11-15T09:30:00+2:00', '2026-11-15T09:30:00+24:00', '2026-11-15T09:30:00ZZ', '2026-1a-15');
    bad.push('1970-01-01T00:30:00+01:00', '+02026-11-15', '2026-11-15T09:30:00.5', '20261115T093000Z');
    // It is in the year 10000 in UTC, which has no four digits.
    bad.push('9999-12-31T23:59:59-00:01');
    for (const text of bad) assert.equal(readTime(text), undefined, text);
  });

  it('agree with Date on every day of two centuries', () => {
    for (let day = 0; day < 73_000; day++) {
      const epochMs = day * DAY_MS + (day % 86_400) * 1000 + (day % 1000);
      assert.equal(readTime(writeTime(epochMs)), epochMs);
    }
  });
});
