import type { Migration } from '../db/migration-plan.ts';

export const signInsMigration: Migration = {
  name: '0015 sign-ins',
  oldestProgram: 15,
  sql: `
-- A session is stored only together with an update of its row here, and ended = 1 forbids it: a request that has read the
-- session before it was ended cannot store it again.
ALTER TABLE idp_sign_in ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE idp_sign_in ADD COLUMN ended BIGINT NOT NULL DEFAULT 0;
DROP INDEX idp_sign_in_time;
CREATE INDEX idp_sign_in_use ON idp_sign_in (used_at);

-- Sign-ins and failures. account_id is NULL when no account has the typed address, which may be a password in the wrong field:
-- then typed has a keyed hash of it, so that repetitions can be seen.
CREATE TABLE idp_sign_in_attempt (
  id TEXT PRIMARY KEY,
  at_ms BIGINT NOT NULL,
  account_id TEXT,
  typed TEXT,
  outcome TEXT NOT NULL,
  device TEXT NOT NULL,
  address TEXT NOT NULL
);
CREATE INDEX idp_sign_in_attempt_time ON idp_sign_in_attempt (at_ms, id);
CREATE INDEX idp_sign_in_attempt_account ON idp_sign_in_attempt (account_id, at_ms, id);

-- The browsers with which a person has signed in. id: the digest of the browser's cookie and the person's id.
CREATE TABLE idp_device (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL
);
CREATE INDEX idp_device_account ON idp_device (account_id);
CREATE INDEX idp_device_use ON idp_device (used_at);
`,
};
