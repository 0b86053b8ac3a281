import type { Migration } from '../db/migration-plan.ts';

/**
 * The processes of the service: each writes every 30 s that it runs. `details` is JSON: what its background work did last, the disk of its
 * data folder, and the last backup that it knows of.
 */
export const serviceProcesses: Migration = {
  name: '0033 service processes',
  oldestProgram: 17,
  sql: `
    CREATE TABLE service_process (
      process_id TEXT PRIMARY KEY,
      role TEXT NOT NULL,
      host TEXT NOT NULL,
      pid BIGINT NOT NULL,
      version TEXT NOT NULL,
      started_ms BIGINT NOT NULL,
      seen_ms BIGINT NOT NULL,
      details TEXT NOT NULL
    );

    CREATE INDEX service_process_seen ON service_process (seen_ms);
  `,
};
