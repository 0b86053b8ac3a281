import type { Migration } from '../db/migration-plan.ts';

/**
 * Imports of market data (docs/operator-api.md). `market_import_turn` has one row, which all writers of a rule over several imports
 * update (decision 59): how many are open, and one at a time for each marketplace.
 *
 * `market_import.checked` and `applied` have counts of lines. `stocked`: the marketplaces that had items when it was first applied, so that
 * one that is begun again stays quiet where it was. `cancel_ms`: somebody wants it to end. `lease`: the process that works on it.
 *
 * `market_import_part` has the uploaded file, and the rejected lines, where there is no data folder for them (`DATABASE_URL`).
 */
export const imports: Migration = {
  name: '0032 imports',
  oldestProgram: 17,
  sql: `
    CREATE TABLE market_import_turn (
      id BIGINT PRIMARY KEY,
      changes BIGINT NOT NULL
    );

    CREATE TABLE market_import (
      id TEXT PRIMARY KEY,
      state TEXT NOT NULL,
      source TEXT NOT NULL,
      file_name TEXT NOT NULL,
      kind TEXT,
      quiet BIGINT,
      who_type TEXT NOT NULL,
      who TEXT NOT NULL,
      from_address TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      started_ms BIGINT,
      ended_ms BIGINT,
      bytes BIGINT NOT NULL,
      sha256 TEXT,
      read_bytes BIGINT NOT NULL,
      lines BIGINT NOT NULL,
      checked TEXT,
      applied TEXT,
      marketplaces TEXT NOT NULL,
      stocked TEXT,
      problem TEXT,
      cancel_ms BIGINT,
      starts BIGINT NOT NULL,
      lease BIGINT,
      lease_until_ms BIGINT
    );

    CREATE INDEX market_import_open ON market_import (state, created_ms)
      WHERE state IN ('UPLOADING', 'CHECK_QUEUED', 'CHECKING', 'CHECKED', 'APPLY_QUEUED', 'APPLYING');

    CREATE INDEX market_import_age ON market_import (created_ms);

    CREATE TABLE market_import_part (
      import_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      number BIGINT NOT NULL,
      bytes BYTEA NOT NULL,
      PRIMARY KEY (import_id, kind, number)
    );
  `,
};
