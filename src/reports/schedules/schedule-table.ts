import type { Row, Sql } from '../../db/db.ts';
import type { ReportFormat } from '../../domain/reports/report.ts';
import type { ReportSchedule } from '../../domain/reports/schedule.ts';
import type { ReportAccess } from '../report-table.ts';

type ScheduleRow = {
  seller_id: string;
  /** '' for the seller's own. */
  application: string;
  id: string;
  client_id: string;
  member_id: string | null;
  type: string;
  marketplace_ids: string;
  parameters: string;
  format: ReportFormat;
  locale: string | null;
  only_changes: number;
  weekday: number | null;
  hour: number;
  time_zone: string;
  created_ms: number;
  changed_ms: number;
  next_ms: number;
  last_report_id: string | null;
  problem: string | null;
};

const columns =
  'seller_id, application, id, client_id, member_id, type, marketplace_ids, parameters, format, locale, only_changes, weekday, ' +
  'hour, time_zone, created_ms, changed_ms, next_ms, last_report_id, problem';

/** Names one schedule. */
export type ScheduleKey = Pick<ReportSchedule, 'sellerId' | 'application' | 'id'>;

const keyOf = ({ sellerId, application = '', id }: ScheduleKey): Row => [sellerId, application, id];

export async function scheduleBy(sql: Sql, key: ScheduleKey): Promise<ReportSchedule | undefined> {
  const row = await sql.get<ScheduleRow>(
    `SELECT ${columns} FROM report_schedule WHERE seller_id = $1 AND application = $2 AND id = $3`,
    keyOf(key),
  );
  return row && scheduleOf(row);
}

/** The seller sees those of its applications, too; an application only its own (decision 38). */
export async function schedulesOf(sql: Sql, { sellerId, application = '' }: ReportAccess): Promise<ReportSchedule[]> {
  const rows = await sql.all<ScheduleRow>(
    `SELECT ${columns} FROM report_schedule WHERE seller_id = $1 AND ($2 = '' OR application = $2)
     ORDER BY seller_id, application, id`,
    [sellerId, application],
  );
  return rows.map(scheduleOf);
}

export async function countSchedules(sql: Sql, sellerId: string): Promise<number> {
  const row = await sql.get<{ n: number }>('SELECT COUNT(*) AS n FROM report_schedule WHERE seller_id = $1', [
    sellerId,
  ]);
  return row?.n ?? 0;
}

/** Adds a schedule, or replaces the one with its key. */
export async function putSchedule(tx: Sql, schedule: ReportSchedule): Promise<void> {
  const { time, lastReportId = null } = schedule;
  await tx.run(
    `INSERT INTO report_schedule (${columns})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, NULL)
     ON CONFLICT (seller_id, application, id) DO UPDATE SET client_id = $4, member_id = $5, type = $6, marketplace_ids = $7,
       parameters = $8, format = $9, locale = $10, only_changes = $11, weekday = $12, hour = $13, time_zone = $14,
       changed_ms = $16, next_ms = $17, last_report_id = $18, problem = NULL`,
    [
      ...keyOf(schedule),
      ...[schedule.clientId, schedule.memberId ?? null, schedule.type, JSON.stringify(schedule.marketplaceIds)],
      ...[JSON.stringify(schedule.parameters), schedule.format, schedule.locale ?? null],
      ...[schedule.onlyChanges ? 1 : 0, time.weekday ?? null, time.hour, time.timeZone],
      ...[schedule.createdMs, schedule.changedMs, schedule.nextMs, lastReportId],
    ],
  );
}

export async function removeSchedule(tx: Sql, key: ScheduleKey): Promise<number> {
  return tx.run('DELETE FROM report_schedule WHERE seller_id = $1 AND application = $2 AND id = $3', keyOf(key));
}

/** Those that are due, the oldest first. */
export async function dueSchedules(sql: Sql, nowMs: number, limit: number): Promise<ReportSchedule[]> {
  const rows = await sql.all<ScheduleRow>(
    `SELECT ${columns} FROM report_schedule WHERE next_ms <= $1 ORDER BY next_ms LIMIT $2`,
    [nowMs, limit],
  );
  return rows.map(scheduleOf);
}

/** What became of a report that was due. */
export type Started = Pick<ReportSchedule, 'nextMs' | 'lastReportId' | 'problem'>;

/** False: another worker was first, or the schedule was changed meanwhile. */
export async function moveOn(tx: Sql, schedule: ReportSchedule, started: Started): Promise<boolean> {
  const problem = started.problem === undefined ? null : JSON.stringify(started.problem);
  const changed = await tx.run(
    `UPDATE report_schedule SET next_ms = $6, last_report_id = $7, problem = $8
     WHERE seller_id = $1 AND application = $2 AND id = $3 AND next_ms = $4 AND changed_ms = $5`,
    [
      ...keyOf(schedule),
      ...[schedule.nextMs, schedule.changedMs, started.nextMs, started.lastReportId ?? null, problem],
    ],
  );
  return changed === 1;
}

function scheduleOf(row: ScheduleRow): ReportSchedule {
  return {
    ...{ sellerId: row.seller_id, application: row.application === '' ? undefined : row.application, id: row.id },
    ...{ clientId: row.client_id, memberId: row.member_id ?? undefined, type: row.type, format: row.format },
    marketplaceIds: JSON.parse(row.marketplace_ids),
    parameters: JSON.parse(row.parameters),
    locale: row.locale ?? undefined,
    onlyChanges: row.only_changes === 1,
    time: { weekday: row.weekday ?? undefined, hour: row.hour, timeZone: row.time_zone },
    ...{ createdMs: row.created_ms, changedMs: row.changed_ms, nextMs: row.next_ms },
    lastReportId: row.last_report_id ?? undefined,
    problem: row.problem === null ? undefined : JSON.parse(row.problem),
  };
}
