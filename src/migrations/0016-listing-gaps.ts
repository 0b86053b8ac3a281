import type { Migration } from '../db/migration-plan.ts';

/**
 * The gap of each listing to the buy box (`domain/pricing/gap.ts`), for a seller's listings in that order. Null: it has none, or it was
 * not written yet.
 *
 * A new price in the buy box changes the gaps of all offers of an item, which can be thousands. So the change only queues the item in
 * `gap_walk`, and background work walks through its offers in the order of sellers (`market/listings/gap-walks.ts`). `again`: the item
 * changed behind the walk, which starts again at its end. `served`: when it was queued, or last served; the oldest is next.
 *
 * All items are queued once. A process of the first release queues none; its boards have an older version and are rebuilt.
 */
export const listingGaps: Migration = {
  name: '0016 listing gaps',
  oldestProgram: 3,
  sql: `
    ALTER TABLE offer ADD COLUMN gap_minor BIGINT;

    CREATE INDEX listing_by_gap ON offer (marketplace_id, seller_id, state, gap_minor, sku) WHERE state IS NOT NULL;

    CREATE TABLE gap_walk (
      marketplace_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      after_seller TEXT NOT NULL,
      again BIGINT NOT NULL,
      served BIGINT NOT NULL,
      PRIMARY KEY (marketplace_id, item_id)
    );

    CREATE INDEX gap_walk_next ON gap_walk (served, marketplace_id, item_id);

    INSERT INTO gap_walk (marketplace_id, item_id, after_seller, again, served)
      SELECT marketplace_id, item_id, '', 0, 0 FROM board WHERE decision IS NOT NULL;
  `,
};
