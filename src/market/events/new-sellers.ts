import type { Sql } from '../../db/db.ts';
import { isOnSale } from '../../domain/notifications/cause.ts';
import { offers } from '../offers/offer.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { readPending } from './pending-changes.ts';
import type { RebuiltItem } from './rebuilt-item.ts';
import type { ItemNotes } from './transaction-notes.ts';

/** An item, and sellers whose offers came on sale on it. */
export type Arrivals = { one: RebuiltItem; notes: ItemNotes | undefined; sellers: readonly string[] };

/**
 * Of each of these, the sellers that are on sale on the item now and were not before. A seller that had another offer on sale
 * there was told about all conditions already.
 */
export async function newSellersOf(tx: Sql, arrivals: readonly Arrivals[]): Promise<string[][]> {
  const rows = await tx.many<{ number: number; seller_id: string; sku: string }>(
    `SELECT k.column4 AS number, offer.seller_id, offer.sku FROM (VALUES {rows: text, text, text, bigint}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.seller_id = k.column3
            AND offer.state <> 'inactive'`,
    arrivals.flatMap(({ one, sellers }, n) => sellers.map((sellerId) => [...items.keyOf(one.item), sellerId, n])),
  );
  const byNumber = Map.groupBy(rows, ({ number }) => number);
  return arrivals.map(({ one, notes }, n) => {
    const { pending } = one.before;
    // They came on sale after the last rebuild: an offer that was on sale before this transaction does not say that they were told.
    const untold = new Set(pending === null ? [] : readPending(pending).newSellers);
    const known = new Set<string>();
    for (const { sellerId, before } of notes?.offers.values() ?? [])
      if (isOnSale(before) && !untold.has(sellerId)) known.add(sellerId);
    const onSale = new Set<string>();
    for (const { seller_id: sellerId, sku } of byNumber.get(n) ?? []) {
      onSale.add(sellerId);
      const key = keyText(offers.keyOf({ marketplaceId: one.item.marketplaceId, sellerId, sku }));
      // What changed while the board was stale is not known one by one.
      if (pending === null && !notes?.offers.has(key)) known.add(sellerId);
    }
    return [...onSale].filter((sellerId) => !known.has(sellerId));
  });
}
