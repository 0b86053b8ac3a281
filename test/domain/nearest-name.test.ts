import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestName } from '../../src/domain/nearest-name.ts';

const known = [
  ...['listingPrice', 'businessPrice', 'price', 'quantity', 'sku', 'lengthIn', 'widthIn', 'weightLb', 'weightKg'],
  ...['maxInFlight', 'WEBHOOKS', 'PULL', 'EMAIL', 'SMS', 'url'],
];

const rows: [name: string, nearest: string | undefined][] = [
  ['pricce', 'price'],
  ['prcie', 'price'],
  ['WEBHOOK', 'WEBHOOKS'],
  ['maxInflight', 'maxInFlight'],
  ['max_in_flight', 'maxInFlight'],
  ['listing price', 'listingPrice'],
  ['listngPrise', 'listingPrice'],
  ['quantitty', 'quantity'],
  ['length', 'lengthIn'],
  ['weight', 'weightLb'],
  ['weightkgs', 'weightKg'],
  ['uri', 'url'],
  ['colour', undefined],
  ['note', undefined],
  ['id', undefined],
  ['x', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['price'.repeat(100_000), undefined],
];

describe('the nearest known name', () => {
  for (const [name, nearest] of rows) {
    it(`of ${JSON.stringify(name.slice(0, 20))} is ${nearest ?? 'none'}`, () => {
      assert.equal(nearestName(name, known), nearest);
    });
  }
});
