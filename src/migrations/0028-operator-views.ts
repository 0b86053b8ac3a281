import type { Migration } from '../db/migration-plan.ts';

/**
 * What the operator's pages of the market find things by.
 *
 * `marketplace_change` tells when records of a marketplace last changed. Processes write it after their transactions and seldom, so that
 * no change waits for another one of its marketplace.
 *
 * `offer_sku` finds offers by SKU, whoever sells them. An operator with many offers on PostgreSQL may build it before, CONCURRENTLY:
 * offers cannot be written while the migration does.
 *
 * `event_content_item` finds the events about an item.
 */
export const operatorViews: Migration = {
  name: '0028 operator views',
  oldestProgram: 17,
  sql: `
    CREATE TABLE marketplace_change (
      marketplace_id TEXT PRIMARY KEY,
      changed_ms BIGINT NOT NULL
    );

    CREATE INDEX IF NOT EXISTS offer_sku ON offer (sku, marketplace_id, seller_id);

    CREATE INDEX event_content_item ON event_content (marketplace_id, item_id, revision);
  `,
};
