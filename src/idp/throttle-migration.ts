import type { Migration } from '../db/migration-plan.ts';

export const throttleMigration: Migration = {
  name: '0022 throttles',
  oldestProgram: 20,
  sql: `
-- Counts of attempts, such as wrong passwords, which all processes of the provider share. id: what is counted, and a digest of for whom.
CREATE TABLE idp_throttle (
  id TEXT PRIMARY KEY,
  attempts BIGINT NOT NULL,
  blocked_until BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX idp_throttle_expiry ON idp_throttle (expires_at);
`,
};
