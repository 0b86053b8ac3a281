import type { Sql } from '../../db/db.ts';
import type { Marketplace, MarketplaceKey } from '../../domain/market/marketplace.ts';
import type { RecordTable } from './record-table.ts';

export const marketplaces: RecordTable<MarketplaceKey> = {
  name: 'marketplace',
  keyColumns: ['marketplace_id'],
  keyOf: ({ marketplaceId }) => [marketplaceId],
  // The column is unique: two marketplaces that become the default at the same moment collide.
  otherColumns: { default_mark: 'text' },
};

/** All marketplaces: an operator has a handful. */
export async function allMarketplaces(sql: Sql): Promise<Marketplace[]> {
  const rows = await sql.all<{ record: string }>('SELECT record FROM marketplace ORDER BY marketplace_id');
  return rows.map(({ record }) => JSON.parse(record));
}

/** The currency of each marketplace, locked until the transaction ends. */
export async function lockCurrencies(tx: Sql): Promise<Map<string, string>> {
  const rows = await tx.all<{ record: string }>('SELECT record FROM marketplace {postgres: FOR SHARE}');
  const all: Marketplace[] = rows.map(({ record }) => JSON.parse(record));
  return new Map(all.map(({ marketplaceId, currency }) => [marketplaceId, currency]));
}

/** Whether anything has an amount in the marketplace's currency. */
export async function marketplaceIsUsed(sql: Sql, marketplaceId: string): Promise<boolean> {
  const used = await sql.get(
    `SELECT 1 AS used WHERE EXISTS (SELECT 1 FROM item WHERE marketplace_id = $1)
        OR EXISTS (SELECT 1 FROM fee_schedule WHERE marketplace_id = $1)`,
    [marketplaceId],
  );
  return used !== undefined;
}

/** The marketplaces that have an item: one look into the index for each. */
export async function marketplacesWithItems(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ marketplace_id: string }>(
    `SELECT marketplace_id FROM marketplace
      WHERE EXISTS (SELECT 1 FROM item WHERE item.marketplace_id = marketplace.marketplace_id)`,
  );
  return rows.map(({ marketplace_id }) => marketplace_id);
}

export async function marketplaceHasItems(sql: Sql, marketplaceId: string): Promise<boolean> {
  return (await sql.get('SELECT 1 AS one FROM item WHERE marketplace_id = $1 LIMIT 1', [marketplaceId])) !== undefined;
}
