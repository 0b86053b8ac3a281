import type { Migration } from '../../db/migration-plan.ts';

export const supportMigration: Migration = {
  name: '0021 support sessions',
  oldestProgram: 20,
  sql: `
-- A person of the operator sees the console as one seller (decision 55). token: the digest of the token, null when it is accepted no more.
-- ended_by: 'owner', 'operator' or 'sign-in' (of the operator, which ended).
CREATE TABLE idp_support_session (
  id TEXT PRIMARY KEY,
  seller_id TEXT NOT NULL,
  operator_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  token TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT,
  ended_by TEXT
);
CREATE UNIQUE INDEX idp_support_session_token ON idp_support_session (token) WHERE token IS NOT NULL;
CREATE INDEX idp_support_session_seller ON idp_support_session (seller_id, created_at, id);
CREATE INDEX idp_support_session_time ON idp_support_session (created_at, id);
CREATE INDEX idp_support_session_operator ON idp_support_session (operator_id) WHERE token IS NOT NULL;
CREATE INDEX idp_support_session_expiry ON idp_support_session (expires_at);
`,
};
