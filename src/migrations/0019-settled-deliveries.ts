import type { Migration } from '../db/migration-plan.ts';

/**
 * The settled deliveries in the order in which they leave the log: retention reads the oldest, and nothing that it keeps.
 *
 * PostgreSQL lets nobody write deliveries while it builds an index in a transaction. An operator with a large log may build it
 * before, CONCURRENTLY: then there is nothing to do here.
 */
export const settledDeliveries: Migration = {
  name: '0019 settled deliveries',
  oldestProgram: 17,
  sql: `
    CREATE INDEX IF NOT EXISTS delivery_settlement ON delivery (settled_ms) WHERE settled_ms IS NOT NULL;
  `,
};
