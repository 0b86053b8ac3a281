import type { Sql } from '../../db/db.ts';
import type { PriceGuard, PriceGuardKey } from '../../domain/market/price-guard.ts';
import { rejectWithoutMarketplace } from './marketplace.ts';
import type { RecordRules } from './put-records.ts';
import type { RecordTable } from './record-table.ts';

export const priceGuards: RecordTable<PriceGuardKey> = {
  name: 'price_guard',
  keyColumns: ['marketplace_id'],
  keyOf: ({ marketplaceId }) => [marketplaceId],
};

export const priceGuardRules: RecordRules<PriceGuard, PriceGuardKey> = {
  table: priceGuards,
  rejectPut: rejectWithoutMarketplace,
};

/** The price guards of all marketplaces: at most one each. */
export async function allPriceGuards(sql: Sql): Promise<PriceGuard[]> {
  const rows = await sql.all<{ record: string }>('SELECT record FROM price_guard ORDER BY marketplace_id');
  return rows.map(({ record }) => JSON.parse(record));
}
