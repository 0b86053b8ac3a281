import type { Db, Sql } from '../../db/db.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/duration.ts';
import type { WantedReport } from '../../domain/reports/report.ts';
import {
  isLostAccess,
  LOST_ACCESS_DAYS,
  type LostAccess,
  type ReportSchedule,
  type ScheduleProblemCode,
} from '../../domain/reports/schedule.ts';
import { nextReportMs } from '../../domain/reports/schedule-time.ts';
import { removeFormerOwners } from '../../notifications/applications/delegated-application.ts';
import { REPORT_TYPES } from '../../wire/reports/types/list.ts';
import { lockSeller } from '../report-owners.ts';
import type { Reports } from '../reports.ts';
import { dueSchedules, moveOn, removeSchedule } from './schedule-table.ts';

/** Those of them whose makers have lost access. Rejects when nobody can tell now: their reports are then started later. */
export type AskLostAccess = (schedules: readonly ReportSchedule[]) => Promise<ReadonlyMap<ReportSchedule, LostAccess>>;

export type StartParts = {
  readonly db: Db;
  readonly now: () => number;
  readonly reports: Pick<Reports, 'queue' | 'isSmall'>;
  readonly lostAccess: AskLostAccess;
};

const BATCH = 50;
/** Until a seller has fewer waiting reports. */
const RETRY_MS = 5 * MINUTE_MS;

/**
 * Asks for the reports that are due. A schedule and its report change in one transaction, so each is asked for once, by whichever worker
 * comes first. Runs that were missed while no worker ran are one report. Returns how many reports were asked for.
 */
export async function startDue(parts: StartParts): Promise<number> {
  const { db, now } = parts;
  let started = 0;
  for (;;) {
    const due = await dueSchedules(db, now(), BATCH);
    if (due.length === 0) return started;
    const lost = await parts.lostAccess(due);
    for (const schedule of due) if (await start(parts, schedule, lost.get(schedule))) started += 1;
    if (due.length < BATCH) return started;
  }
}

async function start(
  { db, now, reports }: StartParts,
  schedule: ReportSchedule,
  lost: LostAccess | undefined,
): Promise<boolean> {
  // A type of another version.
  const isKnown = REPORT_TYPES.includes(schedule.type);
  const isSmall = isKnown && lost === undefined && (await reports.isSmall(schedule));
  return db.transaction(async (tx) => {
    await lockSeller(tx, schedule.sellerId);
    const nowMs = now();
    const nextMs = nextReportMs(schedule.time, nowMs);
    const stop = (code: ScheduleProblemCode) => stopped(tx, schedule, { code, nextMs, nowMs });
    if (lost !== undefined || !isKnown) return stop(lost ?? 'NotPossible');
    const wanted = wantedBy(schedule, await lastDone(tx, schedule));
    // First: when another worker was first, nothing may be queued.
    if (!(await moveOn(tx, schedule, { nextMs, lastReportId: schedule.lastReportId, problem: undefined })))
      return false;
    const moved = { ...schedule, nextMs };
    let queued = await reports.queue(tx, wanted, { nowMs, isSmall });
    if ('rejected' in queued && queued.rejected === 'since')
      queued = await reports.queue(tx, { ...wanted, sinceId: undefined }, { nowMs, isSmall });
    if ('rejected' in queued)
      return stopped(tx, moved, {
        ...(queued.rejected === 'tooMany'
          ? { code: 'TooManyReports', nextMs: Math.min(nextMs, nowMs + RETRY_MS) }
          : { code: 'NotPossible', nextMs }),
        nowMs,
      });
    return moveOn(tx, moved, { nextMs, lastReportId: queued.id, problem: undefined });
  });
}

type Stop = { readonly code: ScheduleProblemCode; readonly nextMs: number; readonly nowMs: number };

/** It is looked at again at its next time. One whose maker has had no access for long is removed. */
async function stopped(tx: Sql, schedule: ReportSchedule, { code, nextMs, nowMs }: Stop): Promise<false> {
  const { problem: before, lastReportId } = schedule;
  const sinceMs = before?.code === code ? before.sinceMs : nowMs;
  if (isLostAccess(code) && nowMs - sinceMs > LOST_ACCESS_DAYS * DAY_MS) {
    await removeSchedule(tx, schedule);
    await removeFormerOwners(tx, schedule.sellerId);
  } else await moveOn(tx, schedule, { nextMs, lastReportId, problem: { code, sinceMs } });
  return false;
}

function wantedBy(schedule: ReportSchedule, sinceId: string | undefined): WantedReport {
  const { sellerId, application, clientId, memberId, type, marketplaceIds, parameters, format, locale } = schedule;
  return {
    ...{ sellerId, application, clientId, memberId, type, marketplaceIds, parameters, format, locale },
    ...{ sinceId, scheduleId: schedule.id },
  };
}

/** The report that the next one is compared with: one that failed has nothing to compare. */
async function lastDone(tx: Sql, { onlyChanges, sellerId, application, id }: ReportSchedule) {
  if (!onlyChanges) return undefined;
  const row = await tx.get<{ id: string }>(
    `SELECT id FROM report WHERE seller_id = $1 AND schedule_id = $2 AND COALESCE(application, '') = $3 AND state = 'DONE'
     ORDER BY seller_id DESC, id DESC LIMIT 1`,
    [sellerId, id, application ?? ''],
  );
  return row?.id;
}
