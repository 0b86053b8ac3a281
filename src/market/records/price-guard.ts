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

/** Undefined: the marketplace has none. */
export async function priceGuardOf(sql: Sql, marketplaceId: string): Promise<PriceGuard | undefined> {
  const row = await sql.get<{ record: string }>('SELECT record FROM price_guard WHERE marketplace_id = $1', [
    marketplaceId,
  ]);
  return row && JSON.parse(row.record);
}
