import { randomInt } from 'node:crypto';
import type { Db, Sql } from '../../db/db.ts';
import { MAX_RUNNING_REPORTS, type Report, type ReportFailure } from '../../domain/reports/report.ts';
import { lockSeller, openReports } from '../report-owners.ts';
import { type ReportRow, reportColumns, reportOf, type StoredReport } from '../report-table.ts';

/** How long others wait for a process that died. */
const LEASE_MS = 6_000;
/** How often a process that works on a report says so. */
export const EXTEND_EVERY_MS = 1_500;
/** A lease that ends so far ahead was made by a clock that was wrong. */
const MAX_AHEAD_MS = 60_000;
/** Reports that are looked at for the next one: a seller has 20 at most. */
const MAX_LOOKED_AT = 500;

/** Called in the transaction that makes a report DONE or FATAL. */
export type OnEnded = (tx: Sql, report: Report, nowMs: number) => Promise<void>;

export type ClaimedReport = { readonly report: StoredReport; readonly lease: number };

type Candidate = { id: string; seller_id: string; state: string };

/**
 * Takes the next report to work on: one that a process left behind, else of the seller with the fewest running ones the oldest.
 * `onlySmall`: those that need not wait behind large ones. Undefined: there is none.
 */
export async function claimReport(db: Db, nowMs: number, onlySmall: boolean): Promise<ClaimedReport | undefined> {
  const candidates = await candidatesOf(db, nowMs, onlySmall);
  for (const { id, seller_id: sellerId } of candidates) {
    const lease = randomInt(1, 2 ** 47);
    const report = await db.transaction((tx) => take(tx, { id, sellerId, lease, nowMs }));
    if (report !== undefined) return { report, lease };
  }
  return undefined;
}

/** Whether there is work, in one read. */
export async function hasWork(db: Db, nowMs: number): Promise<boolean> {
  return (await candidatesOf(db, nowMs, false)).length > 0;
}

/** As the index of open reports has it: SQLite uses that only for a condition that is written the same. */
const IS_OPEN = `state IN ('IN_QUEUE', 'IN_PROGRESS')`;

const isLeft = (now: string) => `(lease_until_ms <= ${now} OR lease_until_ms > ${now} + ${MAX_AHEAD_MS})`;

async function candidatesOf(sql: Sql, nowMs: number, onlySmall: boolean): Promise<Candidate[]> {
  const smallest = onlySmall ? 1 : 0;
  const running = await sql.all<Candidate & { is_left: number; is_small: number }>(
    `SELECT id, seller_id, state, is_small, CASE WHEN ${isLeft('$1')} THEN 1 ELSE 0 END AS is_left
     FROM report WHERE state = 'IN_PROGRESS' AND ${IS_OPEN} ORDER BY state, is_small, created_ms`,
    [nowMs],
  );
  const left = running.filter((one) => one.is_left === 1 && one.is_small >= smallest);
  const waiting = await sql.all<Candidate>(
    `SELECT id, seller_id, state FROM report WHERE state = 'IN_QUEUE' AND ${IS_OPEN} AND is_small >= $1
     ORDER BY state, is_small, created_ms LIMIT ${MAX_LOOKED_AT}`,
    [smallest],
  );
  const runningOf = new Map<string, number>();
  for (const { seller_id } of running) runningOf.set(seller_id, (runningOf.get(seller_id) ?? 0) + 1);
  const runs = ({ seller_id }: Candidate) => runningOf.get(seller_id) ?? 0;
  // Sorting is stable: among sellers with as many running ones the oldest comes first.
  const next = waiting.filter((one) => runs(one) < MAX_RUNNING_REPORTS).sort((a, b) => runs(a) - runs(b));
  return [...left, ...next];
}

type Taking = { id: string; sellerId: string; lease: number; nowMs: number };

async function take(tx: Sql, { id, sellerId, lease, nowMs }: Taking): Promise<StoredReport | undefined> {
  await lockSeller(tx, sellerId);
  const { running } = await openReports(tx, sellerId);
  const mayStart = running < MAX_RUNNING_REPORTS ? `state = 'IN_QUEUE' OR` : '';
  const row = await tx.get<ReportRow>(
    `UPDATE report SET state = 'IN_PROGRESS', lease = $2, lease_until_ms = $3, started_ms = COALESCE(started_ms, $4),
       starts = starts + 1
     WHERE id = $1 AND (${mayStart} (state = 'IN_PROGRESS' AND ${isLeft('$4')})) RETURNING ${reportColumns}`,
    [id, lease, nowMs + LEASE_MS, nowMs],
  );
  return row && reportOf(row);
}

/** What is known of a report that runs. */
export type ReportProgress = { readonly processed: number; readonly total: number | undefined };

/** False: the report was cancelled, or another process has it. */
export async function extendLease(
  db: Db,
  { report, lease }: ClaimedReport,
  { processed, total }: ReportProgress,
  nowMs: number,
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE report SET lease_until_ms = $3, processed = $4, total = $5
     WHERE id = $1 AND lease = $2 AND state = 'IN_PROGRESS'`,
    [report.id, lease, nowMs + LEASE_MS, processed, total ?? null],
  );
  return changed > 0;
}

/** Lets another process go on at once. */
export async function releaseReport(db: Db, { report, lease }: ClaimedReport): Promise<void> {
  await db.run(`UPDATE report SET lease_until_ms = 0 WHERE id = $1 AND lease = $2 AND state = 'IN_PROGRESS'`, [
    ...[report.id, lease],
  ]);
}

/** The report cannot be made. False: it is not this process's any more. */
export async function failReport(
  db: Db,
  { report, lease }: ClaimedReport,
  failure: ReportFailure,
  { nowMs, onEnded }: { readonly nowMs: number; readonly onEnded: OnEnded },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSeller(tx, report.sellerId);
    const changed = await tx.run(
      `UPDATE report SET state = 'FATAL', reason = $3, ended_ms = $4, lease = NULL, lease_until_ms = NULL
       WHERE id = $1 AND lease = $2 AND state = 'IN_PROGRESS'`,
      [report.id, lease, JSON.stringify(failure), nowMs],
    );
    if (changed > 0) await onEnded(tx, { ...report, state: 'FATAL', failure }, nowMs);
    return changed > 0;
  });
}
