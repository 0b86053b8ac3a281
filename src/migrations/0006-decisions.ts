import type { Migration } from '../db/migration-plan.ts';

/**
 * The result of the buy box rule, stored with the board (`domain/pricing/decision.ts`), and what the rule says about each offer,
 * in columns of that offer, so that a change of one offer reads no record of another:
 *
 * - `turns_ms`: when the offer must be judged again, because a date of it passes. 0: at the next rebuild of its board, because
 *   its record, its seller or its item changed. Null: not before the next change.
 * - `failing_gates`, `business_failing_gates`: see `domain/pricing/gates.ts`. `state`: see `domain/pricing/offer-state.ts`.
 * - `rank_group`, `landed_minor`, `standing`: the place in the order of offers (`market/offers/offer-ranking.ts`). The index on them
 *   counts the offers of an item and finds the best ones; it has all columns of them that a board needs. `business_group` and `business_landed` are the same for the offers
 *   with a business price.
 * - `listing_minor`, `shipping_minor`, `business_minor`, `sub_condition`, `discounts`, `start_ms`: what else a board shows.
 * - `changed_ms`: when the record last changed. 0: before this column existed.
 *
 * The indexes of a seller's listings serve `GET /products/pricing/v4/listings`: one for each order, within a state, and one for
 * the listings that have no state yet, because no board was built since they came, or since this migration.
 *
 * `elements` of a shelf lists the offers in its text and where each ends, so that a rebuild reuses the texts of offers that
 * did not change. `title` of an item is searched by its sellers.
 */
export const decisions: Migration = {
  name: '0006 decisions',
  oldestProgram: 3,
  sql: `
    ALTER TABLE board ADD COLUMN decision TEXT;

    ALTER TABLE shelf ADD COLUMN elements TEXT;

    ALTER TABLE item ADD COLUMN title TEXT;

    UPDATE item SET title =
      {sqlite: record ->> '$.attributes.Title'}{postgres: record::json -> 'attributes' ->> 'Title'};

    ALTER TABLE offer ADD COLUMN turns_ms BIGINT;
    ALTER TABLE offer ADD COLUMN failing_gates BIGINT;
    ALTER TABLE offer ADD COLUMN business_failing_gates BIGINT;
    ALTER TABLE offer ADD COLUMN state TEXT;
    ALTER TABLE offer ADD COLUMN rank_group BIGINT;
    ALTER TABLE offer ADD COLUMN landed_minor BIGINT;
    ALTER TABLE offer ADD COLUMN standing BIGINT;
    ALTER TABLE offer ADD COLUMN business_group BIGINT;
    ALTER TABLE offer ADD COLUMN business_landed BIGINT;
    ALTER TABLE offer ADD COLUMN listing_minor BIGINT;
    ALTER TABLE offer ADD COLUMN shipping_minor BIGINT;
    ALTER TABLE offer ADD COLUMN business_minor BIGINT;
    ALTER TABLE offer ADD COLUMN sub_condition TEXT;
    ALTER TABLE offer ADD COLUMN discounts TEXT;
    ALTER TABLE offer ADD COLUMN start_ms BIGINT;
    ALTER TABLE offer ADD COLUMN changed_ms BIGINT NOT NULL DEFAULT 0;

    CREATE INDEX offer_to_judge ON offer (marketplace_id, item_id, turns_ms) WHERE turns_ms IS NOT NULL;

    CREATE INDEX offer_rank ON offer
      (marketplace_id, item_id, rank_group, landed_minor, standing, seller_id, sku, listing_minor, sub_condition)
      WHERE rank_group IS NOT NULL;

    CREATE INDEX offer_business_rank ON offer
      (marketplace_id, item_id, business_group, business_landed, standing, seller_id, sku) WHERE business_group IS NOT NULL;

    CREATE INDEX offer_discounted ON offer (marketplace_id, item_id) WHERE discounts IS NOT NULL;

    CREATE INDEX listing_by_sku ON offer (marketplace_id, seller_id, state, sku) WHERE state IS NOT NULL;

    CREATE INDEX listing_without_state ON offer (marketplace_id, seller_id, sku) WHERE state IS NULL;

    CREATE INDEX listing_by_price ON offer (marketplace_id, seller_id, state, landed_minor, sku) WHERE state IS NOT NULL;

    CREATE INDEX listing_by_change ON offer (marketplace_id, seller_id, state, changed_ms, sku) WHERE state IS NOT NULL;
  `,
};
