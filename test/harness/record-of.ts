import { type MarketRecord, readRecord } from '../../src/domain/market/records/market-record.ts';

/** Where a marketplace has another currency than USD. */
const CURRENCIES: Readonly<Record<string, string>> = { STORE_CA: 'CAD', STORE_JP: 'JPY' };

/** The record that an operator writes so. Throws when it is invalid. */
export function recordOf(value: unknown): MarketRecord {
  const read = readRecord(value, { currencyOf: (marketplaceId) => CURRENCIES[marketplaceId] ?? 'USD' });
  if (!read.ok) throw new Error(`${JSON.stringify(read.problems)} in ${JSON.stringify(value)}`);
  return read.record;
}
