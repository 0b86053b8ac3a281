import type { Migration } from '../db/migration-plan.ts';

export const operatorsMigration: Migration = {
  name: '0019 operator accounts',
  oldestProgram: 19,
  sql: `
-- kind: 'seller' or 'operator'. An account is a seller's or the operator's, never both (decision 55).
ALTER TABLE idp_account ADD COLUMN kind TEXT NOT NULL DEFAULT 'seller';

-- The operator rights of a person.
CREATE TABLE idp_operator_right (
  account_id TEXT NOT NULL REFERENCES idp_account ON DELETE CASCADE,
  name TEXT NOT NULL,
  PRIMARY KEY (account_id, name)
);
`,
};
