import type { Migration } from '../db/migration-plan.ts';

/**
 * Price changes of sellers (decisions 47 to 50). The terms of an offer are its listing price, shipping, business price and quantity
 * discounts.
 *
 * `offer.terms_revision` rises by one with each change of the terms, by whomever. `offer.terms_set_ms`: when a change of the seller was
 * last applied; null while the operator's record alone has the terms. `offer.terms_since_ms`: since when the present terms are in force;
 * null: since before this migration. A change of limits writes `offer.limits_revision`: limits and terms are rules over several rows, and
 * that row is the one that all their writers update (decision 59).
 *
 * `offer.record_ms`: as of when the operator's last record was true; null where that is not kept (`PRICE_CHANGES` is not `confirmed`).
 *
 * `terms_log` has the terms that were in force from `since_ms` until `until_ms`, on which item, so that the load of a market adds nothing
 * to it. A removed offer leaves a row with its last revision: when it comes back, its revision goes on. The key has the order of time,
 * by which everyone reads it. The table is the tree of its key, because every price change writes a page of each tree.
 *
 * `listing_limits.cost` is sealed with the operator's key (decision 50). Its row goes when its last limit does.
 *
 * `price_change` is a receipt. Those of one call have its `call_id`, and stand in the order of their ids. A listing has one PENDING
 * change at most. `price_change_feed` is what the operator reads: rows get their number after the commit, under the row of
 * `price_change_counter`, so that numbers have no gaps.
 */
export const priceChanges: Migration = {
  name: '0024 price changes',
  oldestProgram: 17,
  sql: `
    ALTER TABLE offer ADD COLUMN terms_revision BIGINT NOT NULL DEFAULT 1;

    ALTER TABLE offer ADD COLUMN terms_set_ms BIGINT;

    ALTER TABLE offer ADD COLUMN terms_since_ms BIGINT;

    ALTER TABLE offer ADD COLUMN record_ms BIGINT;

    ALTER TABLE offer ADD COLUMN limits_revision BIGINT NOT NULL DEFAULT 0;

    CREATE TABLE terms_log (
      marketplace_id TEXT NOT NULL,
      seller_id TEXT NOT NULL,
      sku TEXT NOT NULL,
      since_ms BIGINT,
      until_ms BIGINT NOT NULL,
      revision BIGINT NOT NULL,
      is_removal BIGINT NOT NULL,
      item_id TEXT NOT NULL,
      listing_minor BIGINT NOT NULL,
      shipping_minor BIGINT,
      business_minor BIGINT,
      discounts TEXT,
      PRIMARY KEY (marketplace_id, seller_id, sku, until_ms, revision)
    ) {sqlite: WITHOUT ROWID};

    CREATE INDEX terms_log_age ON terms_log (until_ms);

    CREATE TABLE listing_limits (
      marketplace_id TEXT NOT NULL,
      seller_id TEXT NOT NULL,
      sku TEXT NOT NULL,
      seller_group BIGINT NOT NULL,
      minimum_price_minor BIGINT,
      maximum_price_minor BIGINT,
      minimum_net_minor BIGINT,
      cost TEXT,
      changed_ms BIGINT NOT NULL,
      PRIMARY KEY (marketplace_id, seller_id, sku)
    );

    CREATE TABLE price_guard (
      marketplace_id TEXT PRIMARY KEY REFERENCES marketplace,
      record TEXT NOT NULL
    );

    CREATE TABLE price_change (
      id TEXT PRIMARY KEY,
      call_id TEXT NOT NULL,
      marketplace_id TEXT NOT NULL,
      seller_id TEXT NOT NULL,
      seller_group BIGINT NOT NULL,
      sku TEXT NOT NULL,
      item_id TEXT,
      state TEXT NOT NULL,
      asked TEXT NOT NULL,
      client_id TEXT NOT NULL,
      member_id TEXT,
      is_console BIGINT NOT NULL,
      request_id TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      settled_ms BIGINT,
      terms_revision BIGINT,
      outcome TEXT
    );

    CREATE INDEX price_change_of_call ON price_change (call_id, id);

    CREATE INDEX price_change_of_seller ON price_change (seller_id, id);

    CREATE INDEX price_change_by_state ON price_change (seller_id, state, id);

    CREATE INDEX price_change_of_listing ON price_change (seller_id, sku, id);

    CREATE INDEX price_change_by_revision ON price_change (marketplace_id, seller_id, sku, terms_revision)
      WHERE terms_revision IS NOT NULL;

    CREATE UNIQUE INDEX price_change_pending ON price_change (marketplace_id, seller_id, sku) WHERE state = 'PENDING';

    CREATE INDEX price_change_accepted ON price_change (state, created_ms) WHERE state = 'ACCEPTED';

    CREATE INDEX price_change_waiting ON price_change (state, created_ms) WHERE state = 'PENDING';

    CREATE INDEX price_change_age ON price_change (created_ms);

    CREATE TABLE price_change_counter (
      marketplace_id TEXT PRIMARY KEY,
      last_number BIGINT NOT NULL
    );

    CREATE TABLE price_change_feed (
      id BIGINT {postgres: GENERATED ALWAYS AS IDENTITY} PRIMARY KEY {sqlite: AUTOINCREMENT},
      marketplace_id TEXT NOT NULL,
      change_id TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      number BIGINT
    );

    CREATE UNIQUE INDEX price_change_feed_number ON price_change_feed (marketplace_id, number) WHERE number IS NOT NULL;

    CREATE INDEX price_change_feed_new ON price_change_feed (marketplace_id, id) WHERE number IS NULL;

    CREATE INDEX price_change_feed_age ON price_change_feed (at_ms);
  `,
};
