import type { Migration } from '../db/migration-plan.ts';

export const peopleMigration: Migration = {
  name: '0008 people',
  oldestProgram: 6,
  sql: `
-- E-mails that the provider has to send. They have plain facts, never a token: the token of a link is made when the message is sent.
CREATE TABLE idp_mail (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  account_id TEXT,
  address TEXT,
  facts TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL
);
CREATE INDEX idp_mail_due ON idp_mail (due_at, id);
CREATE INDEX idp_mail_account ON idp_mail (account_id);

-- Links in e-mails that let their reader do one thing once. id: the digest of the token.
CREATE TABLE idp_link (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  account_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX idp_link_account ON idp_link (account_id);
CREATE INDEX idp_link_expiry ON idp_link (expires_at);

-- What a person sees of their own sign-ins. id: the digest of the session's uid, as in idp_record.uid.
CREATE TABLE idp_sign_in (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  device TEXT NOT NULL,
  address TEXT NOT NULL,
  signed_in_at BIGINT NOT NULL
);
CREATE INDEX idp_sign_in_account ON idp_sign_in (account_id);
CREATE INDEX idp_sign_in_time ON idp_sign_in (signed_in_at);

-- NULL: never, as far as it is known.
ALTER TABLE idp_account ADD COLUMN signed_in_at BIGINT;
ALTER TABLE idp_account ADD COLUMN password_changed_at BIGINT;
`,
};
