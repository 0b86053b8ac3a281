import type { Migration } from '../db/migration-plan.ts';

/**
 * Market data: the operator's records, one row each, and the read model.
 *
 * `record` is the record as JSON text. Tables are not WITHOUT ROWID, which would save a reader of offers one tree lookup: an
 * import in the order of items would then write a whole page for every offer (250 s for a million, not 96). `board` and
 * `shelf` hold finished pieces of answers, built from the records: see `market/README.md`. A board's small columns come first:
 * SQLite then finds them without reading through the large ones.
 */
export const market: Migration = {
  name: '0001 market',
  oldestProgram: 1,
  sql: `
    CREATE TABLE marketplace (
      marketplace_id TEXT PRIMARY KEY,
      default_mark TEXT UNIQUE,
      record TEXT NOT NULL
    );

    CREATE TABLE seller (
      seller_id TEXT PRIMARY KEY,
      record TEXT NOT NULL
    );

    CREATE TABLE item (
      marketplace_id TEXT NOT NULL REFERENCES marketplace,
      item_id TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (marketplace_id, item_id)
    );

    CREATE TABLE offer (
      marketplace_id TEXT NOT NULL,
      seller_id TEXT NOT NULL REFERENCES seller,
      sku TEXT NOT NULL,
      item_id TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (marketplace_id, seller_id, sku),
      FOREIGN KEY (marketplace_id, item_id) REFERENCES item
    );

    CREATE INDEX offer_of_item ON offer (marketplace_id, item_id, seller_id);

    CREATE INDEX offer_of_seller ON offer (seller_id);

    CREATE TABLE fee_schedule (
      marketplace_id TEXT NOT NULL REFERENCES marketplace,
      effective_from TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (marketplace_id, effective_from)
    );

    CREATE TABLE board (
      marketplace_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      version BIGINT NOT NULL,
      valid_from BIGINT,
      valid_until BIGINT,
      status TEXT,
      consumer_product TEXT,
      business_product TEXT,
      consumer_summary TEXT,
      business_summary TEXT,
      PRIMARY KEY (marketplace_id, item_id)
    );

    CREATE INDEX board_due ON board (valid_until) WHERE valid_until IS NOT NULL;

    CREATE TABLE shelf (
      marketplace_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      customer TEXT NOT NULL,
      condition TEXT NOT NULL,
      offers TEXT NOT NULL,
      PRIMARY KEY (marketplace_id, item_id, customer, condition)
    );

    CREATE TABLE seller_ripple (
      seller_id TEXT NOT NULL,
      marketplace_id TEXT NOT NULL,
      after_sku TEXT NOT NULL,
      until_sku TEXT NOT NULL,
      lap BIGINT NOT NULL,
      served BIGINT NOT NULL,
      PRIMARY KEY (seller_id, marketplace_id)
    );

    CREATE INDEX seller_ripple_turn ON seller_ripple (served);
  `,
};
