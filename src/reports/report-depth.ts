import type { Db } from '../db/db.ts';
import { HOUR_MS } from '../domain/duration.ts';
import { REPORT_FAILURES, type ReportFailure } from '../domain/reports/report.ts';

const MAX_COUNTED = 10_000;

/** How many reports wait and are being made, since when the oldest waits, and how many of the last hour failed, by code. */
export type ReportDepth = {
  readonly waiting: number;
  readonly running: number;
  readonly ageMs: number;
  readonly failed: ReadonlyMap<string, number>;
};

/** At most 10,000 of each are counted. */
export async function reportDepth(db: Db, nowMs: number): Promise<ReportDepth> {
  const count = (state: string) =>
    `(SELECT COUNT(*) FROM (SELECT 1 AS one FROM report WHERE state = '${state}' AND state IN ('IN_QUEUE', 'IN_PROGRESS')
        LIMIT ${MAX_COUNTED}) AS ${state.toLowerCase()})`;
  const open = await db.get<{ waiting: number; running: number; oldest: number | null }>(
    `SELECT ${count('IN_QUEUE')} AS waiting, ${count('IN_PROGRESS')} AS running,
       (SELECT MIN(created_ms) FROM (SELECT created_ms FROM report WHERE state = 'IN_QUEUE' AND state IN ('IN_QUEUE', 'IN_PROGRESS')
          LIMIT ${MAX_COUNTED}) AS oldest) AS oldest`,
  );
  const reasons = await db.all<{ reason: string | null }>(
    `SELECT reason FROM report WHERE created_ms >= $1 AND state = 'FATAL' ORDER BY created_ms LIMIT ${MAX_COUNTED}`,
    [nowMs - HOUR_MS],
  );
  const failed = new Map<string, number>(REPORT_FAILURES.map((code) => [code, 0]));
  for (const { reason } of reasons) {
    const { code } = JSON.parse(reason ?? '{}') as Partial<ReportFailure>;
    if (code !== undefined) failed.set(code, (failed.get(code) ?? 0) + 1);
  }
  const ageMs = Math.max(0, nowMs - (open?.oldest ?? nowMs));
  return { waiting: open?.waiting ?? 0, running: open?.running ?? 0, ageMs, failed };
}
