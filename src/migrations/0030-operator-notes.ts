import type { Migration } from '../db/migration-plan.ts';

/** Notes of the operator to all sellers, each for a time. There are some tens at most. */
export const operatorNotes: Migration = {
  name: '0030 operator notes',
  oldestProgram: 17,
  sql: `
    CREATE TABLE operator_note (
      note_id TEXT PRIMARY KEY,
      body TEXT NOT NULL,
      severity TEXT NOT NULL,
      from_ms BIGINT NOT NULL,
      until_ms BIGINT NOT NULL,
      created_ms BIGINT NOT NULL,
      created_by TEXT NOT NULL
    );

    CREATE INDEX operator_note_until ON operator_note (until_ms, note_id);
  `,
};
