import { recordOf } from '../../harness/record-of.ts';
import type { PricingApp } from './pricing-app.ts';

/** Applies an operator's records one by one. Amounts are in USD. */
export async function applyRecords(
  pricing: PricingApp,
  records: readonly object[],
  boards: 'now' | 'later' = 'now',
): Promise<void> {
  for (const record of records) {
    await pricing.market.writer.apply([recordOf(record)], { boards });
  }
}
