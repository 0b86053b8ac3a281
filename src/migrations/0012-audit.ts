import type { Migration } from '../db/migration-plan.ts';

/**
 * The audit log: who changed what as the operator.
 *
 * A change writes its row of `audit_pending` in its own transaction, so that there is no change without one, and none waits for
 * another. Sealing moves these rows to `audit_entry`, which gives each a number without gaps and the digest of itself and the
 * digest before it: one chain, without a row that all changes of the market would write. `entry_id` lets a row be sent twice.
 *
 * `audit_entry` is only appended to. The triggers refuse updates, and the removal of what retention has not released: the number
 * in the service fact `audit horizon`. A copy that a move has not finished can be emptied.
 */
export const audit: Migration = {
  name: '0012 audit',
  oldestProgram: 3,
  sql: `
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

    CREATE TABLE audit_entry (
      number BIGINT PRIMARY KEY,
      entry_id TEXT NOT NULL UNIQUE,
      at_ms BIGINT NOT NULL,
      who_type TEXT NOT NULL,
      who TEXT NOT NULL,
      source TEXT NOT NULL,
      operation TEXT NOT NULL,
      outcome TEXT NOT NULL,
      request_id TEXT,
      details TEXT NOT NULL,
      digest TEXT NOT NULL
    );

    CREATE INDEX audit_entry_time ON audit_entry (at_ms, number);

    CREATE INDEX audit_entry_who ON audit_entry (who, at_ms, number);

    CREATE INDEX audit_entry_operation ON audit_entry (operation, at_ms, number);

    {postgres: CREATE FUNCTION audit_entry_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $audit$ BEGIN
      IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM service_fact WHERE name = 'move'
          OR (name = 'audit horizon' AND CAST(split_part(value, ' ', 1) AS BIGINT) >= OLD.number))
      THEN RETURN OLD; END IF; RAISE EXCEPTION 'The audit log is only appended to.'; END $audit$}
    {sqlite: CREATE TRIGGER audit_entry_delete BEFORE DELETE ON audit_entry WHEN NOT EXISTS (
      SELECT 1 FROM service_fact WHERE name = 'move' OR (name = 'audit horizon' AND CAST(value AS INTEGER) >= OLD.number)
    ) BEGIN SELECT RAISE(ABORT, 'The audit log is only appended to.'); END};

    {postgres: CREATE TRIGGER audit_entry_change BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_is_fixed()}
    {sqlite: CREATE TRIGGER audit_entry_update BEFORE UPDATE ON audit_entry BEGIN SELECT RAISE(ABORT, 'The audit log is only appended to.'); END};

    {postgres: CREATE TRIGGER audit_entry_truncate BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_is_fixed()}
    {sqlite: SELECT 1};
  `,
};
