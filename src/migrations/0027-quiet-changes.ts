import type { Migration } from '../db/migration-plan.ts';

/**
 * How many records of each marketplace were changed without events, and when last: a report names what came before it that no event
 * tells (decision 54). The count is the sum over the shards: each transaction takes one of them, so that those that run side by side rarely
 * wait for each other.
 *
 * `report.not_in_events`: what the report says of the time since the one before it.
 */
export const quietChanges: Migration = {
  name: '0027 quiet changes',
  oldestProgram: 17,
  sql: `
    CREATE TABLE quiet_change (
      marketplace_id TEXT NOT NULL,
      shard BIGINT NOT NULL,
      changes BIGINT NOT NULL,
      last_ms BIGINT NOT NULL,
      PRIMARY KEY (marketplace_id, shard)
    ) {sqlite: WITHOUT ROWID};

    ALTER TABLE report ADD COLUMN not_in_events TEXT;
  `,
};
