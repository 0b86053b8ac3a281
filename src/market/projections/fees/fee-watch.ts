import type { Sql } from '../../../db/db.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import type { FeeSchedule } from '../../../domain/fees/fee-schedule.ts';
import { firstKnown, type KnownFees, lookAtFees } from '../../../domain/fees/fee-watch.ts';
import type { MarketChange } from '../../decisions/market-change.ts';
import { feeSchedulesOf } from '../../records/fee-schedule.ts';
import { addTask } from './fee-tasks.ts';

/** A changed schedule: its key, and the record before. Undefined: there was none. */
type ScheduleChange = { marketplaceId: string; effectiveFromMs: number; before: FeeSchedule | undefined };

/** A look that is due so far ahead was planned by a clock that was wrong. */
const MAX_AHEAD_MS = 2 * DAY_MS;

/** Has the worker announce to sellers what changed fee schedules mean for them. */
export function projectFees(tx: Sql, { records, context, now }: MarketChange): Promise<void> {
  const changes = records.flatMap((change): ScheduleChange[] => {
    if (change.kind !== 'feeSchedule') return [];
    const { marketplaceId, effectiveFromMs } = (change.after ?? change.before) as FeeSchedule;
    return [{ marketplaceId, effectiveFromMs, before: change.before }];
  });
  return recordScheduleChanges(tx, changes, now, context.isQuiet);
}

/**
 * Records that schedules changed, in the transaction that changes them: the worker compares them with what sellers know. A quiet change
 * becomes known without an event. If another change is still to be announced then, the whole difference is.
 */
async function recordScheduleChanges(
  tx: Sql,
  changes: readonly ScheduleChange[],
  now: number,
  isQuiet: (marketplaceId: string) => boolean,
): Promise<void> {
  for (const [marketplaceId, ofOne] of Map.groupBy(changes, (change) => change.marketplaceId)) {
    const row = await lockWatch(tx, marketplaceId);
    const schedules = await schedulesOf(tx, marketplaceId);
    const before = schedulesBefore(schedules, ofOne);
    const known = row ?? firstKnown(before, now);
    const isPending = lookAtFees(known, before, now).news.length > 0;
    if (!isQuiet(marketplaceId) || isPending) await setWatch(tx, marketplaceId, known, 0);
    else {
      const look = lookAtFees(known, schedules, now);
      await setWatch(tx, marketplaceId, look.known, look.nextMs);
    }
  }
}

/** The schedules before these changes. Of one that changed more than once, what it was before the first change. */
function schedulesBefore(after: readonly FeeSchedule[], changes: readonly ScheduleChange[]): FeeSchedule[] {
  const before = new Map<number, FeeSchedule | undefined>();
  for (const change of changes) {
    if (!before.has(change.effectiveFromMs)) before.set(change.effectiveFromMs, change.before);
  }
  const others = after.filter(({ effectiveFromMs }) => !before.has(effectiveFromMs));
  return [...others, ...Array.from(before.values()).filter((schedule) => schedule !== undefined)];
}

/** Where a look is due: `next_ms` has come, or cannot be right. Parameters: see `dueTimes`. */
const IS_DUE = '(next_ms <= $1 OR next_ms > $2)';
const dueTimes = (nowMs: number) => [nowMs, nowMs + MAX_AHEAD_MS];

/** Whether there is anything to do, in any range: one read. */
export async function isFeeWorkDue(sql: Sql, nowMs: number): Promise<boolean> {
  const found = await sql.get(
    `SELECT 1 AS found FROM fee_watch WHERE ${IS_DUE} UNION ALL SELECT 1 FROM fee_task
     UNION ALL SELECT 1 FROM fee_walk LIMIT 1`,
    dueTimes(nowMs),
  );
  return found !== undefined;
}

/** Compares one marketplace that is due with what its sellers know, and queues what differs. False: none is due. */
export async function lookAtNext(tx: Sql, nowMs: number): Promise<boolean> {
  const due = await tx.get<{ id: string }>(
    `SELECT marketplace_id AS id FROM fee_watch WHERE ${IS_DUE} ORDER BY marketplace_id LIMIT 1`,
    dueTimes(nowMs),
  );
  if (due === undefined) return false;
  // First the lock: a change that is not committed yet is seen after it, or makes the marketplace due again.
  const known = await lockWatch(tx, due.id);
  const schedules = await schedulesOf(tx, due.id);
  const look = lookAtFees(known ?? firstKnown(schedules, nowMs), schedules, nowMs);
  if (look.news.length > 0) await addTask(tx, { marketplaceId: due.id, atMs: nowMs, news: look.news });
  if (schedules.length === 0) await tx.run('DELETE FROM fee_watch WHERE marketplace_id = $1', [due.id]);
  else await setWatch(tx, due.id, look.known, look.nextMs);
  return true;
}

/** What sellers of a marketplace know, if anybody has looked. Its row, made if there is none, is locked until the transaction ends. */
async function lockWatch(tx: Sql, marketplaceId: string): Promise<KnownFees | undefined> {
  const row = await tx.get<{ known: string | null }>(
    `INSERT INTO fee_watch (marketplace_id, next_ms) VALUES ($1, 0)
     ON CONFLICT (marketplace_id) DO UPDATE SET next_ms = fee_watch.next_ms RETURNING known`,
    [marketplaceId],
  );
  return row?.known == null ? undefined : JSON.parse(row.known);
}

async function setWatch(tx: Sql, marketplaceId: string, known: KnownFees, nextMs: number): Promise<void> {
  await tx.run('UPDATE fee_watch SET next_ms = $2, known = $3 WHERE marketplace_id = $1', [
    ...[marketplaceId, nextMs, JSON.stringify(known)],
  ]);
}

const schedulesOf = (tx: Sql, marketplaceId: string) => feeSchedulesOf(tx, new Set([marketplaceId]));
