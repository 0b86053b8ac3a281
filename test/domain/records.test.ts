import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RECORD_KINDS, type RecordKind } from '../../src/domain/market/records/envelope.ts';
import { exampleOf, type Field } from '../../src/domain/market/records/field.ts';
import { fieldsOf, readRecord, writeRecord } from '../../src/domain/market/records/market-record.ts';
import { scaled } from '../harness/scale.ts';
import { anyRecord, context, readOk } from './market.ts';

type Tree = Record<string, unknown>;

/** A whole record of a kind, from the examples of its fields. */
function example(kind: RecordKind): Tree {
  return structuredClone({ ...exampleOf(fieldsOf(kind)), kind });
}

/** Each described field with its path. Of a list or map it is the first element. `isEntry`: a map needs no single entry. */
function* described(fields: readonly Field[], prefix = ''): Generator<[path: string, field: Field, isEntry?: boolean]> {
  for (const field of fields) {
    const path = prefix + field.name;
    yield [path, field];
    yield* described(field.fields, `${path}.`);
    if (field.element === undefined) continue;
    const inner = field.type === 'list' ? `${path}[0]` : `${path}.${field.element.name}`;
    yield [inner, field.element, field.type === 'map'];
    yield* described(field.element.fields, `${inner}.`);
  }
}

/** A copy of the record with another value at the path. `undefined` removes the field. */
function changed(record: Tree, path: string, value: unknown): Tree {
  const copy = structuredClone(record);
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop() as string;
  const parent = steps.reduce((tree, step) => tree[step] as Tree, copy);
  if (value === undefined && !Array.isArray(parent)) delete parent[last];
  else parent[last] = value;
  return copy;
}

/** Values that are wrong for a field, whatever the other fields are. */
function wrongFor(field: Field): unknown[] {
  const { min, max, decimals } = field;
  switch (field.type) {
    case 'id':
      return [5, '', 'a b', '__proto__', 'x'.repeat(65)];
    case 'sku':
      return [5, '', ' x', 'a\u0000', 'x'.repeat(257)];
    case 'text':
      return [5, true, '', 'a\u0000b', '\ud800', 'x'.repeat(max + 1)];
    case 'word':
      return [5, '', 'nonsense', ['New']];
    case 'money':
      return [true, {}, 'abc', '', -1, 1.23456, 1e15];
    case 'integer':
      return ['5', 1.5, min - 1, max + 1, true];
    case 'decimal':
      return ['5', min - 1, max + 1, (min + max) / 2 + 10 ** -(decimals + 1), []];
    case 'boolean':
      return ['true', 1, 0, {}];
    case 'time':
      return [5, '', 'yesterday', '2026-02-30', '2026-11-15T00:00:00'];
    case 'object':
      return [5, 'x', [], true];
    case 'list':
      return [5, 'x', {}, new Array(max + 1).fill(null)];
    case 'map':
      return [5, [], {}, 'x'];
    case 'json':
      return [5, [], 'x', { a: 'b\u0000' }, { 'b\u0000': 1 }, { a: '\udc00' }];
  }
}

describe('records', () => {
  for (const kind of RECORD_KINDS) {
    it(`of kind ${kind}: the examples of the fields form a valid record`, () => {
      const result = readRecord(example(kind), context);
      assert.deepEqual(result.ok || result.problems, true);
    });

    it(`of kind ${kind}: every corruption of a single field is reported under its name`, () => {
      for (const [path, field, isEntry] of described(fieldsOf(kind))) {
        const wrong = wrongFor(field);
        if (field.need !== 'optional' && !isEntry) wrong.push(undefined);
        for (const value of wrong) {
          const result = readRecord(changed(example(kind), path, value), context);
          const named = result.ok ? [] : result.problems.map((problem) => problem.field);
          assert.ok(
            named.includes(path),
            `${path} = ${JSON.stringify(value)} was reported as ${JSON.stringify(result)}`,
          );
        }
      }
    });

    it(`of kind ${kind}: an optional field may be missing or null`, () => {
      for (const [path, field] of described(fieldsOf(kind))) {
        // The date and its availability need each other, and a dimension needs one of its units.
        if (field.need !== 'optional' || /^availab|^dimensions\./.test(path)) continue;
        for (const value of [undefined, null]) {
          const result = readRecord(changed(example(kind), path, value), context);
          assert.deepEqual(result.ok || result.problems, true, path);
        }
      }
    });

    it(`of kind ${kind}: only the described fields are read`, () => {
      const read = new Set<string>();
      const watch = (value: unknown, path: string): unknown => {
        if (Array.isArray(value)) return value.map((one, index) => watch(one, `${path}[${index}]`));
        if (typeof value !== 'object' || value === null || path === 'attributes') return value;
        return new Proxy(value, {
          get(target, name) {
            const inner = path === '' ? String(name) : `${path}.${String(name)}`;
            read.add(inner);
            return watch(Reflect.get(target, name), inner);
          },
        });
      };
      assert.ok(readRecord(watch(example(kind), ''), context).ok);
      const names = [...described(fieldsOf(kind))].map(([path]) => path).filter((path) => !path.endsWith(']'));
      assert.deepEqual([...read].sort(), names.sort());
    });

    it(`of kind ${kind}: a delete needs only the key`, () => {
      const keys = fieldsOf(kind).filter((field) => field.need === 'key');
      const key = { ...exampleOf(keys), kind, op: 'Delete' };
      const result = readRecord(key, context);
      assert.equal(result.ok && result.record.op, 'delete');
      for (const { name } of keys) {
        const broken = readRecord(changed(key, name, undefined), context);
        assert.deepEqual(!broken.ok && broken.problems.map((problem) => problem.field), [name]);
      }
    });
  }

  it('are the same after writing and reading', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const line = JSON.stringify(writeRecord(record));
        assert.deepEqual(readOk(JSON.parse(line)), record);
      }),
      { numRuns: scaled(600, 2000) },
    );
  });

  it('with several problems report all of them at once, each with its rule', () => {
    const result = readRecord(
      {
        ...example('offer'),
        marketplaceId: 'STORE_XX',
        condition: 'Shiny',
        listingPrice: '22,99',
        quantity: '5',
        handling: { minimumHours: 48, maximumHours: 24 },
        quantityDiscounts: [{ quantity: 10, price: 9 }, { quantity: 10, price: 9.5 }, 'x'],
      },
      context,
    );
    assert.deepEqual(!result.ok && result.problems, [
      { field: 'marketplaceId', reason: 'there is no marketplace STORE_XX; its record must come first' },
      { field: 'condition', reason: 'must be one of New, Used, Collectible, Refurbished, Club, not "Shiny"' },
      { field: 'listingPrice', reason: 'must be a decimal amount such as 22.99, not "22,99"' },
      { field: 'quantityDiscounts[1].quantity', reason: 'must be more than 10, the quantity of the previous tier' },
      { field: 'quantityDiscounts[1].price', reason: 'must be less than in the previous tier' },
      { field: 'quantityDiscounts[2]', reason: 'must be an object with quantity, price, not "x"' },
      { field: 'handling.maximumHours', reason: 'must not be less than minimumHours, 48' },
      { field: 'quantity', reason: 'must be a whole number from 0 to 1000000000, not "5"' },
    ]);
  });

  it('must be JSON objects of a known kind', () => {
    for (const value of [undefined, null, 5, 'x', [], [{}]]) {
      assert.deepEqual(readRecord(value, context), {
        ok: false,
        problems: [{ field: '', reason: 'must be a JSON object' }],
      });
    }
    const result = readRecord({ op: 'sideways' }, context);
    assert.deepEqual(!result.ok && result.problems.map((problem) => problem.field), ['kind', 'op']);
  });

  it('accept words in any case and amounts as text, and ignore unknown fields', () => {
    const offer = {
      ...example('offer'),
      condition: 'USED',
      channel: 'fs',
      listingPrice: '22.990',
      shipping: '1e1',
      x: 1,
    };
    const record = readOk({ ...offer, kind: 'OFFER', currency: 'usd', shipsFrom: { country: 'ca' } });
    assert.ok(record.kind === 'offer' && record.op === 'upsert');
    const { condition, channel, listingPriceMinor, shippingMinor, currency, shipsFrom } = record.value;
    assert.deepEqual(
      { condition, channel, listingPriceMinor, shippingMinor, currency, shipsFrom },
      {
        condition: 'Used',
        channel: 'FS',
        listingPriceMinor: 2299,
        shippingMinor: 1000,
        currency: 'USD',
        shipsFrom: { country: 'CA' },
      },
    );
  });

  it('have amounts only in the currency of their marketplace', () => {
    const table: [string, unknown, unknown, string[]][] = [
      ['STORE_US', undefined, 22.99, []],
      ['STORE_US', 'CAD', 22.99, ['currency']],
      ['STORE_JP', undefined, 22.99, ['listingPrice']],
      ['STORE_JP', 'JPY', 2299, []],
      ['STORE_KW', 'KWD', 22.995, []],
      ['STORE_KW', 'KWD', 22.9955, ['listingPrice']],
      ['STORE_XX', undefined, 22.995, ['marketplaceId']],
    ];
    for (const [marketplaceId, currency, listingPrice, fields] of table) {
      const key = { kind: 'offer', marketplaceId, sellerId: 'S', sku: 's', itemId: 'I' };
      const rest = { condition: 'New', subCondition: 'New', channel: 'FS', quantity: 1 };
      const result = readRecord({ ...key, ...rest, currency, listingPrice }, context);
      assert.deepEqual(result.ok ? [] : result.problems.map((problem) => problem.field), fields, marketplaceId);
    }
  });

  it('have a date with FUTURE_WITH_DATE, and only with it', () => {
    const base = example('offer');
    const table: [unknown, unknown, boolean][] = [
      ['FUTURE_WITH_DATE', '2026-12-01', true],
      ['FUTURE_WITH_DATE', undefined, false],
      ['FUTURE_WITHOUT_DATE', undefined, true],
      ['FUTURE_WITHOUT_DATE', '2026-12-01', false],
      ['NOW', '2026-12-01', false],
      [undefined, '2026-12-01', false],
      [undefined, undefined, true],
    ];
    for (const [availability, availableDate, ok] of table) {
      assert.equal(
        readRecord({ ...base, availability, availableDate }, context).ok,
        ok,
        `${availability} ${availableDate}`,
      );
    }
  });

  it('that contradict themselves are rejected, with the path of the contradiction', () => {
    const tier = { quantity: 10, price: 9 };
    const there = { marketplaceId: 'STORE_US', isParticipating: true };
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at]));
    const table: [RecordKind, Tree, string[]][] = [
      ['offer', { quantityDiscounts: [tier, { quantity: 11, price: 8.99 }] }, []],
      ['offer', { quantityDiscounts: [tier, { quantity: 10, price: 8.99 }] }, ['quantityDiscounts[1].quantity']],
      ['offer', { quantityDiscounts: [tier, { quantity: 11, price: 9 }] }, ['quantityDiscounts[1].price']],
      ['offer', { handling: { minimumHours: 2, maximumHours: 1 } }, ['handling.maximumHours']],
      ['seller', { participations: [there, there] }, ['participations[1].marketplaceId']],
      ['seller', { email: 'no address' }, ['email']],
      ['seller', { phone: '0155501' }, ['phone']],
      ['marketplace', { currency: 'ABC' }, ['currency']],
      ['marketplace', { countryCode: 'U1' }, ['countryCode']],
      ['item', { attributes: nested(8) }, []],
      ['item', { attributes: nested(9) }, ['attributes']],
      ['item', { attributes: named(500) }, []],
      ['item', { attributes: named(501) }, ['attributes']],
    ];
    for (const [kind, changes, fields] of table) {
      const result = readRecord({ ...example(kind), ...changes }, context);
      assert.deepEqual(
        result.ok ? [] : result.problems.map((problem) => problem.field),
        fields,
        JSON.stringify(changes),
      );
    }
  });

  it('report at most a hundred problems', () => {
    const participations = new Array(200).fill(5);
    const result = readRecord({ ...example('seller'), participations }, context);
    assert.equal(!result.ok && result.problems.length, 100);
  });
});
