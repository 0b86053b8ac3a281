import assert from 'node:assert/strict';
import { readRecord } from '../../../src/domain/market/records/market-record.ts';
import type { PricingApp } from './pricing-app.ts';

/** Applies an operator's records one by one. Amounts are in USD. */
export async function applyRecords(
  pricing: PricingApp,
  records: readonly object[],
  boards: 'now' | 'later' = 'now',
): Promise<void> {
  for (const record of records) {
    const read = readRecord(record, { currencyOf: () => 'USD' });
    assert.ok(read.ok, JSON.stringify(read));
    await pricing.market.writer.apply([read.record], { boards });
  }
}
