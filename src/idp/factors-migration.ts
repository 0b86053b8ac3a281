import type { Migration } from '../db/migration-plan.ts';

/** Passkeys, authenticator apps and recovery codes of people, and help for those who lost them. */
export const factorsMigration: Migration = {
  name: '0017 factors',
  // An older program would sign people in without their second step.
  oldestProgram: 17,
  sql: `
-- Every change of a person's factors raises this number first, so that rules over all of them hold: how many, and the last one.
ALTER TABLE idp_account ADD COLUMN factor_version BIGINT NOT NULL DEFAULT 0;

-- id and public_key: base64url. sign_count stays 0 with passkeys that are synchronized between devices.
CREATE TABLE idp_passkey (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  public_key TEXT NOT NULL,
  sign_count BIGINT NOT NULL,
  transports TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX idp_passkey_account ON idp_passkey (account_id);

-- One authenticator app for each person. The secret is sealed for this account. A step is used once: last_step only rises.
CREATE TABLE idp_totp (
  account_id TEXT PRIMARY KEY,
  secret TEXT NOT NULL,
  last_step BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);

-- code: a hash.
CREATE TABLE idp_recovery_code (
  account_id TEXT NOT NULL,
  code TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT,
  PRIMARY KEY (account_id, code)
);

-- People who lost every factor: one request for each. days_left counts down, at next_at, with an e-mail each day; then the factors are
-- removed. operator_id: who vouches for the person, until another operator does, too. After the removal the row stays, without next_at,
-- until there is a new factor.
CREATE TABLE idp_factor_help (
  account_id TEXT PRIMARY KEY,
  asked_at BIGINT NOT NULL,
  days_left BIGINT NOT NULL,
  next_at BIGINT,
  operator_id TEXT,
  removed_at BIGINT
);
CREATE INDEX idp_factor_help_next ON idp_factor_help (next_at);
`,
};
