import { hash } from 'node:crypto';
import { type MarketRecord, writeRecord } from '../../domain/market/records/market-record.ts';
import { writeTime } from '../../domain/time.ts';
import { type ChangeOutcome, effectOf } from './record-change.ts';

/** What became of a fee schedule: its version and the digest of its record, and nothing of what it charges. */
export type ScheduleChange = {
  readonly effect: 'added' | 'changed' | 'removed';
  readonly marketplaceId: string;
  readonly effectiveFrom: string;
  /** Undefined: it was removed. */
  readonly scheduleId?: string;
  readonly version?: string;
  readonly sha256?: string;
};

/** The fee schedules that a transaction changed, in the order of its records. */
export function changedSchedules(
  records: readonly MarketRecord[],
  outcomes: readonly ChangeOutcome[],
): ScheduleChange[] {
  return records.flatMap((record, n) => {
    if (record.kind !== 'feeSchedule') return [];
    const effect = effectOf(outcomes[n] as ChangeOutcome);
    if (effect !== 'added' && effect !== 'changed' && effect !== 'removed') return [];
    const { marketplaceId, effectiveFromMs } = record.op === 'upsert' ? record.value : record.key;
    const schedule = { effect, marketplaceId, effectiveFrom: writeTime(effectiveFromMs) };
    if (record.op !== 'upsert') return [schedule];
    const { scheduleId, version } = record.value;
    return [{ ...schedule, scheduleId, version, sha256: hash('sha256', JSON.stringify(writeRecord(record))) }];
  });
}
