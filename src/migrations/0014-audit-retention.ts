import type { Migration } from '../db/migration-plan.ts';

/**
 * What retention removes from the audit log is written in the log itself (`audit/retention.ts`). Until now a service fact said where the
 * log begins, and the triggers believed it: a user with write access to that row could remove entries without a trace. They believed the mark
 * of a move, too. Neither opens anything any more:
 *
 * - An entry is removed only while the newest entry is a `retention` entry that names it, and only when it is as old as that entry says,
 *   by the clock of the engine. Half a day is left for the store's clock to differ from it; `AUDIT_DAYS` is at least one day. The
 *   digest of the last one that goes is compared, because the chain goes on from there. That entry cannot name itself: one always
 *   stays that tells of the removal. What it says must be numbers: SQLite counts the text 'x' as larger than 1, and as 0 in a product, and
 *   PostgreSQL has the number NaN.
 * - The function of PostgreSQL reads the table that it protects, not one of that name (a temporary one) in the path of a session.
 * - SQLite runs no trigger for a row that `INSERT OR REPLACE` removes: a row that would take the place of another is refused.
 *
 * Where a log of an earlier version begins is known from its fact alone. An entry says so from now on, and that it is not proven.
 *
 * A worker of the version before cannot remove entries any more: it logs a warning, and those of this version do its work.
 */
export const auditRetention: Migration = {
  name: '0014 audit retention',
  oldestProgram: 3,
  sql: `
    {postgres: CREATE OR REPLACE FUNCTION audit_entry_is_fixed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
      AS $audit$ DECLARE newest RECORD; removed JSON; BEGIN
      IF TG_OP = 'DELETE' THEN
        EXECUTE format('SELECT number, operation, details FROM %I.%I ORDER BY number DESC LIMIT 1', TG_TABLE_SCHEMA, TG_TABLE_NAME)
          INTO newest; removed := CAST(newest.details AS JSON); IF newest.operation = 'retention'
          AND json_typeof(removed -> 'first') = 'number' AND json_typeof(removed -> 'last') = 'number'
          AND json_typeof(removed -> 'olderThanDays') = 'number'
          AND CAST(removed ->> 'last' AS BIGINT) < newest.number
          AND OLD.number BETWEEN CAST(removed ->> 'first' AS BIGINT) AND CAST(removed ->> 'last' AS BIGINT)
          AND (OLD.number < CAST(removed ->> 'last' AS BIGINT) OR OLD.digest = removed ->> 'digest')
          AND OLD.at_ms < extract(EPOCH FROM clock_timestamp()) * 1000
                          - greatest(CAST(removed ->> 'olderThanDays' AS NUMERIC), 1) * 86400000 + 43200000
        THEN RETURN OLD; END IF; END IF; RAISE EXCEPTION 'The audit log is only appended to.'; END $audit$}
    {sqlite: DROP TRIGGER audit_entry_delete};

    {postgres: SELECT 1}
    {sqlite: CREATE TRIGGER audit_entry_delete BEFORE DELETE ON audit_entry WHEN NOT EXISTS (
      SELECT 1 FROM (SELECT number, operation, details AS removed FROM audit_entry ORDER BY number DESC LIMIT 1)
      WHERE operation = 'retention' AND json_type(removed, '$.olderThanDays') IN ('integer', 'real')
        AND json_type(removed, '$.first') = 'integer' AND json_type(removed, '$.last') = 'integer'
        AND json_extract(removed, '$.last') < number
        AND OLD.number BETWEEN json_extract(removed, '$.first') AND json_extract(removed, '$.last')
        AND (OLD.number < json_extract(removed, '$.last') OR OLD.digest = json_extract(removed, '$.digest'))
        AND OLD.at_ms < unixepoch('subsec') * 1000
                        - max(json_extract(removed, '$.olderThanDays'), 1) * 86400000 + 43200000
    ) BEGIN SELECT RAISE(ABORT, 'The audit log is only appended to.'); END};

    {postgres: SELECT 1}
    {sqlite: CREATE TRIGGER audit_entry_replace BEFORE INSERT ON audit_entry WHEN EXISTS (
      SELECT 1 FROM audit_entry WHERE number = NEW.number OR entry_id = NEW.entry_id
    ) BEGIN SELECT RAISE(ABORT, 'The audit log is only appended to.'); END};

    INSERT INTO audit_pending (entry_id, at_ms, who_type, who, source, operation, outcome, details)
      SELECT '000000000horizon',
             {postgres: CAST(extract(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)} {sqlite: CAST(unixepoch('subsec') * 1000 AS BIGINT)},
             'service', 'migration', 'unknown', 'retention', 'done',
             '{"first":1,"last":' || number || ',"count":' || number || ',"digest":"' || digest || '","isUnproven":true}'
        FROM (SELECT {postgres: split_part(value, ' ', 1)} {sqlite: CAST(value AS INTEGER)} AS number,
                     {postgres: split_part(value, ' ', 2)} {sqlite: substr(value, instr(value, ' ') + 1)} AS digest
                FROM service_fact WHERE name = 'audit horizon'
                 AND value {postgres: ~ '^[1-9][0-9]* [0-9a-f]+$'} {sqlite: GLOB '[1-9]* [0-9a-f]*' AND value NOT GLOB '*[^0-9a-f ]*'}) AS horizon;
  `,
};
