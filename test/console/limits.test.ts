// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FileRow, fileLine, fileRows } from '../../console/price-changes/limits/csv-text.ts';
import { entriesFor } from '../../console/price-changes/limits/kept-entries.ts';
import { limitProblems, problemsBySku } from '../../console/price-changes/limits/limit-problems.ts';
import { mayReadCosts, whyOnlyStricter } from '../../console/price-changes/limits/limit-rights.ts';
import { readLimitsFile, writeLimitsFile } from '../../console/price-changes/limits/limits-file.ts';
import { changesText, reviewOf } from '../../console/price-changes/limits/many/file-review.ts';
import { limitsChoiceIn } from '../../console/price-changes/limits/many/limits-choice.ts';
import { bodyOf, changedSkus, savedNote } from '../../console/price-changes/limits/many/wanted-limits.ts';
import { saveErrorText } from '../../console/price-changes/limits/save-error-text.ts';
import { LIMITS, NO_LIMITS, type TypedLimits } from '../../console/price-changes/limits/typed-limits.ts';
import { readCsv, writeCsvRow } from '../../src/wire/csv.ts';
import { readLimitsCsv } from '../../src/wire/pricing/price-changes/limits-csv.ts';
import { usd } from './listing-samples.ts';

const typed = (limits: Partial<TypedLimits>): TypedLimits => ({ ...NO_LIMITS, ...limits });
const before = typed({ MinimumPrice: '20.00', MaximumPrice: '30.00', Cost: '8.50' });
const rules = { currency: 'USD', mayLoosen: true };
const SKUS = ['=1+1', '-A', '@x', "'=1+1", 'A,"B"', ' a ', '+1', 'ＳＫＵ;1', 'A\tB'];

describe('limits of many listings', () => {
  it('are sent for the listings that changed, each with all its limits, the cost only when it differs', () => {
    const present = new Map([['A', before]]);
    const wanted = new Map([
      ['A', { ...before, MinimumPrice: '21' }],
      ['B', typed({ MinimumNet: '3' })],
      ['C', NO_LIMITS],
    ]);
    const changed = changedSkus(wanted, present, 'USD');
    assert.deepEqual(changed, ['A', 'B']);
    assert.deepEqual(bodyOf(changed, wanted, present, 'USD'), {
      listings: [
        { SellerSKU: 'A', MinimumPrice: usd(21), MaximumPrice: usd(30), MinimumNet: null },
        { SellerSKU: 'B', MinimumPrice: null, MaximumPrice: null, MinimumNet: usd(3) },
      ],
    });
    assert.deepEqual(
      changedSkus(new Map([['A', { ...before, MinimumPrice: ' 20 ', Cost: '8.5' }]]), present, 'USD'),
      [],
    );
    assert.equal(bodyOf(['B'], new Map([['B', typed({ Cost: 'x' })]]), present, 'USD'), undefined);
  });

  it('say what is wrong beside the field, before the service is asked', () => {
    assert.deepEqual(limitProblems(before, before, rules), {});
    assert.match(limitProblems(typed({ MaximumPrice: 'x' }), before, rules).MaximumPrice ?? '', /^Enter an amount/);
    assert.match(
      limitProblems({ ...before, MinimumPrice: '31' }, before, rules).MinimumPrice ?? '',
      /above the highest/,
    );
  });

  it('can only be made stricter without the right to loosen them', () => {
    const wrong = (limits: Partial<TypedLimits>) =>
      Object.keys(limitProblems({ ...before, ...limits }, before, { ...rules, mayLoosen: false }));
    assert.deepEqual(wrong({ MinimumPrice: '19', MaximumPrice: '', Cost: '8' }), [
      'MinimumPrice',
      'MaximumPrice',
      'Cost',
    ]);
    assert.deepEqual(wrong({ MinimumPrice: '21', MaximumPrice: '29', MinimumNet: '1' }), []);
    const scope = 'seller-api:pricing:write seller-api:limits:write seller-api:costs:read';
    assert.equal(whyOnlyStricter({ scope, role: 'manager' }), undefined);
    assert.match(whyOnlyStricter({ scope: 'seller-api:pricing:write', role: undefined }) ?? '', /no right to loosen/);
    assert.equal(mayReadCosts({ scope, role: undefined }), true);
    assert.equal(mayReadCosts({ scope, role: 'analyst' }), false);
    assert.equal(mayReadCosts({ scope: 'seller-api:pricing:write', role: 'owner' }), false);
  });

  it('show what the service says about a field beside that field', () => {
    const entry = (place: string) => ({ message: `${place} is not valid.`, details: `${place} must be below 5 USD.` });
    const found = problemsBySku(
      [entry('listings[1].Cost'), entry('listings[1].MinimumNet'), entry('listings[0]')],
      ['A', 'B'],
    );
    assert.deepEqual(found?.get('B'), {
      Cost: 'Must be below 5 USD.',
      MinimumNet: 'Must be below 5 USD.',
    });
    assert.deepEqual(found?.get('A'), { MinimumPrice: 'Must be below 5 USD.' });
    assert.equal(problemsBySku([entry('listings[7].Cost')], ['A']), undefined);
    assert.equal(problemsBySku([{ message: 'Access is denied.', details: '' }], ['A']), undefined);
  });

  it('say what became of each listing, and why nothing was saved', () => {
    assert.equal(savedNote({ SellerSKU: 'A', status: 'CHANGED', Limits: {} }), 'Saved.');
    const outside = savedNote({ SellerSKU: 'A', status: 'CHANGED', Limits: {}, PresentPriceOutside: 'it is below.' });
    assert.equal(outside, 'Saved. Your present price is outside: it is below.');
    assert.match(savedNote({ SellerSKU: 'A', status: 'INVALID_SKU' }), /no such listing/);
    const failed = (status: number, more = {}) =>
      saveErrorText({ status, code: '', message: 'No.', details: 'So.', signInMaxAgeMs: undefined, ...more });
    assert.match(failed(401, { signInMaxAgeMs: 600_000 }), /What you typed is kept/);
    assert.match(failed(401), /session has ended/);
    assert.match(failed(503), /did not answer/);
    assert.equal(failed(403), 'No. So.');
  });

  it('are those of the filter in the address, or of the SKUs in it', () => {
    const read = (text: string) => limitsChoiceIn(new URLSearchParams(text));
    assert.deepEqual(read('q= pan &state=losing,unhealthy'), {
      skus: undefined,
      text: 'pan',
      states: ['losing', 'unhealthy'],
    });
    assert.deepEqual(read('sku=%3D1%2B1&sku=-A').skus, ['=1+1', '-A']);
  });
});

describe('entries that outlive a sign-in', () => {
  const kept = { about: 'STORE_US many', holder: 'A1', keptMs: 1_000_000, entries: { typed: [['A', before]] } };
  const take = (now: object) => entriesFor({ ...kept, ...now }, JSON.stringify(kept));

  it('come back to the same seller on the same page, for a quarter of an hour', () => {
    assert.deepEqual(take({}), kept.entries);
    assert.equal(take({ about: 'STORE_CA many' }), undefined);
    assert.equal(take({ holder: 'A2' }), undefined);
    assert.equal(take({ keptMs: kept.keptMs + 900_000 }), undefined);
  });

  it('come back to nobody where the provider does not say who signed in, and when the text is damaged', () => {
    const { holder: _, ...nameless } = kept;
    assert.equal(entriesFor({ ...nameless, holder: undefined }, JSON.stringify(nameless)), undefined);
    assert.equal(entriesFor(kept, '{"about":'), undefined);
  });
});

describe('the file of limits', () => {
  const reader = { ...rules, present: new Map([['A', before]]), names: LIMITS };
  const HEADER = 'SellerSKU,MinimumPrice,MaximumPrice,MinimumNet';

  it('is written and read as the service does it, for every SKU', () => {
    const random = Array.from({ length: 300 }, (_, n) => {
      const alphabet = ['=', '-', '@', "'", '"', ',', ';', '\t', '\n', '\r', ' ', 'a', '＝'];
      return Array.from(
        { length: 1 + (n % 5) },
        (_, m) => alphabet[(n * 7 + m * m * 5 + m * n) % alphabet.length],
      ).join('');
    });
    for (const sku of [...SKUS, ...random]) {
      assert.equal(fileLine([sku, '1.00']), writeCsvRow([sku, '1.00']));
      const text = `${fileLine(['SellerSKU', 'x'])}${fileLine([sku, '1.00'])}`;
      assert.deepEqual(fileRows(text), readCsv(text), JSON.stringify(sku));
      assert.deepEqual((fileRows(text) as readonly FileRow[])[1]?.cells, [sku, '1.00']);
    }
    const listings = SKUS.map((sku) => ({ sku, limits: typed({ MinimumPrice: '20.00', Cost: '8.50' }) }));
    const text = `\uFEFF${writeLimitsFile(listings, LIMITS)}`;
    assert.deepEqual(readLimitsFile(text, reader).faults, []);
    assert.deepEqual(
      readLimitsFile(text, reader).lines.map(({ sku, typed: limits }) => ({ sku, limits })),
      listings,
    );
    const taken = readLimitsCsv(text, 'USD');
    assert.deepEqual(
      taken.map(({ sku }) => sku),
      SKUS,
    );
    assert.ok(taken.every(({ wanted }) => wanted.minimumPriceMinor === 2_000 && wanted.costMinor === 850));
  });

  it('is read with semicolons, commas before decimals, other line ends and empty lines', () => {
    const { lines, faults } = readLimitsFile(
      'sellersku;MINIMUMPRICE;MaximumPrice;MinimumNet\n\nB;12,50;;\rC;;9;1',
      reader,
    );
    assert.deepEqual(faults, []);
    assert.deepEqual(lines, [
      { line: 3, sku: 'B', typed: typed({ MinimumPrice: '12,50' }) },
      { line: 4, sku: 'C', typed: typed({ MaximumPrice: '9', MinimumNet: '1' }) },
    ]);
  });

  it('leaves the costs as they are without their column', () => {
    const { lines } = readLimitsFile(`${HEADER}\nA,20,30,`, reader);
    assert.equal(lines[0]?.typed.Cost, '8.50');
    assert.deepEqual(reviewOf('a.csv', { lines, faults: [] }, reader.present, 'USD').changed, []);
  });

  it('names every wrong line by its number', () => {
    const faultsOf = (text: string, more = {}) =>
      readLimitsFile(text, { ...reader, ...more }).faults.map(({ line, text: what }) => `${line} ${what}`);
    assert.deepEqual(faultsOf('SellerSKU,MinimumPrice,MaxPrice,Maximumprice'), [
      '1 has no column MinimumNet',
      '1 has an unknown column “MaxPrice”',
      '1 is the last one: the file has no listings',
    ]);
    const [wrong, noSku, twice, cells] = faultsOf(`${HEADER}\nB,x,,\n,1,,\nB,1,,\nC,1,,,9`);
    assert.match(wrong ?? '', /^2 has a wrong MinimumPrice\. Enter an amount/);
    assert.deepEqual(
      [noSku, twice, cells],
      ['3 has no SellerSKU', '4 repeats the SKU of line 2', '5 has more cells than the header'],
    );
    assert.match(faultsOf(`${HEADER}\nB,9,8,`)[0] ?? '', /^2 .*above the highest/);
    assert.deepEqual(faultsOf(`${HEADER}\n"B,1,,`), ['2 has a quote that is not closed, or text after one']);
    assert.match(faultsOf('Seller\uFFFD')[0] ?? '', /UTF-8/);
    assert.match(
      faultsOf(`${HEADER},Cost\nB,,,,1`, { names: LIMITS.slice(0, 3) })[0] ?? '',
      /Cost, which you may not set/,
    );
  });

  it('is reviewed before it is saved: what changes, and whether it is too much at once', () => {
    const file = readLimitsFile(`${HEADER}\nA,19,30,\nB,5,,`, reader);
    const review = reviewOf('a.csv', file, reader.present, 'USD');
    assert.deepEqual([review.changed, review.faults], [['A', 'B'], []]);
    const [line] = review.lines;
    assert.equal(changesText(line?.typed ?? NO_LIMITS, before, 'USD'), 'Never below 20.00 → 19');
    assert.equal(
      changesText(NO_LIMITS, before, 'USD'),
      'Never below 20.00 → none, Never above 30.00 → none, Cost of one unit 8.50 → none',
    );
    const many = Array.from({ length: 501 }, (_, n) => `SKU-${n},1,,`).join('\n');
    assert.deepEqual(reviewOf('a.csv', readLimitsFile(`${HEADER}\n${many}`, reader), new Map(), 'USD').faults, [
      'The file changes 501 listings, and at most 500 are saved at a time.',
    ]);
  });
});
