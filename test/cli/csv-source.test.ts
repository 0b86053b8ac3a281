import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { kindInName } from '../../src/cli/import/csv-header.ts';
import { readSource } from '../../src/cli/import/record-source.ts';
import type { RecordKind } from '../../src/domain/market/records/envelope.ts';
import { anyCharacter } from '../harness/any-character.ts';
import { scaled } from '../harness/scale.ts';
import { anyCuts, bytesOf, cutAt, flat, piecesOf, streamOf } from '../market/bytes.ts';
import { type PlainLine, plain } from './source-lines.ts';

type Source = { name: string; kind?: RecordKind };
const MARKETPLACES: Source = { name: 'marketplaces.csv' };
const HEADER = 'marketplaceId,name,countryCode,currency';

async function read(bytes: Uint8Array, source: Source = MARKETPLACES): Promise<PlainLine[]> {
  const whole = await flat(readSource(streamOf([bytes]), source));
  if (bytes.length < 5000) assert.deepEqual(await flat(readSource(streamOf(piecesOf(bytes, 1)), source)), whole);
  return plain(whole);
}

/** Rows as `line name`, problems as `line! reason`. */
async function names(...parts: Parameters<typeof bytesOf>): Promise<string[]> {
  return (await read(bytesOf(...parts))).map((one) =>
    'value' in one ? `${one.line} ${(one.value as { name: string }).name}` : `${one.line}! ${one.reason}`,
  );
}

describe('reading CSV', () => {
  test('turns rows into records', async () => {
    assert.deepEqual(await read(bytesOf(`${HEADER},isDefault\nM1,Store,us,USD,yes\r\nM2,Shop,GB,GBP,\n`)), [
      {
        line: 2,
        value: {
          kind: 'marketplace',
          marketplaceId: 'M1',
          name: 'Store',
          countryCode: 'us',
          currency: 'USD',
          isDefault: true,
        },
      },
      {
        line: 3,
        value: { kind: 'marketplace', marketplaceId: 'M2', name: 'Shop', countryCode: 'GB', currency: 'GBP' },
      },
    ]);
  });

  test('accepts a BOM, CRLF, blank lines, empty rows, and a last line without an end', async () => {
    assert.deepEqual(await names([0xef, 0xbb, 0xbf], `\r\n${HEADER}\r\n\r\nM1,A,US,USD\r\n,,,\r\n \r\nM2,B,US,USD`), [
      '4 A',
      '7 B',
    ]);
  });

  test('reads commas, quotes and line breaks in quoted cells, and counts the lines right', async () => {
    const text = `"marketplaceId",name,"countryCode",currency
M1,"A, B",US,USD
M2,"say ""hi""",US,USD
M3,"two

 lines",US,USD
M4,"a\r\nb",US,"USD"\r
M5,"",US,USD
M6,last,US,USD`;
    assert.deepEqual(await names(text), [
      '2 A, B',
      '3 say "hi"',
      '4 two\n\n lines',
      '7 a\r\nb',
      '9 undefined',
      '10 last',
    ]);
  });

  test('matches column names in any case, and ignores unknown ones', async () => {
    const found = await read(
      bytesOf('MARKETPLACEID, Name ,countrycode,Currency,colour,,__proto__\nM1,A,US,USD,red,x,y\n'),
    );
    assert.deepEqual(found, [
      { line: 2, value: { kind: 'marketplace', marketplaceId: 'M1', name: 'A', countryCode: 'US', currency: 'USD' } },
    ]);
  });

  test('reports rows with too few or too many cells', async () => {
    assert.deepEqual(await names(`${HEADER}\nM1,A\nM2,B,US,USD,x,\n"M3"\nM4,D,US,USD\n`), [
      '2! the row has 2 cells, the header has 4',
      '3! the row has 6 cells, the header has 4',
      '4! the row has 1 cell, the header has 4',
      '5 D',
    ]);
  });

  test('reports a header without a required column once, and reads no rows', async () => {
    assert.deepEqual(await names('name,currency\nA,USD\nB,USD\n'), [
      '1! the header has no column marketplaceId, countryCode; columns of marketplace records are kind, op, marketplaceId, name, countryCode, currency, isDefault',
    ]);
    assert.match((await names(`${HEADER.replaceAll(',', ';')}\n`)).join(), /cells are separated by commas; columns of/);
    assert.match((await names(`${HEADER}\rM1,A,US,USD\r`)).join(), /lines end with LF or CRLF; columns of/);
    assert.deepEqual(await names(`${HEADER},NAME\nM1,A,US,USD,B\n`), ['1! the header has the column NAME twice']);
    assert.deepEqual(await names(`${HEADER},"\n`), ['1! the header cannot be read: a quote is not closed']);
    assert.deepEqual(await names(`x`, [0xff], '\n'), ['1! the header cannot be read: not UTF-8 text: byte 2']);
  });

  test('takes an object as one column or as one column per field; a file of deletions needs only keys', async () => {
    const offers: Source = { name: 'x', kind: 'offer' };
    const [problem] = await read(bytesOf('sku\n'), offers);
    assert.match(JSON.stringify(problem), /handling, handling.minimumHours, handling.maximumHours, availability/);
    assert.match(
      JSON.stringify(await read(bytesOf('sku\n'), { name: 'x', kind: 'item' })),
      /attributes, attributes.ANYTHING/,
    );
    assert.deepEqual(await read(bytesOf('op,marketplaceId,sellerId,sku\ndelete,M,S,K\n'), offers), [
      { line: 2, value: { kind: 'offer', op: 'delete', marketplaceId: 'M', sellerId: 'S', sku: 'K' } },
    ]);
  });
});

describe('wrong quotes', () => {
  const RULE = 'a quoted cell begins and ends with a quote, and quotes inside it are doubled';

  test('cost only the line they are on', async () => {
    assert.deepEqual(await names(`${HEADER}\nM1,5" pipe,US,USD\nM2,"B, ""x""",US,USD\nM3,C,US,USD\n`), [
      `2! cell 2 has a quote but does not begin with one: ${RULE}`,
      '3 B, "x"',
      '4 C',
    ]);
    assert.deepEqual(await names(`${HEADER}\nM1,A "x" y,US,USD\nM2,"B" b,US,USD\nM3,"C",US,USD\n`), [
      `2! cell 2 has a quote but does not begin with one: ${RULE}`,
      `3! cell 2 continues after its closing quote: ${RULE}`,
      '4 C',
    ]);
  });

  test('that are never closed do not swallow the rest of the file', async () => {
    assert.deepEqual(await names(`${HEADER}\nM1,"A,US,USD\nM2,B,US,USD\nM3,"C",US,USD\n`), [
      '2! a quote is not closed',
      '3 B',
      '4 C',
    ]);
    const many = Array.from({ length: 90_000 }, (_, n) => `N${n},N,US,USD\n`).join('');
    const found = await names(`${HEADER}\nM1,"A,US,USD\n${many}M3,"C",US,USD\n`);
    assert.equal(found.length, 90_002);
    assert.equal(found[0], '2! longer than 1 MiB (1048576 bytes), or a quote is not closed');
    assert.deepEqual([found[1], found.at(-1)], ['3 N', '90003 C']);
  });

  test('are told apart from a row of more than 1 MiB, and from a line inside a row that is not UTF-8', async () => {
    const long = 'x'.repeat(1024 * 1024);
    assert.deepEqual(await names(`${HEADER}\nM1,${long},US,USD\nM2,B,US,USD\n`), [
      '2! longer than 1 MiB (1048576 bytes)',
      '3 B',
    ]);
    assert.deepEqual(await names(`${HEADER}\nM1,"A\n`, [0xff], '\nM2,B,US,USD\n'), [
      '2! the row that begins here cannot be read because of line 3',
      '3! not UTF-8 text: byte 1',
      '4 B',
    ]);
  });

  test('property: rows of any text come back, wherever the input is split into chunks', async () => {
    const cell = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'é', '😀', 'a') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(cell), fc.boolean(), anyCuts, async (cells, isQuoted, cuts) => {
        const written = (text: string) =>
          isQuoted || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        const rows = cells.map((text, n) => `M${n},${written(text)},US,USD\r\n`);
        const bytes = bytesOf(`${HEADER}\r\n${rows.join('')}`);
        const found = await flat(readSource(streamOf(cutAt(bytes, cuts)), MARKETPLACES));
        let line = 2;
        for (const [n, text] of cells.entries()) {
          assert.deepEqual(found[n], {
            line,
            text: (rows[n] as string).slice(0, -1),
            value: {
              kind: 'marketplace',
              marketplaceId: `M${n}`,
              ...(text && { name: text }),
              countryCode: 'US',
              currency: 'USD',
            },
          });
          line += (rows[n] as string).split('\n').length - 1;
        }
        assert.equal(found.length, cells.length);
      }),
      { numRuns: scaled(100, 300) },
    );
  });

  test('property: no garbage stops the reader, wherever the input is split into chunks', async () => {
    const part = fc.constantFrom('"', '"', ',', '\n', '\r\n', 'a', 'M1,A,US,USD\n', '"x"', 'é');
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 60 }), anyCuts, async (parts, cuts) => {
        const bytes = bytesOf(`${HEADER}\n${parts.join('')}\nM9,last,US,USD\nM9,last,US,USD\n`);
        const whole = await flat(readSource(streamOf([bytes]), MARKETPLACES));
        assert.deepEqual(await flat(readSource(streamOf(cutAt(bytes, cuts)), MARKETPLACES)), whole);
        assert.equal((whole.at(-1) as { value?: { name: string } }).value?.name, 'last');
      }),
      { numRuns: scaled(150, 500) },
    );
  });
});

describe('the kind of a CSV row', () => {
  const KINDED = 'Kind,marketplaceId,name,countryCode,currency';
  const kinds = async (text: string, source: Source) =>
    (await read(bytesOf(text), source)).map((one) =>
      'value' in one ? (one.value as { kind: unknown }).kind : `${one.line}! ${one.field} ${one.reason}`,
    );

  test('comes from its column, else from the option, else from the file name', async () => {
    assert.deepEqual(
      await kinds(`${KINDED}\nseller,M1,A,US,USD\n,M1,A,US,USD\n`, { name: 'offers.csv', kind: 'item' }),
      ['seller', 'item'],
    );
    assert.deepEqual(await kinds(`${KINDED}\n,M1,A,US,USD\n`, MARKETPLACES), ['marketplace']);
    assert.deepEqual(await kinds(`${HEADER}\nM1,A,US,USD\n`, { name: 'offers.csv', kind: 'marketplace' }), [
      'marketplace',
    ]);
    // The check of the record reports an unknown kind.
    assert.deepEqual(await kinds(`${KINDED}\ncat,M1,A,US,USD\n`, MARKETPLACES), ['cat']);
  });

  test('is reported as unknown with the three ways to set it', async () => {
    const ways =
      'add a column "kind", set --kind, or put one of marketplace, seller, item, offer, feeSchedule, priceGuard into the file name';
    const unknown = `the kind of the rows is unknown: ${ways}`;
    assert.deepEqual(await kinds(`${HEADER}\nM1,A,US,USD\n`, { name: '-' }), [`1!  ${unknown}`]);
    assert.deepEqual(await kinds(`${KINDED}\n,M1,A,US,USD\n`, { name: '-' }), [`2! kind ${unknown}`]);
    assert.deepEqual(await kinds(`${HEADER}\n`, { name: 'seller-offers.csv' }), [
      `1!  the file name contains seller and offer: ${ways}`,
    ]);
  });

  for (const [name, kind] of [
    ['/data/items/Offers-2026.csv', 'offer'],
    ['C:\\items\\my.OFFER.csv.gz', 'offer'],
    ['alloffers.csv', 'offer'],
    ['fee-schedules.csv', 'feeSchedule'],
    ['price_guards.csv', 'priceGuard'],
    ['FeeSchedule.csv', 'feeSchedule'],
    ['fee schedule.csv', 'feeSchedule'],
    ['SELLERS', 'seller'],
    ['marketplaces.csv', 'marketplace'],
    ['Item.csv', 'item'],
    ['stock.csv', undefined],
    ['offers-of-sellers.csv', undefined],
  ] as const) {
    test(`${name}: ${kind ?? 'none'}`, () => assert.equal(kindInName(name), kind));
  }
});
