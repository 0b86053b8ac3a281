import type { Migration } from '../db/migration-plan.ts';

export const membersMigration: Migration = {
  name: '0007 members',
  oldestProgram: 7,
  sql: `
-- Every writer of members, invitations and ownership updates its seller's row, so that two of them never decide on the same
-- state: a seller with members always has an owner (decisions 52 and 59).
CREATE TABLE idp_seller (
  seller_id TEXT PRIMARY KEY,
  version BIGINT NOT NULL,
  disabled_at BIGINT,
  created_at BIGINT NOT NULL
);

-- A person (idp_account) who works for a seller. Grants and tokens belong to the member, sessions to the person. Every writer of
-- a member's grants updates its row: version counts that.
CREATE TABLE idp_member (
  id TEXT PRIMARY KEY,
  seller_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  role TEXT NOT NULL,
  version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (seller_id, account_id)
);
CREATE INDEX idp_member_account ON idp_member (account_id);

-- token is a hash. An invitation ends by expires_at, or when it is accepted or withdrawn: then its row is deleted.
CREATE TABLE idp_invitation (
  id TEXT PRIMARY KEY,
  seller_id TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL,
  invited_by TEXT NOT NULL,
  token TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  UNIQUE (seller_id, email)
);
CREATE UNIQUE INDEX idp_invitation_token ON idp_invitation (token);
CREATE INDEX idp_invitation_expiry ON idp_invitation (expires_at);

-- Until now an account belonged to one seller and had all its rights. The member's id is the account's, which grants and tokens have.
INSERT INTO idp_seller (seller_id, version, created_at)
  SELECT seller_id, 0, MIN(created_at) FROM idp_account GROUP BY seller_id;
INSERT INTO idp_seller (seller_id, version, created_at)
  SELECT seller_id, 0, MIN(created_at) FROM idp_client
  WHERE kind = 'seller' AND seller_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM idp_seller s WHERE s.seller_id = idp_client.seller_id)
  GROUP BY seller_id;
INSERT INTO idp_member (id, seller_id, account_id, role, version, created_at)
  SELECT id, seller_id, id, 'owner', 0, created_at FROM idp_account;
`,
};
