import type { Migration } from '../db/migration-plan.ts';

export const credentialNoticesMigration: Migration = {
  name: '0018 credential notices',
  oldestProgram: 17,
  sql: `
-- The notices that were queued as e-mails about a secret or an access that ends: each once.
CREATE TABLE idp_credential_notice (
  credential_id TEXT NOT NULL,
  days_before BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  PRIMARY KEY (credential_id, days_before)
);
CREATE INDEX idp_credential_notice_end ON idp_credential_notice (ends_at);

-- Secrets and accesses in the order of their ends.
DROP INDEX idp_client_secret_expiry;
CREATE INDEX idp_client_secret_end ON idp_client_secret (expires_at, id);
CREATE INDEX idp_record_grant_end ON idp_record (expires_at, id) WHERE kind = 'Grant' AND expires_at IS NOT NULL;
`,
};
