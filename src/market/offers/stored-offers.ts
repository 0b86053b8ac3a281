import type { Pauses } from '../../async/pauses.ts';
import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { Offer, OfferKey } from '../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import type { MarketOffer } from '../../domain/pricing/offers.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { RANK_COLUMNS, type RankColumns } from './offer-ranking.ts';

/** `turns_ms` of an offer that the next rebuild of its board judges, because its record, seller or item changed. */
export const TO_JUDGE = 0;

/**
 * A column to sort by that no index can sort. To avoid sorting a few rows, an engine would otherwise walk through all offers
 * of a seller in the order of an index (measured: 80 ms an item for a seller with 40,000 offers).
 */
export const unindexed = (column: string) => `${column} || ''`;

/** One seller's offers on one item, on sale or not, in the order of SKUs. */
export function offersOfSellerOnItem(sql: Sql, sellerId: string, key: ItemKey): MaybePromise<Offer[]> {
  const rows = sql.all<{ record: string }>(
    `SELECT record FROM offer WHERE marketplace_id = $1 AND item_id = $2 AND seller_id = $3 ORDER BY ${unindexed('sku')}`,
    [key.marketplaceId, key.itemId, sellerId],
  );
  return andThen(rows, (found) => found.map(({ record }) => JSON.parse(record)));
}

/** An offer as it is stored, with its seller. */
export type StoredOffer = MarketOffer & {
  /** What the rule says about it; nulls before it is first judged. */
  columns: RankColumns;
};

/** The columns of a stored offer. */
export type OfferRow = RankColumns & { record: string };
export const offerRow: string = ['record', ...RANK_COLUMNS].map((name) => `offer.${name}`).join(', ');

/** The number of offers on these items, by the item's `keyText`. Items without offers are missing. */
async function offerCountsOf(sql: Sql, keys: readonly ItemKey[]): Promise<Map<string, number>> {
  const rows = await sql.many<{ key: string; offers: number }>(
    `SELECT k.column1 || '\n' || k.column2 AS key, COUNT(*) AS offers FROM (VALUES {rows: text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2 GROUP BY k.column1, k.column2`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
  return new Map(rows.map(({ key, offers }) => [key, offers]));
}

/** Offers read by one statement: some milliseconds. */
const OFFERS_PER_READ = 500;

/** All offers on these items, by the item's `keyText`, in any order. Reads them in batches. */
export async function offersOfItems(
  sql: Sql,
  keys: readonly ItemKey[],
  pauses: Pauses,
): Promise<Map<string, Omit<StoredOffer, 'seller'>[]>> {
  const counts = keys.length === 0 ? new Map<string, number>() : await offerCountsOf(sql, keys);
  const byItem = new Map<string, Omit<StoredOffer, 'seller'>[]>();
  const add = async (rows: readonly OfferRow[]) => {
    for (const row of rows) {
      await pauses.here();
      const offer: Offer = JSON.parse(row.record);
      const key = keyText([offer.marketplaceId, offer.itemId]);
      const list = byItem.get(key);
      const stored = { offer, columns: row };
      if (list) list.push(stored);
      else byItem.set(key, [stored]);
    }
  };
  let together: ItemKey[] = [];
  let sum = 0;
  for (const key of keys) {
    const count = counts.get(keyText([key.marketplaceId, key.itemId])) ?? 0;
    if (count > OFFERS_PER_READ) {
      for await (const rows of offerPages(sql, key)) await add(rows);
      continue;
    }
    if (sum + count > OFFERS_PER_READ) {
      await add(await offerRows(sql, together));
      [together, sum] = [[], 0];
    }
    together.push(key);
    sum += count;
  }
  await add(await offerRows(sql, together));
  return byItem;
}

function offerRows(sql: Sql, keys: readonly ItemKey[]): MaybePromise<OfferRow[]> {
  return sql.many<OfferRow>(
    `SELECT ${offerRow} FROM (VALUES {rows: text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
}

/** All offers on one item, in the order of the index: by seller. A page ends with the last offer of a seller. */
async function* offerPages(sql: Sql, { marketplaceId, itemId }: ItemKey): AsyncGenerator<OfferRow[]> {
  let after = '';
  for (;;) {
    const rows = await sql.all<OfferRow & { seller_id: string }>(
      `SELECT seller_id, ${offerRow} FROM offer WHERE marketplace_id = $1 AND item_id = $2 AND seller_id > $3 AND seller_id <=
         COALESCE((SELECT seller_id FROM offer WHERE marketplace_id = $1 AND item_id = $2 AND seller_id > $3
                   ORDER BY seller_id LIMIT 1 OFFSET $4), (SELECT MAX(seller_id) FROM offer WHERE marketplace_id = $1 AND item_id = $2))
       ORDER BY seller_id`,
      [marketplaceId, itemId, after, OFFERS_PER_READ],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.seller_id;
    yield rows;
  }
}

/** A seller's next offers after an SKU, in the order of SKUs: for work in batches. */
export function offersOfSeller(sql: Sql, { marketplaceId, sellerId, sku: afterSku }: OfferKey, limit: number) {
  return sql.all<{ sku: string; item_id: string }>(
    `SELECT sku, item_id FROM offer WHERE marketplace_id = $1 AND seller_id = $2 AND sku > $3 ORDER BY sku LIMIT $4`,
    [marketplaceId, sellerId, afterSku, limit],
  );
}

/** Offers judged in one transaction of background work: it takes some milliseconds, which block the event loop. */
const MAX_OFFERS_PER_TRANSACTION = 2_000;

/**
 * The first of these items, as many as one transaction of background work can serve; at least one. An item can have
 * thousands of offers.
 */
export async function firstBatch(
  sql: Sql,
  keys: readonly ItemKey[],
  maxOffers: number = MAX_OFFERS_PER_TRANSACTION,
): Promise<ItemKey[]> {
  const counts = await offerCountsOf(sql, keys);
  let sum = 0;
  const end = keys.findIndex((key, n) => {
    sum += counts.get(keyText(items.keyOf(key))) ?? 0;
    return n > 0 && sum > maxOffers;
  });
  return end < 0 ? [...keys] : keys.slice(0, end);
}
