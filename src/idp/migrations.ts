import type { Migration, Release } from '../db/migration-plan.ts';
import { credentialNoticesMigration } from './credential-notices-migration.ts';
import { factorsMigration } from './factors-migration.ts';
import { membersMigration } from './members-migration.ts';
import { oldHashesMigration } from './old-hashes-migration.ts';
import { operatorTeamMigration } from './operator-team-migration.ts';
import { operatorsMigration } from './operators-migration.ts';
import { peopleMigration } from './people-migration.ts';
import { signInsMigration } from './sign-ins-migration.ts';
import { supportMigration } from './support/support-migration.ts';
import { throttleMigration } from './throttle-migration.ts';

/** The tables of the provider, in its own database. */
export const idpMigrations: Migration[] = [
  {
    name: '0001 idp',
    oldestProgram: 1,
    sql: `
-- Everything that lives for a while: tokens, codes, grants, sessions, interactions. Ids are hashed (sha-256): whoever
-- reads the table has no token. A grant's own row carries its id as grant_id too, so that one statement ends it whole.
CREATE TABLE idp_record (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  payload TEXT NOT NULL,
  grant_id TEXT,
  account_id TEXT,
  client_id TEXT,
  uid TEXT,
  created_at BIGINT NOT NULL,
  used_at BIGINT,
  consumed_at BIGINT,
  expires_at BIGINT,
  PRIMARY KEY (kind, id)
);
CREATE INDEX idp_record_grant ON idp_record (grant_id);
CREATE INDEX idp_record_account ON idp_record (account_id, kind);
CREATE INDEX idp_record_client ON idp_record (client_id);
CREATE INDEX idp_record_uid ON idp_record (uid);
CREATE INDEX idp_record_expiry ON idp_record (expires_at);

-- kind: 'seller' (its own application), 'operator', 'dynamic' (registered by itself, acts for sellers who consent).
CREATE TABLE idp_client (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT,
  seller_id TEXT,
  secret TEXT,
  payload TEXT NOT NULL,
  demo BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);

CREATE TABLE idp_account (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL,
  seller_id TEXT NOT NULL,
  demo BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);

-- What must outlive a restart and be the same in every process: cookie keys, the signing key, whether the demo was made.
CREATE TABLE idp_keeping (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
`,
  },
  {
    name: '0002 accounts of a seller',
    oldestProgram: 1,
    sql: `
-- The service asks by seller which applications still have a grant.
CREATE INDEX idp_account_seller ON idp_account (seller_id);
`,
  },
  {
    name: '0003 audit',
    oldestProgram: 1,
    sql: `
-- What npm run client changed, until it is in the audit log of the service: the same table as there.
CREATE TABLE audit_pending (
  entry_id TEXT PRIMARY KEY,
  at_ms BIGINT NOT NULL,
  who_type TEXT NOT NULL,
  who TEXT NOT NULL,
  source TEXT NOT NULL,
  operation TEXT NOT NULL,
  outcome TEXT NOT NULL,
  request_id TEXT,
  details TEXT NOT NULL
);
`,
  },
  {
    name: '0004 disabled',
    oldestProgram: 1,
    sql: `
-- Since when the operator does not let it sign in or get tokens; NULL while it may. What it was given stays, for \`enable\`.
ALTER TABLE idp_account ADD COLUMN disabled_at BIGINT;
ALTER TABLE idp_client ADD COLUMN disabled_at BIGINT;
`,
  },
  {
    name: '0005 demo secrets',
    oldestProgram: 4,
    sql: `
-- The first release stored a slow hash of the demo clients' secrets, which are public. These are of demosellersecret, demorivalsecret, demooperatorsecret.
UPDATE idp_client SET secret = 'sha256$hOjo1kftYux2QcNLUGHN9kc6CRooK7iUcjFk5v6vaV4'
  WHERE id = 'demoseller' AND demo = 1 AND secret LIKE 'scrypt$%';
UPDATE idp_client SET secret = 'sha256$NWz6Kf75CAu7dxxZBWD6i6EVwCSxdgNo6etI6dlWX1Y'
  WHERE id = 'demorival' AND demo = 1 AND secret LIKE 'scrypt$%';
UPDATE idp_client SET secret = 'sha256$xosG6AfisIEEuN2BOqUNn-hwA7xv-WPHc9NGJFbMywI'
  WHERE id = 'demooperator' AND demo = 1 AND secret LIKE 'scrypt$%';

-- The cleanup finds clients that were never used, or not for long, without reading all: anybody can register one.
CREATE INDEX idp_client_unused ON idp_client (created_at) WHERE kind = 'dynamic' AND used_at IS NULL;
CREATE INDEX idp_client_former ON idp_client (used_at) WHERE kind = 'dynamic';
`,
  },
  membersMigration,
  peopleMigration,
  {
    name: '0010 secrets',
    oldestProgram: 10,
    sql: `
-- The secrets of clients, as hashes: two work while one replaces the other. created_by: the member who created it on the pages.
CREATE TABLE idp_client_secret (
  id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES idp_client ON DELETE CASCADE,
  hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  created_by TEXT,
  expires_at BIGINT,
  used_at BIGINT
);
CREATE INDEX idp_client_secret_client ON idp_client_secret (client_id);
CREATE INDEX idp_client_secret_expiry ON idp_client_secret (expires_at);
INSERT INTO idp_client_secret (id, client_id, hash, created_at, used_at)
  SELECT id, id, secret, created_at, used_at FROM idp_client WHERE secret IS NOT NULL;
ALTER TABLE idp_client DROP COLUMN secret;

-- Every change of a client's secrets updates this first. verified_at: when the operator verified the application.
ALTER TABLE idp_client ADD COLUMN secrets_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE idp_client ADD COLUMN verified_at BIGINT;
`,
  },
  {
    name: '0011 operators',
    oldestProgram: 4,
    sql: `
-- The seller whose accounts, members, applications or grants the entry is about: it may read the entry.
ALTER TABLE audit_pending ADD COLUMN seller_id TEXT;
`,
  },
  {
    name: '0012 team',
    oldestProgram: 10,
    sql: `
-- The secrets that a member created, for the owner who removes the member.
CREATE INDEX idp_client_secret_creator ON idp_client_secret (created_by) WHERE created_by IS NOT NULL;
`,
  },
  {
    name: '0013 rights',
    oldestProgram: 13,
    sql: `
-- The rights of a seller's own application, with a space between them. NULL: the basic ones, as every application had before.
-- disabled_by: the member who disabled it on the pages. NULL: the operator did, so that only the operator enables it.
ALTER TABLE idp_client ADD COLUMN rights TEXT;
ALTER TABLE idp_client ADD COLUMN disabled_by TEXT;

-- A seller's own applications are found without reading all: anybody can register one.
CREATE INDEX idp_client_seller ON idp_client (seller_id) WHERE kind = 'seller';
`,
  },
  oldHashesMigration,
  signInsMigration,
  {
    name: '0016 who is disabled',
    oldestProgram: 16,
    sql: `
-- Also sellers whose applications were added since migration 0007: only a seller with a row can be disabled.
INSERT INTO idp_seller (seller_id, version, created_at)
  SELECT seller_id, 0, MIN(created_at) FROM idp_client
  WHERE kind = 'seller' AND seller_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM idp_seller s WHERE s.seller_id = idp_client.seller_id)
  GROUP BY seller_id;

-- The service asks which sellers are disabled.
CREATE INDEX idp_seller_disabled ON idp_seller (seller_id) WHERE disabled_at IS NOT NULL;
`,
  },
  factorsMigration,
  credentialNoticesMigration,
  operatorsMigration,
  operatorTeamMigration,
  supportMigration,
  throttleMigration,
];

/** What each release before this one knows. */
export const idpReleases: readonly Release[] = [
  { version: '0.1.0', last: 1 },
  { version: '0.2.0', last: 4 },
];
