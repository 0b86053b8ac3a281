import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { writeRecord } from '../../../src/domain/market/records/market-record.ts';
import { recordSchemas } from '../../../src/wire/market/record-schemas.ts';
import { anyRecord } from '../../domain/market.ts';

describe('the JSON Schemas of market records', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  const titles: Record<string, string> = {
    marketplace: 'MarketplaceRecord',
    seller: 'SellerRecord',
    item: 'ItemRecord',
    offer: 'OfferRecord',
    feeSchedule: 'FeeScheduleRecord',
    priceGuard: 'PriceGuardRecord',
  };
  const checks = new Map(Object.entries(recordSchemas).map(([title, schema]) => [title, ajv.compile(schema)]));

  test('accept every record that the importer accepts', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const written = writeRecord(record);
        const check = checks.get(titles[record.kind] ?? '');
        assert.ok(check?.(JSON.parse(JSON.stringify(written))), JSON.stringify([written, check?.errors]));
      }),
      { numRuns: 1000 },
    );
  });

  test('have a valid example', () => {
    for (const [title, schema] of Object.entries(recordSchemas)) {
      const [example] = schema.examples as unknown[];
      assert.ok(checks.get(title)?.(example), `${title}: ${JSON.stringify(checks.get(title)?.errors)}`);
    }
  });
});
