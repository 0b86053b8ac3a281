import type { Migration } from '../db/migration-plan.ts';

/**
 * What happened to the buy boxes, and when.
 *
 * `market_log` has a row for each change: the whole state of a box from `at_ms` on, which never goes back within a box. `id`
 * is also the revision of the item: changes of an item exclude each other (they write its board), so its numbers rise in the
 * order of commits, also across its removal. `kind` leaves room for changes of other kinds; a box's state is `box`. `follows_consumers` is 1 where businesses begin to see the same as consumers: from there on
 * the rows of consumers count. A box without a row has had no offer. Sums run from row to row, so that the average over any
 * time is a difference of two rows: `featured_ms` is how long the box has been held before this row, `featured_price_ms` the
 * sum of landed price times time (a floating-point number: no price is too high for it, and it is exact for usual ones).
 * `featured_day_min` is the lowest landed price of the row's UTC day so far.
 *
 * `buy_box_time` is how long a listing held the consumers' buy box: `delta` counts +1 when it began, -1 when it ceased, and
 * `moment_ms` adds or subtracts the milliseconds of the day at which it did. The time held on a day is then
 * `(held at its begin + delta) * 86400000 - moment_ms`, however often the box changed. The item comes first in the key: an
 * import in the order of items then writes neighbouring pages.
 *
 * `seller_time` has the same sums over all listings of a seller, and those of the time on sale.
 *
 * Changes of both are queued in `seller_time_change` and added up in the background: otherwise all changes of a large seller
 * would wait for one row, and each change of a buy box would write the sums of two listings. A row is about the listing that
 * began or ceased to hold the buy box of its item, or, where `item_id` is empty, about the time on sale of all listings that
 * one transaction changed: the `sku` of one of them then keeps the rows of two transactions apart.
 */
export const priceHistory: Migration = {
  name: '0007 price history',
  oldestProgram: 3,
  sql: `
    CREATE TABLE market_log (
      id BIGINT {postgres: GENERATED ALWAYS AS IDENTITY} PRIMARY KEY {sqlite: AUTOINCREMENT},
      kind TEXT NOT NULL,
      marketplace_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      condition TEXT NOT NULL,
      customer TEXT NOT NULL,
      offer_type TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      follows_consumers BIGINT NOT NULL,
      seller_id TEXT,
      sku TEXT,
      channel TEXT,
      listing_minor BIGINT,
      shipping_minor BIGINT,
      lowest_listing_minor BIGINT,
      lowest_shipping_minor BIGINT,
      featured_ms BIGINT NOT NULL,
      featured_price_ms DOUBLE PRECISION NOT NULL,
      featured_day_min BIGINT
    );

    CREATE INDEX market_log_box ON market_log (marketplace_id, item_id, condition, customer, offer_type, at_ms, id)
      WHERE kind = 'box';

    CREATE INDEX market_log_following ON market_log (marketplace_id, item_id, condition, at_ms, id)
      WHERE follows_consumers = 1;

    CREATE INDEX market_log_time ON market_log (at_ms, id);

    CREATE TABLE buy_box_time (
      marketplace_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      seller_id TEXT NOT NULL,
      sku TEXT NOT NULL,
      day BIGINT NOT NULL,
      delta BIGINT NOT NULL,
      moment_ms BIGINT NOT NULL,
      PRIMARY KEY (marketplace_id, item_id, seller_id, sku, day)
    );

    CREATE INDEX buy_box_time_day ON buy_box_time (day, marketplace_id, item_id, seller_id, sku);

    CREATE TABLE seller_time (
      marketplace_id TEXT NOT NULL,
      seller_id TEXT NOT NULL,
      day BIGINT NOT NULL,
      held_delta BIGINT NOT NULL,
      held_moment_ms BIGINT NOT NULL,
      on_sale_delta BIGINT NOT NULL,
      on_sale_moment_ms BIGINT NOT NULL,
      observed_ms BIGINT NOT NULL,
      PRIMARY KEY (marketplace_id, seller_id, day)
    );

    CREATE INDEX seller_time_day ON seller_time (day, marketplace_id, seller_id);

    CREATE TABLE seller_time_change (
      marketplace_id TEXT NOT NULL,
      seller_id TEXT NOT NULL,
      sku TEXT NOT NULL,
      item_id TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      held_delta BIGINT NOT NULL,
      on_sale_delta BIGINT NOT NULL,
      PRIMARY KEY (marketplace_id, seller_id, sku, item_id, at_ms)
    ) {sqlite: WITHOUT ROWID};
  `,
};
