import type { Migration } from '../db/migration-plan.ts';

/**
 * During a rolling upgrade two versions of the service read one store. `oldest_reader` is the oldest version that can
 * read a board (`wire/pricing/board.ts`). Null: only the version that wrote it.
 */
export const boardReaders: Migration = {
  name: '0004 board readers',
  oldestProgram: 3,
  sql: `
    ALTER TABLE board ADD COLUMN oldest_reader BIGINT;
  `,
};
