import type { Migration } from '../db/migration-plan.ts';

/**
 * Events about fees.
 *
 * `fee_watch` has one row for each marketplace with fee schedules. `known` is what its sellers know (`KnownFees` as JSON; null: nobody
 * has looked yet). `next_ms`: when to compare that with the schedules again; 0 after a change of a schedule. Transactions that change
 * schedules of a marketplace write its row, so that a comparison never misses one.
 *
 * `fee_task` is what a comparison found, until all sellers concerned have their events. The worker walks through the receivers of events in the
 * order of their ids, and through the listings of each, in pieces. `tally` is what the listings of `seller_id` up to `after_sku` gave so far;
 * null: that seller is done, and the next one comes. `facts` is long and never changes: it is in a table of its own, because SQLite
 * writes the whole row with every piece.
 */
export const feeEvents: Migration = {
  name: '0010 fee events',
  oldestProgram: 3,
  sql: `
    CREATE TABLE fee_watch (
      marketplace_id TEXT PRIMARY KEY,
      next_ms BIGINT NOT NULL,
      known TEXT
    );

    INSERT INTO fee_watch (marketplace_id, next_ms) SELECT DISTINCT marketplace_id, 0 FROM fee_schedule;

    CREATE TABLE fee_task (
      id BIGINT {postgres: GENERATED ALWAYS AS IDENTITY} PRIMARY KEY {sqlite: AUTOINCREMENT},
      marketplace_id TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      seller_id TEXT NOT NULL,
      after_sku TEXT NOT NULL,
      tally TEXT
    );

    CREATE TABLE fee_task_facts (
      task_id BIGINT PRIMARY KEY REFERENCES fee_task ON DELETE CASCADE,
      facts TEXT NOT NULL
    );
  `,
};
