import type { Sql } from '../../db/db.ts';
import { DAY_MS, dayOf } from '../../domain/day.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { DaySum } from '../../domain/pricing/day-share.ts';

/** A listing began (1) or ceased (-1) to hold the consumers' buy box of an item. */
export type Hold = { key: ItemKey; listing: { sellerId: string; sku: string }; atMs: number; delta: 1 | -1 };

/** Adds to the time that listings held the buy box: see the migration for the sums. */
export function addHolds(tx: Sql, holds: readonly Hold[]): MaybePromise<unknown> {
  return tx.many(
    `INSERT INTO buy_box_time (marketplace_id, item_id, seller_id, sku, day, delta, moment_ms)
     VALUES {rows: text key, text key, text key, text key, bigint key, bigint, bigint}
     ON CONFLICT (marketplace_id, item_id, seller_id, sku, day) DO UPDATE SET
       delta = buy_box_time.delta + excluded.delta, moment_ms = buy_box_time.moment_ms + excluded.moment_ms`,
    holds.map(({ key, listing, atMs, delta }) => [
      key.marketplaceId,
      key.itemId,
      listing.sellerId,
      listing.sku,
      dayOf(atMs),
      delta,
      delta * (atMs % DAY_MS),
    ]),
  );
}

export type ListingDay = ItemKey & { sku: string } & DaySum;

/** The sums of one seller's listings, each on its item. */
export async function holdSums(
  sql: Sql,
  sellerId: string,
  listings: readonly (ItemKey & { sku: string })[],
): Promise<ListingDay[]> {
  const rows = await sql.many<{
    marketplace_id: string;
    item_id: string;
    sku: string;
    day: number;
    delta: number;
    moment_ms: number;
  }>(
    `SELECT held.marketplace_id, held.item_id, held.sku, held.day, held.delta, held.moment_ms
       FROM (VALUES {rows: text, text, text, text}) AS k
       JOIN buy_box_time AS held ON held.marketplace_id = k.column1 AND held.item_id = k.column2
        AND held.seller_id = k.column3 AND held.sku = k.column4`,
    listings.map(({ marketplaceId, itemId, sku }) => [marketplaceId, itemId, sellerId, sku]),
  );
  return rows.map(({ marketplace_id, item_id, sku, day, delta, moment_ms }) => ({
    marketplaceId: marketplace_id,
    itemId: item_id,
    sku,
    day,
    delta,
    momentMs: moment_ms,
  }));
}
