import type { Migration } from '../db/migration-plan.ts';

/** Finds the destinations of all sellers that fail, the longest first, and those of one status, for the operator. */
export const destinationHealth: Migration = {
  name: '0029 destination health',
  oldestProgram: 17,
  sql: `
    CREATE INDEX destination_failing ON destination (failing_since, channel_id) WHERE failing_since IS NOT NULL;

    CREATE INDEX destination_status ON destination (status, channel_id);
  `,
};
