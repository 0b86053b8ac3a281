import type { Migration } from '../db/migration-plan.ts';

/**
 * What a destination chooses for single kinds of events (decision 58). Two columns: the windows are read for every event, and the
 * filters only when they have changed.
 */
export const choicesByKind: Migration = {
  name: '0031 choices by kind',
  oldestProgram: 17,
  sql: `
    ALTER TABLE destination ADD COLUMN kind_filters TEXT;
    ALTER TABLE destination ADD COLUMN kind_windows TEXT;
  `,
};
