import type { Sql } from '../../db/db.ts';
import type { Marketplace, MarketplaceKey } from '../../domain/market/marketplace.ts';
import { checkEach, type Put, type RecordRules, type Rejections } from './put-records.ts';
import type { RecordTable } from './record-table.ts';

export const marketplaces: RecordTable<MarketplaceKey> = {
  name: 'marketplace',
  keyColumns: ['marketplace_id'],
  keyOf: ({ marketplaceId }) => [marketplaceId],
  // The column is unique: two marketplaces that become the default at the same moment collide.
  otherColumns: { default_mark: 'text' },
};

export const marketplaceRules: RecordRules<Marketplace, MarketplaceKey> = {
  table: marketplaces,
  columnsOf: ({ isDefault }) => [isDefault ? 'default' : null],
  async rejectPut(tx, changes) {
    const others = await allMarketplaces(tx);
    let defaultId = others.find(({ isDefault }) => isDefault)?.marketplaceId;
    return checkEach(changes, async ({ before, after: { marketplaceId, currency, isDefault } }) => {
      if (before !== undefined && before.currency !== currency && (await marketplaceIsUsed(tx, marketplaceId))) {
        return {
          field: 'currency',
          reason: `cannot change: ${marketplaceId} has amounts in the currency it has now`,
        };
      }
      if (isDefault && defaultId !== undefined && defaultId !== marketplaceId) {
        return { field: 'isDefault', reason: `must be false: ${defaultId} is the default; make that one false first` };
      }
      if (isDefault) defaultId = marketplaceId;
      else if (defaultId === marketplaceId) defaultId = undefined;
      return undefined;
    });
  },
  rejectRemoval: (tx, keys) =>
    checkEach(keys, async ({ marketplaceId }) => {
      const field = 'marketplaceId';
      if (await marketplaceIsUsed(tx, marketplaceId))
        return { field, reason: `${marketplaceId} has items or fee schedules; remove those first` };
      if (await marketplaceHasPriceGuard(tx, marketplaceId))
        return { field, reason: `${marketplaceId} has a price guard; remove that first` };
      return undefined;
    }),
};

/** All marketplaces: an operator has a handful. */
export async function allMarketplaces(sql: Sql): Promise<Marketplace[]> {
  const rows = await sql.all<{ record: string }>('SELECT record FROM marketplace ORDER BY marketplace_id');
  return rows.map(({ record }) => JSON.parse(record));
}

/** A record's amounts were read before the transaction: the currency of its marketplace may have changed since. */
export async function rejectOtherCurrency(
  tx: Sql,
  changes: readonly Put<{ marketplaceId: string; currency: string }>[],
): Promise<Rejections> {
  const currencies = await lockCurrencies(tx);
  return changes.map(({ after: { marketplaceId, currency } }) => {
    const currencyNow = currencies.get(marketplaceId);
    if (currencyNow === currency) return undefined;
    if (currencyNow === undefined)
      return { field: 'marketplaceId', reason: `there is no marketplace ${marketplaceId}` };
    return { field: 'currency', reason: `must be ${currencyNow}, the currency of ${marketplaceId}` };
  });
}

/** A record of a marketplace without amounts needs the marketplace only. */
export async function rejectWithoutMarketplace(
  tx: Sql,
  changes: readonly Put<{ marketplaceId: string }>[],
): Promise<Rejections> {
  const currencies = await lockCurrencies(tx);
  return changes.map(({ after: { marketplaceId } }) =>
    currencies.has(marketplaceId)
      ? undefined
      : { field: 'marketplaceId', reason: `there is no marketplace ${marketplaceId}` },
  );
}

/** The currency of each marketplace, locked until the transaction ends. */
async function lockCurrencies(tx: Sql): Promise<Map<string, string>> {
  const rows = await tx.all<{ record: string }>('SELECT record FROM marketplace {postgres: FOR SHARE}');
  const all: Marketplace[] = rows.map(({ record }) => JSON.parse(record));
  return new Map(all.map(({ marketplaceId, currency }) => [marketplaceId, currency]));
}

/** Whether anything has an amount in the marketplace's currency. */
async function marketplaceIsUsed(sql: Sql, marketplaceId: string): Promise<boolean> {
  const used = await sql.get(
    `SELECT 1 AS used WHERE EXISTS (SELECT 1 FROM item WHERE marketplace_id = $1)
        OR EXISTS (SELECT 1 FROM fee_schedule WHERE marketplace_id = $1)`,
    [marketplaceId],
  );
  return used !== undefined;
}

async function marketplaceHasPriceGuard(sql: Sql, marketplaceId: string): Promise<boolean> {
  const guard = await sql.get('SELECT 1 AS found FROM price_guard WHERE marketplace_id = $1', [marketplaceId]);
  return guard !== undefined;
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
