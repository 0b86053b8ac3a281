import { appendEntry } from '../../audit/entry-table.ts';
import type { NewAuditEntry } from '../../domain/audit/audit-entry.ts';
import type { OnApplied } from '../../market/apply-call.ts';
import { changedSchedules } from '../../market/records/changed-schedules.ts';

/** Schedules that an entry names; the others are counted. */
const MAX_NAMED = 100;

type Change = Pick<NewAuditEntry, 'who' | 'from' | 'requestId'> & {
  /** What changed them: `import`, say, and which one. */
  readonly by: Readonly<Record<string, unknown>>;
};

/**
 * Records in the audit log which fee schedules a transaction changed, whatever way they came in. The operation has a name of its own: so "who
 * changed the fee schedule last" is one read of an index, and not a search through the keys of all changes.
 */
export const recordSchedules =
  ({ by, ...actor }: Change, now: () => number): OnApplied =>
  (tx, records, outcomes) => {
    const schedules = changedSchedules(records, outcomes);
    if (schedules.length === 0) return undefined;
    const details = { ...by, count: schedules.length, feeSchedules: schedules.slice(0, MAX_NAMED) };
    return appendEntry(tx, { atMs: now(), ...actor, operation: 'changeFeeSchedules', outcome: 'done', details });
  };
