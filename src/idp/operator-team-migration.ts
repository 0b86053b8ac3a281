import type { Migration } from '../db/migration-plan.ts';

export const operatorTeamMigration: Migration = {
  name: '0020 the team of the operator',
  // An older program would disable the last administrator.
  oldestProgram: 20,
  sql: `
-- One row. Every change of the operator's people updates it, so that one of them always administers the others (decision 59).
CREATE TABLE idp_operator_team (
  id TEXT PRIMARY KEY,
  version BIGINT NOT NULL
);
INSERT INTO idp_operator_team (id, version) VALUES ('all', 0);

CREATE INDEX idp_operator_right_name ON idp_operator_right (name, account_id);

-- The people who wait for help. The requests whose factors are removed stay in the table, and the list must not read past them.
CREATE INDEX idp_factor_help_waiting ON idp_factor_help (account_id) WHERE next_at IS NOT NULL;
`,
};
