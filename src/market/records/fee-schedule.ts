import type { Sql } from '../../db/db.ts';
import type { FeeSchedule, FeeScheduleKey } from '../../domain/fees/fee-schedule.ts';
import { writeTime } from '../../domain/time.ts';
import { rejectOtherCurrency } from './marketplace.ts';
import type { RecordRules } from './put-records.ts';
import type { RecordTable } from './record-table.ts';

/** The effective date is text of one form and sorts by time: the schedule in force is the last one that is not later than now. */
export const feeSchedules: RecordTable<FeeScheduleKey> = {
  name: 'fee_schedule',
  keyColumns: ['marketplace_id', 'effective_from'],
  keyOf: ({ marketplaceId, effectiveFromMs }) => [marketplaceId, writeTime(effectiveFromMs)],
};

export const feeScheduleRules: RecordRules<FeeSchedule, FeeScheduleKey> = {
  table: feeSchedules,
  rejectPut: rejectOtherCurrency,
};

/** The fee schedules of all marketplaces: an operator has a few a year. */
export async function allFeeSchedules(sql: Sql): Promise<FeeSchedule[]> {
  const rows = await sql.all<{ record: string }>(
    'SELECT record FROM fee_schedule ORDER BY marketplace_id, effective_from',
  );
  return rows.map(({ record }) => JSON.parse(record));
}

/** The fee schedules of these marketplaces, in any order. */
export async function feeSchedulesOf(sql: Sql, marketplaceIds: ReadonlySet<string>): Promise<FeeSchedule[]> {
  const rows = await sql.many<{ record: string }>(
    `SELECT fee_schedule.record FROM (VALUES {rows: text}) AS k
       JOIN fee_schedule ON fee_schedule.marketplace_id = k.column1`,
    Array.from(marketplaceIds, (id) => [id]),
  );
  return rows.map(({ record }) => JSON.parse(record));
}
