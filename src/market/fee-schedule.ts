import type { Sql } from '../db/db.ts';
import type { FeeSchedule, FeeScheduleKey } from '../domain/fees/fee-schedule.ts';
import { writeTime } from '../domain/time.ts';
import type { RecordTable } from './record-table.ts';

/** The effective date as text of one form: it sorts by time, so the schedule in force is the last one not after a moment. */
export const feeSchedules: RecordTable<FeeSchedule, FeeScheduleKey> = {
  name: 'fee_schedule',
  keyColumns: ['marketplace_id', 'effective_from'],
  keyOf: ({ marketplaceId, effectiveFromMs }) => [marketplaceId, writeTime(effectiveFromMs)],
};

/** All of them, of all marketplaces: an operator has a few a year. */
export async function allFeeSchedules(sql: Sql): Promise<FeeSchedule[]> {
  const rows = await sql.all<{ record: string }>(
    'SELECT record FROM fee_schedule ORDER BY marketplace_id, effective_from',
  );
  return rows.map(({ record }) => JSON.parse(record));
}
