import type { Sql } from '../../db/db.ts';
import { compareCodePoints } from '../../domain/code-points.ts';
import { type Item, type ItemKey, titleOf } from '../../domain/market/item.ts';
import { rejectOtherCurrency } from './marketplace.ts';
import { checkEach, type RecordRules } from './put-records.ts';
import type { RecordChange } from './record-change.ts';
import type { RecordTable } from './record-table.ts';

export const items: RecordTable<ItemKey> = {
  name: 'item',
  keyColumns: ['marketplace_id', 'item_id'],
  keyOf: ({ marketplaceId, itemId }) => [marketplaceId, itemId],
  otherColumns: { fee_facts: 'text', title: 'text' },
};

export const itemRules: RecordRules<Item, ItemKey> = {
  table: items,
  columnsOf: (item) => [JSON.stringify(feeFactsOf(item)), titleOf(item) ?? null],
  rejectPut: rejectOtherCurrency,
  rejectRemoval: (tx, keys) =>
    checkEach(keys, async (key) =>
      (await itemHasOffers(tx, key))
        ? { field: 'itemId', reason: `${key.itemId} has offers; remove those first` }
        : undefined,
    ),
};

/** Undefined when the operator has no record of the item. */
export async function findItem(sql: Sql, { marketplaceId, itemId }: ItemKey): Promise<Item | undefined> {
  const row = await sql.get<{ record: string }>('SELECT record FROM item WHERE marketplace_id = $1 AND item_id = $2', [
    marketplaceId,
    itemId,
  ]);
  return row && JSON.parse(row.record);
}

/** The items that have another competitive price threshold now, which a gate of their offers uses. */
export const itemsWithNewThreshold = (changes: readonly RecordChange[]): Item[] =>
  changes.flatMap((change) => {
    if (change.kind !== 'item' || change.before === undefined || change.after === undefined) return [];
    const [before, after] = [change.before, change.after];
    return before.competitivePriceThresholdMinor === after.competitivePriceThresholdMinor ? [] : [after];
  });

export function compareItemKeys(a: ItemKey, b: ItemKey): number {
  return compareCodePoints(a.marketplaceId, b.marketplaceId) || compareCodePoints(a.itemId, b.itemId);
}

/** What fees depend on. */
export type FeeItem = ItemKey & Pick<Item, 'category' | 'hazmat' | 'dimensions' | 'weightThousandthsLb'>;

export const feeFactsOf = ({ marketplaceId, itemId, category, hazmat, dimensions, weightThousandthsLb }: FeeItem) =>
  ({ marketplaceId, itemId, category, hazmat, dimensions, weightThousandthsLb }) as FeeItem;

async function itemHasOffers(sql: Sql, { marketplaceId, itemId }: ItemKey): Promise<boolean> {
  const offer = await sql.get('SELECT 1 AS found FROM offer WHERE marketplace_id = $1 AND item_id = $2 LIMIT 1', [
    marketplaceId,
    itemId,
  ]);
  return offer !== undefined;
}
