import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromCsvRow } from '../../src/domain/market/records/csv.ts';
import { readRecord, writeRecord } from '../../src/domain/market/records/market-record.ts';
import { anyRecord, context, readOk } from './market.ts';

const row = {
  kind: 'offer',
  marketplaceId: 'STORE_US',
  sellerId: 'A1',
  sku: '007',
  itemId: 'ITEM1',
  condition: 'new',
  subCondition: 'New',
  channel: 'FS',
  listingPrice: '22.99',
  quantity: '4',
};

describe('a CSV row', () => {
  it('is converted by the types of the fields', () => {
    const record = fromCsvRow({
      ...row,
      LISTINGPRICE: ' 22.990 ',
      active: 'Yes',
      shipping: '0',
      'handling.minimumHours': '24',
      'handling.maximumHours': ' 48 ',
      'shipsFrom.country': 'US',
      prime: '{"isPrime":true,"isNationalPrime":false}',
      quantityDiscounts: '[{"quantity":10,"price":19.5}]',
      conditionNotes: '',
      unknown: 'x',
    });
    assert.deepEqual(record, {
      kind: 'offer',
      marketplaceId: 'STORE_US',
      sellerId: 'A1',
      sku: '007',
      itemId: 'ITEM1',
      condition: 'new',
      subCondition: 'New',
      channel: 'FS',
      listingPrice: '22.990',
      quantity: 4,
      active: true,
      shipping: '0',
      handling: { minimumHours: 24, maximumHours: 48 },
      shipsFrom: { country: 'US' },
      prime: { isPrime: true, isNationalPrime: false },
      quantityDiscounts: [{ quantity: 10, price: 19.5 }],
    });
    assert.ok(readRecord(record, context).ok);
  });

  it('of an item may have attributes as JSON, as columns, or both', () => {
    const item = { marketplaceId: 'STORE_US', itemId: 'I1', category: 'books', weightLb: '1.5', hazmat: 'no' };
    const record = fromCsvRow(
      { ...item, attributes: '{"Brand":"Ember"}', 'attributes.Title': 'Pan, 10"', 'attributes.Size': '10' },
      'item',
    );
    assert.deepEqual(record.attributes, { Brand: 'Ember', Title: 'Pan, 10"', Size: '10' });
    assert.deepEqual([record.kind, record.weightLb, record.hazmat], ['item', 1.5, false]);
    assert.ok(readRecord(record, context).ok);
  });

  it('keeps a cell of the wrong type as text, and the check reports its field', () => {
    const table: [string, string][] = [
      ['quantity', 'many'],
      ['quantity', '0x10'],
      ['quantity', '1,000'],
      ['quantity', 'Infinity'],
      ['active', 'maybe'],
      ['listingPrice', '$5'],
      ['prime', 'yes'],
      ['quantityDiscounts', '10:9.50'],
      ['handling.minimumHours', 'a day'],
      ['sku', ' 007'],
    ];
    for (const [column, cell] of table) {
      const result = readRecord(fromCsvRow({ ...row, [column]: cell }), context);
      const named = result.ok ? [] : result.problems.map((problem) => problem.field);
      assert.ok(named.includes(column), `${column} = ${cell}: ${JSON.stringify(result)}`);
    }
  });

  it('without a kind, or with an unknown one, is reported', () => {
    for (const kind of ['', 'sofa']) {
      const result = readRecord(fromCsvRow({ ...row, kind }), context);
      assert.deepEqual(!result.ok && result.problems.map((problem) => problem.field), ['kind']);
    }
  });

  it('made from any record, with a column for each field of an object, reads back as the same record', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const cells: Record<string, string> = {};
        const add = (name: string, value: unknown) => {
          cells[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
        };
        for (const [name, value] of Object.entries(writeRecord(record))) {
          const spread = name === 'handling' || name === 'dimensions' || name === 'prime';
          if (spread) for (const [inner, one] of Object.entries(value as object)) add(`${name}.${inner}`, one);
          else add(name, value);
        }
        assert.deepEqual(readOk(fromCsvRow(cells)), record);
      }),
      { numRuns: 1000 },
    );
  });
});
