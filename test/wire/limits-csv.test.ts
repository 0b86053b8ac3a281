import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Fault } from '../../src/domain/fault.ts';
import { readCsv, writeCsvRow } from '../../src/wire/csv.ts';
import { limitsCsvHeader, readLimitsCsv, writeLimitsCsv } from '../../src/wire/pricing/price-changes/limits-csv.ts';
import { drawnAlike } from '../harness/scale.ts';

const columns = { currency: 'USD', hasCost: true };
const file = (listings: Parameters<typeof writeLimitsCsv>[0], more = columns) =>
  limitsCsvHeader(more) + writeLimitsCsv(listings, more);
const problemsOf = (text: string): string[] => {
  try {
    readLimitsCsv(text, 'USD');
  } catch (error) {
    assert.ok(error instanceof Fault);
    return error.problems.map(({ details }) => details);
  }
  return [];
};
const HEADER = 'SellerSKU,MinimumPrice,MaximumPrice,MinimumNet\n';

describe('limits as CSV', () => {
  it('come back as they were, whatever the SKU', () => {
    const amount = fc.option(fc.nat(99_999_999), { nil: undefined });
    const sku = fc.oneof(
      fc.constantFrom(
        '=1+1',
        '-A',
        '@x',
        '+x',
        "'=1",
        "''@",
        'a,b',
        'a"b',
        'a;b',
        ' a ',
        'a\nb',
        'a\r\nb',
        '\tx',
        'é',
        "'",
      ),
      fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }).filter((text) => !text.includes('\0')),
    );
    const limits = fc.record({
      minimumPriceMinor: amount,
      maximumPriceMinor: amount,
      minimumNetMinor: amount,
      costMinor: amount,
    });
    const listing = fc
      .record({ sku, limits })
      .filter(({ limits: { minimumPriceMinor: least = 0, maximumPriceMinor: most = least } }) => least <= most);
    fc.assert(
      fc.property(fc.uniqueArray(listing, { minLength: 1, maxLength: 10, selector: (one) => one.sku }), (listings) => {
        const read = readLimitsCsv(file(listings), 'USD');
        const wanted = listings.map((one) => ({
          sku: one.sku,
          wanted: { ...one.limits, costMinor: one.limits.costMinor ?? null },
        }));
        assert.deepEqual(read, wanted);
      }),
      drawnAlike(60, 3000),
    );
  });

  it('have no cell that a spreadsheet program would run', () => {
    const dangerous = ['=1+1', '+x', '-A', '@x', '\t=1', '\r=1', '＝1', "'=1"];
    for (const sku of dangerous) {
      const [cell = ''] = /^"?(?<cell>.*)/s.exec(writeCsvRow([sku]))?.slice(1) ?? [];
      assert.match(cell, /^'/, sku);
    }
    assert.equal(writeCsvRow(['A-1', '1.00']), 'A-1,1.00\r\n');
  });

  it('have costs only where the caller may read them', () => {
    const text = file([{ sku: 'A', limits: { minimumPriceMinor: 900, costMinor: 1234 } }], {
      ...columns,
      hasCost: false,
    });
    assert.equal(text, 'SellerSKU,MinimumPrice,MaximumPrice,MinimumNet\r\nA,9.00,,\r\n');
  });

  it('without the column leave costs as they are; an empty cell removes one', () => {
    const [kept] = readLimitsCsv(`${HEADER}A,1,2,3\n`, 'USD');
    assert.deepEqual(kept?.wanted, {
      ...{ minimumPriceMinor: 100, maximumPriceMinor: 200, minimumNetMinor: 300, costMinor: undefined },
    });
    const [removed] = readLimitsCsv('sellersku;COST;MinimumPrice;MaximumPrice;MinimumNet\nA;;1;;\n', 'USD');
    assert.equal(removed?.wanted.costMinor, null);
    assert.equal(removed?.wanted.maximumPriceMinor, undefined);
  });

  it('name a wrong line by its number and reason', () => {
    const lines = ['A,1,2,3', '"B\nC",1,0.5,', 'D,x,,', 'E,1.005,,', 'F,-1,,', ',1,,', 'A,1,,', 'G,1,2,3,4'];
    assert.deepEqual(problemsOf(HEADER + lines.join('\n')), [
      'Line 3 has a MinimumPrice above its MaximumPrice.',
      'Line 5 has a wrong MinimumPrice: it must be a decimal amount such as 22.99.',
      'Line 6 has a wrong MinimumPrice: it must have at most 2 decimals in USD.',
      'Line 7 has a wrong MinimumPrice: it must not be negative.',
      'Line 8 needs a SellerSKU of 1 to 256 characters.',
      'Line 9 repeats the SKU of line 2.',
      'Line 10 has 5 cells, and the header 4.',
    ]);
  });

  it('are refused with a missing, unknown or repeated column: it would remove limits', () => {
    assert.deepEqual(problemsOf('SellerSKU,MinimumPrice,MinimumNet\nA,1,2\n'), [
      'Line 1 has no column MaximumPrice. Leave its cells empty where there is no such limit.',
    ]);
    assert.deepEqual(problemsOf('SellerSKU,MinimunPrice,MaximumPrice,MinimumNet\nA,1,2,\n'), [
      'Line 1 has no column MinimumPrice. Leave its cells empty where there is no such limit.',
      'Line 1 has an unknown column in place 2 (did you mean MinimumPrice?).',
    ]);
    assert.deepEqual(problemsOf(`${HEADER.trim()},MinimumNet\nA,1,2,,\n`), ['Line 1 has the column MinimumNet twice.']);
    assert.deepEqual(problemsOf(''), [
      'Line 1 has no column SellerSKU.',
      ...['MinimumPrice', 'MaximumPrice', 'MinimumNet'].map(
        (name) => `Line 1 has no column ${name}. Leave its cells empty where there is no such limit.`,
      ),
      'It has no line after the header.',
    ]);
  });

  it('with a million columns are refused by the first ones alone', () => {
    const [first = '', ...rest] = problemsOf(`${','.repeat(1_000_000)}\n`);
    assert.match(first, /no column SellerSKU/);
    // The three other columns, ten unknown ones, and that no line follows.
    assert.equal(rest.length, 3 + 10 + 1);
  });

  it('are at most 500 listings', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `S${n},1,,\n`).join('');
    assert.equal(readLimitsCsv(HEADER + lines(500), 'USD').length, 500);
    assert.deepEqual(problemsOf(HEADER + lines(501)), ['Line 502 is more than 500 listings.']);
  });

  it('may begin with a byte order mark, end without a line end and have empty lines', () => {
    assert.deepEqual(readCsv('\uFEFFa,b\r\n\r\n"c ""d""",\r'), [
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['c "d"', ''] },
    ]);
    assert.deepEqual(problemsOf(`${HEADER}"A,1\nB,2`), ['Line 2 has a quote that is not closed.']);
    assert.deepEqual(problemsOf(`${HEADER}A,1,,\n"B"x,2,,`), ['Line 3 has text after a closing quote.']);
  });

  it('never quote an amount in a problem: it may be a cost', () => {
    assert.doesNotMatch(
      problemsOf('SellerSKU,MinimumPrice,MaximumPrice,MinimumNet,Cost\nA,,,,12.345\n').join(),
      /12\.345/,
    );
  });
});
