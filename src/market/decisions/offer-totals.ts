import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import { offSaleNumber } from '../offers/offer-ranking.ts';

/** A group by its number (`offer-ranking.ts`), and how many offers it has. */
type GroupCount = { number: number; count: number };

/** The offers of an item, counted by an index. */
export type OfferTotals = {
  key: string;
  item: ItemKey;
  groups: GroupCount[];
  businessGroups: GroupCount[];
  /** The number of offers on sale with quantity discounts. */
  discounted: number;
  /** The next time at which a date of an offer passes. */
  turnsMs: number | null;
  firstStartMs: number | null;
};

/** Counts groups in the order of their index, without sorting: a list `number:count,number:count`. */
const countsOf = (column: string) => `(
        SELECT {sqlite: group_concat(number || ':' || offers)}{postgres: string_agg(number || ':' || offers, ',')}
          FROM (SELECT ${column} AS number, COUNT(*) AS offers FROM offer
                 WHERE marketplace_id = k.column1 AND item_id = k.column2 AND ${column} IS NOT NULL
                 GROUP BY ${column}) AS counted)`;

export async function readTotals(tx: Sql, keys: readonly ItemKey[]): Promise<OfferTotals[]> {
  type Row = { marketplace_id: string; item_id: string; groups: string | null; business_groups: string | null } & {
    discounted: number;
    turns_ms: number | null;
    first_start: number | null;
  };
  const rows = await tx.many<Row>(
    `SELECT k.column1 AS marketplace_id, k.column2 AS item_id,
            ${countsOf('rank_group')} AS groups, ${countsOf('business_group')} AS business_groups,
            (SELECT COUNT(*) FROM offer WHERE marketplace_id = k.column1 AND item_id = k.column2
                AND discounts IS NOT NULL AND rank_group >= 0) AS discounted,
            (SELECT MIN(turns_ms) FROM offer WHERE marketplace_id = k.column1 AND item_id = k.column2
                AND turns_ms IS NOT NULL) AS turns_ms,
            (SELECT MIN(start_ms) FROM offer WHERE marketplace_id = k.column1 AND item_id = k.column2
                AND rank_group = ${offSaleNumber('tooSoon')}) AS first_start
       FROM (VALUES {rows: text, text}) AS k`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
  return rows.map(({ marketplace_id: marketplaceId, item_id: itemId, ...row }) => ({
    key: `${marketplaceId}\n${itemId}`,
    item: { marketplaceId, itemId },
    groups: countsIn(row.groups),
    businessGroups: countsIn(row.business_groups),
    discounted: row.discounted,
    turnsMs: row.turns_ms,
    firstStartMs: row.first_start,
  }));
}

function countsIn(text: string | null): GroupCount[] {
  if (text === null) return [];
  return text.split(',').map((entry) => {
    const [number, count] = entry.split(':');
    return { number: Number(number), count: Number(count) };
  });
}
