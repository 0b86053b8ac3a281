import type { Migration } from '../db/migration-plan.ts';

/** The notices that were published about a secret or an access that ends: each once, whoever asks the provider, however often. */
export const credentialNotices: Migration = {
  name: '0023 credential notices',
  oldestProgram: 17,
  sql: `
    CREATE TABLE credential_notice (
      credential_id TEXT NOT NULL,
      days_before BIGINT NOT NULL,
      ends_ms BIGINT NOT NULL,
      PRIMARY KEY (credential_id, days_before)
    );
    CREATE INDEX credential_notice_end ON credential_notice (ends_ms);
  `,
};
