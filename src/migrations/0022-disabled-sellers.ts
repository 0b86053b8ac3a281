import type { Migration } from '../db/migration-plan.ts';

/** The worker finds the sellers whose destinations are suspended because the operator disabled them, and resumes those that are enabled again. */
export const destinationsOfDisabledSellers: Migration = {
  name: '0022 disabled sellers',
  oldestProgram: 17,
  sql: `
    CREATE INDEX destination_of_disabled_seller ON destination (seller_id) WHERE suspension = 'SELLER_DISABLED';
  `,
};
