import type { Sql } from '../../db/db.ts';
import { compareCodePoints } from '../../domain/code-points.ts';
import { type Item, type ItemKey, titleOf } from '../../domain/market/item.ts';
import type { RecordTable } from './record-table.ts';

export const items: RecordTable<ItemKey> = {
  name: 'item',
  keyColumns: ['marketplace_id', 'item_id'],
  keyOf: ({ marketplaceId, itemId }) => [marketplaceId, itemId],
  otherColumns: { fee_facts: 'text', title: 'text' },
};

/** The values of the other columns. */
export const itemColumns = (item: Item): (string | null)[] => [JSON.stringify(feeFactsOf(item)), titleOf(item) ?? null];

export function compareItemKeys(a: ItemKey, b: ItemKey): number {
  return compareCodePoints(a.marketplaceId, b.marketplaceId) || compareCodePoints(a.itemId, b.itemId);
}

/** What fees depend on. */
export type FeeItem = ItemKey & Pick<Item, 'category' | 'hazmat' | 'dimensions' | 'weightThousandthsLb'>;

export const feeFactsOf = ({ marketplaceId, itemId, category, hazmat, dimensions, weightThousandthsLb }: FeeItem) =>
  ({ marketplaceId, itemId, category, hazmat, dimensions, weightThousandthsLb }) as FeeItem;

export async function itemHasOffers(sql: Sql, { marketplaceId, itemId }: ItemKey): Promise<boolean> {
  const offer = await sql.get('SELECT 1 AS found FROM offer WHERE marketplace_id = $1 AND item_id = $2 LIMIT 1', [
    marketplaceId,
    itemId,
  ]);
  return offer !== undefined;
}
