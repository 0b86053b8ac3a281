import type { Migration } from '../db/migration-plan.ts';

/**
 * The seller whose accounts, members, applications, grants or support sessions an entry of the audit log is about. Null for all other
 * entries, such as changes of the market: no seller ever reads those.
 *
 * A sealer of a version before does not know the column and would lose it. So entries that have a seller come from the provider's store,
 * and go into the chain at once (`audit/forwarding.ts`).
 */
export const auditOfSellers: Migration = {
  name: '0021 audit of sellers',
  oldestProgram: 17,
  sql: `
    ALTER TABLE audit_pending ADD COLUMN seller_id TEXT;

    ALTER TABLE audit_entry ADD COLUMN seller_id TEXT;

    CREATE INDEX audit_entry_seller ON audit_entry (seller_id, at_ms, entry_id) WHERE seller_id IS NOT NULL;
  `,
};
