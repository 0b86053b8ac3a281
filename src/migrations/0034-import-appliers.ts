import type { Migration } from '../db/migration-plan.ts';

/** Who had a checked import applied: not always who uploaded it. NULL: nobody yet, or the release before did not store it. */
export const importAppliers: Migration = {
  name: '0034 import appliers',
  oldestProgram: 17,
  sql: `
    ALTER TABLE market_import ADD COLUMN applier_type TEXT;

    ALTER TABLE market_import ADD COLUMN applier TEXT;
  `,
};
