import type { Migration } from '../db/migration-plan.ts';

/** Hashes of passwords of earlier releases: found without reading all accounts, and none of them of the demo. */
export const oldHashesMigration: Migration = {
  name: '0014 old hashes',
  oldestProgram: 8,
  sql: `
-- Every sign-in asks whether any are left.
CREATE INDEX idp_account_old_hash ON idp_account (id) WHERE password LIKE 'scrypt$%';

-- The public password of the demo, unless somebody gave it another one. Written without dollar signs: numbers after them are parameters.
UPDATE idp_account
  SET password = REPLACE('argon2id.19456.2.1.kyTQRG7ai2WSQOOxVLM8yA.2GMWEx5-xBR5dO9XwbRHSbJqHPU9pNvQHnJ43p15bec', '.', '$')
  WHERE demo = 1
    AND password = REPLACE('scrypt.32768.8.1.A92FYmy_BK8V3gDzWuY2gA.S2isVsQUX6gZ5gMx2aPijaGBNo3IYiDGwkFYHLt5wG8', '.', '$');
`,
};
