import type { FeeSchedule, FeeScheduleKey } from '../domain/fee-schedule.ts';
import { writeTime } from '../domain/time.ts';
import type { RecordTable } from './record-table.ts';

/** The effective date as text of one form: it sorts by time, so the schedule in force is the last one not after a moment. */
export const feeSchedules: RecordTable<FeeSchedule, FeeScheduleKey> = {
  name: 'fee_schedule',
  keyColumns: ['marketplace_id', 'effective_from'],
  keyOf: ({ marketplaceId, effectiveFromMs }) => [marketplaceId, writeTime(effectiveFromMs)],
};
