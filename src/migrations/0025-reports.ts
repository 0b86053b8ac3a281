import type { Migration } from '../db/migration-plan.ts';

/**
 * Reports (decision 54). `report_owner` has a row for each seller with reports, and one with an empty name for the whole installation:
 * the rows that all writers of a rule over several reports update (decision 59).
 *
 * `report.application`: the delegated application that asked for it, and alone sees it beside the seller; null: the seller's. `is_small`:
 * it does not wait behind large ones. `starts`: how often the work began; `lease`: the process that works on it. `instant_ms` and `sequence`: when the report is true, and the seller's last event then. `base` bytes tell
 * what each line was, for a later report that asks `since` this one.
 *
 * `report_part` has the files of reports where there is no data folder for them (`DATABASE_URL`), in pieces.
 *
 * `report_schedule.next_ms`: when the next report is due. `last_report_id`: the one that the next one is compared with.
 *
 * `item_event` is the id of the last event that was queued for an item, kept after the event was addressed: its revision. It is not a
 * column of `board`, whose rows are large, and which would be written twice.
 */
export const reports: Migration = {
  name: '0025 reports',
  oldestProgram: 17,
  sql: `
    CREATE TABLE item_event (
      marketplace_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      revision BIGINT NOT NULL,
      PRIMARY KEY (marketplace_id, item_id)
    ) {sqlite: WITHOUT ROWID};

    CREATE TABLE report_owner (
      owner TEXT PRIMARY KEY,
      changes BIGINT NOT NULL
    );

    CREATE TABLE report (
      id TEXT PRIMARY KEY,
      document_id TEXT NOT NULL,
      seller_id TEXT NOT NULL,
      application TEXT,
      client_id TEXT NOT NULL,
      member_id TEXT,
      schedule_id TEXT,
      type TEXT NOT NULL,
      marketplace_ids TEXT NOT NULL,
      parameters TEXT NOT NULL,
      format TEXT NOT NULL,
      locale TEXT,
      since_id TEXT,
      state TEXT NOT NULL,
      reason TEXT,
      is_small BIGINT NOT NULL,
      created_ms BIGINT NOT NULL,
      started_ms BIGINT,
      ended_ms BIGINT,
      starts BIGINT NOT NULL,
      lease BIGINT,
      lease_until_ms BIGINT,
      copied_ms BIGINT,
      instant_ms BIGINT,
      sequence BIGINT,
      versions TEXT,
      processed BIGINT NOT NULL,
      total BIGINT,
      lines BIGINT,
      removed BIGINT,
      bytes BIGINT NOT NULL,
      gzip_bytes BIGINT,
      kept_bytes BIGINT NOT NULL,
      digest TEXT,
      stored_in TEXT
    );

    CREATE UNIQUE INDEX report_document ON report (document_id);

    CREATE INDEX report_of_seller ON report (seller_id, id);

    CREATE INDEX report_open ON report (seller_id, state) WHERE state IN ('IN_QUEUE', 'IN_PROGRESS');

    CREATE INDEX report_queue ON report (state, is_small, created_ms) WHERE state IN ('IN_QUEUE', 'IN_PROGRESS');

    CREATE INDEX report_age ON report (created_ms);

    CREATE TABLE report_part (
      report_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      number BIGINT NOT NULL,
      bytes BYTEA NOT NULL,
      PRIMARY KEY (report_id, kind, number)
    );

    CREATE TABLE report_schedule (
      seller_id TEXT NOT NULL,
      application TEXT NOT NULL,
      id TEXT NOT NULL,
      client_id TEXT NOT NULL,
      member_id TEXT,
      type TEXT NOT NULL,
      marketplace_ids TEXT NOT NULL,
      parameters TEXT NOT NULL,
      format TEXT NOT NULL,
      locale TEXT,
      only_changes BIGINT NOT NULL,
      weekday BIGINT,
      hour BIGINT NOT NULL,
      time_zone TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      changed_ms BIGINT NOT NULL,
      next_ms BIGINT NOT NULL,
      last_report_id TEXT,
      problem TEXT,
      PRIMARY KEY (seller_id, application, id)
    );

    CREATE INDEX report_schedule_due ON report_schedule (next_ms);
  `,
};
