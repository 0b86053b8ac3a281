import type { Migration } from '../db/migration-plan.ts';

/**
 * The groups of items and sellers, by which workers divide the work (decision 57, `domain/groups.ts`). Null: a program that knows no
 * groups wrote the row. Background work fills it; nothing waits for that. The indexes are on ranges of 256 groups; -1 are the rows
 * without a group. Most boards have no date and are not in `board_range`: a price change writes no page of it. An operator with many boards
 * on PostgreSQL may add their column and build their indexes before, CONCURRENTLY: boards cannot be written while the migration does.
 *
 * `lease` has a row for each worker that shares a work, and one for each range: its token is the number of the worker that holds
 * it. The leases `dispatcher` and `fees` let one process of a former release at a time do the whole work. Those that share it hold
 * these together: `shared_token` is the token then. A former process that takes the lease changes `token` alone.
 *
 * `fee_walk` is the part of a `fee_task` for the sellers of one range: a walk through them in the order of their ids. Programs that
 * know it replace each task with its walks, and keep its news in `fee_walk_facts` until the last of them ends.
 */
export const groups: Migration = {
  name: '0020 groups',
  oldestProgram: 17,
  sql: `
    ALTER TABLE market_event ADD COLUMN item_group BIGINT;

    CREATE INDEX market_event_range ON market_event (lane, (COALESCE(item_group / 256, -1)), id);

    ALTER TABLE board ADD COLUMN {postgres: IF NOT EXISTS} item_group BIGINT;

    CREATE INDEX IF NOT EXISTS board_range ON board ((COALESCE(item_group / 256, -1)), valid_until) WHERE valid_until IS NOT NULL;

    CREATE INDEX IF NOT EXISTS board_without_group ON board (marketplace_id, item_id) WHERE item_group IS NULL;

    ALTER TABLE event_receiver ADD COLUMN seller_group BIGINT;

    CREATE INDEX event_receiver_range ON event_receiver ((COALESCE(seller_group / 256, -1)), seller_id);

    ALTER TABLE lease ADD COLUMN shared_token BIGINT;

    CREATE TABLE fee_walk (
      group_range BIGINT NOT NULL,
      task_id BIGINT NOT NULL,
      marketplace_id TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      seller_id TEXT NOT NULL,
      after_sku TEXT NOT NULL,
      tally TEXT,
      PRIMARY KEY (group_range, task_id)
    );

    CREATE TABLE fee_walk_facts (
      task_id BIGINT PRIMARY KEY,
      facts TEXT NOT NULL
    );
  `,
};
