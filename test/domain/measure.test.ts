import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../../src/domain/market/item.ts';
import { readRecord, writeRecord } from '../../src/domain/market/records/market-record.ts';
import { CM, fromMetric, KG } from '../../src/domain/market/records/measure.ts';
import { readSizeRule, writeSizeRule } from '../../src/domain/market/records/size-rule.ts';
import { context, readOk } from './market.ts';

const item = { kind: 'item', marketplaceId: 'STORE_US', itemId: 'I1', category: 'books' };

function read(fields: object): Item {
  const record = readOk({ ...item, ...fields });
  assert.ok(record.kind === 'item' && record.op === 'upsert');
  return record.value;
}

function problemsOf(fields: object): string[] {
  const result = readRecord({ ...item, ...fields }, context);
  return result.ok ? [] : result.problems.map(({ field, reason }) => `${field}: ${reason}`);
}

/** An inch is 2.54 cm, a pound is 0.45359237 kg. */
const lengths: [cm: number, inches: number][] = [
  [0.02, 0.01], // 0.00787...
  [2.54, 1],
  [121.92, 48], // the bound of an oversize rule
  [121.93, 48], // 48.0039...
  [121.94, 48.01], // 48.0078...
  [1.27, 0.5],
  [30, 11.81], // 11.811...
  [99.99, 39.37], // 39.366...
  [2540, 1000],
];

const weights: [kg: number, pounds: number][] = [
  [0.001, 0.002], // 0.0022046...
  [0.454, 1.001], // 1.00089...
  [1, 2.205], // 2.20462...
  [2.722, 6.001], // 6.00098...
  [9.072, 20], // 20.00033...
  [68.039, 150], // 150.00031...
  [45_359.237, 100_000],
];

describe('metric measures', () => {
  for (const [cm, inches] of lengths) {
    it(`${cm} cm are read as ${inches} in`, () => {
      const metric = read({ dimensions: { lengthCm: cm, widthIn: 10, heightCm: cm } }).dimensions;
      assert.deepEqual(metric, read({ dimensions: { lengthIn: inches, widthIn: 10, heightIn: inches } }).dimensions);
    });
  }

  for (const [kg, pounds] of weights) {
    it(`${kg} kg are read as ${pounds} lb`, () => {
      assert.deepEqual(read({ weightKg: kg }), read({ weightLb: pounds }));
    });
  }

  it('are converted to the nearest unit, for every value that a record may have', () => {
    const nearest = (scaled: number, top: bigint, bottom: bigint) =>
      Number((2n * BigInt(scaled) * top + bottom) / (2n * bottom));
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 254_000 }), fc.integer({ min: 1, max: 45_359_237 }), (cm, grams) => {
        assert.equal(fromMetric(cm, CM), nearest(cm, 100n, 254n));
        assert.equal(fromMetric(grams, KG), nearest(grams, 100_000_000n, 45_359_237n));
      }),
    );
  });

  it('are written in inches and pounds, and read back unchanged: they are converted once', () => {
    const metric = readOk({ ...item, weightKg: 1, dimensions: { lengthCm: 30, widthCm: 20, heightCm: 10 } });
    const written = writeRecord(metric);
    assert.deepEqual(
      [written.weightLb, written.dimensions],
      [2.205, { lengthIn: 11.81, widthIn: 7.87, heightIn: 3.94 }],
    );
    assert.deepEqual(readOk(written), metric);
  });

  it('are rejected with the field when both units are given, neither is, or a value is out of bounds', () => {
    assert.deepEqual(problemsOf({ weightLb: 1, weightKg: 1 }), [
      'weightKg: must be absent when weightLb is given: one measure has one unit',
    ]);
    const problems = problemsOf({
      weightKg: 45_359.238,
      dimensions: { lengthIn: 1, lengthCm: 2.54, widthCm: 0.01, widthIn: null },
    });
    assert.deepEqual(problems, [
      'dimensions.lengthCm: must be absent when lengthIn is given: one measure has one unit',
      'dimensions.widthCm: must be a number from 0.02 to 2540 with at most 2 decimals, not 0.01',
      'dimensions.heightIn: is required: a number from 0.01 to 1000 with at most 2 decimals; or heightCm in metric units',
      'weightKg: must be a number from 0.001 to 45359.237 with at most 3 decimals, not 45359.238',
    ]);
    assert.deepEqual(problemsOf({ weightLb: null, weightKg: 1 }), [], 'null means absent');
  });

  it('are allowed in size rules', () => {
    const rule = readSizeRule('weight > 68 kg OR longest > 121.92 CM OR median > 30 in OR longest+girth > 266.7 cm');
    assert.equal(
      rule && writeSizeRule(rule),
      'weight > 149.914 lb OR longest > 48 in OR median > 30 in OR longest+girth > 105 in',
    );
    for (const text of ['weight > 1 cm', 'longest > 1 kg', 'weight > 1 g', 'weight > 99999999999 kg']) {
      assert.equal(readSizeRule(text), undefined, text);
    }
  });
});
