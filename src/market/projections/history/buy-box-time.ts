import type { Row, Sql } from '../../../db/db.ts';
import { DAY_MS, dayOf } from '../../../domain/duration.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { MaybePromise } from '../../../domain/maybe-promise.ts';
import type { DaySum } from '../../../domain/pricing/day-share.ts';

const INTO_SUMS = 'INSERT INTO buy_box_time (marketplace_id, item_id, seller_id, sku, day, delta, moment_ms)';
const ADD_TO_SUM = `ON CONFLICT (marketplace_id, item_id, seller_id, sku, day) DO UPDATE SET
       delta = buy_box_time.delta + excluded.delta, moment_ms = buy_box_time.moment_ms + excluded.moment_ms`;

/** A listing that holds a buy box of an item from a moment on, or no longer. */
export type HeldChange = ItemKey & { sellerId: string; sku: string; atMs: number; heldDelta: number };

/** Adds to the time that listings held the buy box: see the migration for the sums. */
export function addHeldTime(tx: Sql, changes: readonly HeldChange[]): MaybePromise<unknown> {
  return tx.many(
    `${INTO_SUMS} VALUES {rows: text key, text key, text key, text key, bigint key, bigint, bigint} ${ADD_TO_SUM}`,
    changes.map(({ marketplaceId, itemId, sellerId, sku, atMs, heldDelta }) => [
      ...[marketplaceId, itemId, sellerId, sku, dayOf(atMs), heldDelta, heldDelta * (atMs % DAY_MS)],
    ]),
  );
}

/** The same for the queued changes that `condition` selects. */
export function addQueuedHeldTime(tx: Sql, condition: string, params: Row): MaybePromise<unknown> {
  return tx.run(
    `${INTO_SUMS}
     SELECT marketplace_id, item_id, seller_id, sku, at_ms / ${DAY_MS} AS day, CAST(SUM(held_delta) AS BIGINT),
            CAST(SUM(held_delta * (at_ms % ${DAY_MS})) AS BIGINT)
       FROM seller_time_change WHERE ${condition} AND item_id <> ''
      GROUP BY marketplace_id, item_id, seller_id, sku, at_ms / ${DAY_MS} ORDER BY marketplace_id, item_id, seller_id, sku, day
     ${ADD_TO_SUM}`,
    params,
  );
}

export type ListingDay = ItemKey & { sku: string } & DaySum;

/** The sums of one seller's listings, each on its item. One statement: a change is in one of the two tables. */
export async function holdSums(
  sql: Sql,
  sellerId: string,
  listings: readonly (ItemKey & { sku: string })[],
): Promise<ListingDay[]> {
  return sql.many<ListingDay>(
    `WITH k (marketplace_id, item_id, seller_id, sku) AS (VALUES {rows: text, text, text, text})
     SELECT held.marketplace_id AS "marketplaceId", held.item_id AS "itemId", held.sku, held.day, held.delta,
            held.moment_ms AS "momentMs"
       FROM k JOIN buy_box_time AS held ON held.marketplace_id = k.marketplace_id AND held.item_id = k.item_id
        AND held.seller_id = k.seller_id AND held.sku = k.sku
     UNION ALL
     SELECT queued.marketplace_id, queued.item_id, queued.sku, queued.at_ms / ${DAY_MS}, queued.held_delta,
            queued.held_delta * (queued.at_ms % ${DAY_MS})
       FROM k JOIN seller_time_change AS queued ON queued.marketplace_id = k.marketplace_id
        AND queued.seller_id = k.seller_id AND queued.sku = k.sku AND queued.item_id = k.item_id`,
    listings.map(({ marketplaceId, itemId, sku }) => [marketplaceId, itemId, sellerId, sku]),
  );
}
