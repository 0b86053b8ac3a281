import type { Sql } from '../../db/db.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { ReportSchedule } from '../../domain/reports/schedule.ts';
import { recordOwner } from '../../notifications/applications/delegated-application.ts';

/** Those of the schedules whose applications have shown no valid token of their seller for `days`. */
export async function unusedAmong(
  sql: Sql,
  schedules: readonly ReportSchedule[],
  nowMs: number,
  days: number,
): Promise<ReadonlySet<ReportSchedule>> {
  const unused = new Set<ReportSchedule>();
  for (const one of schedules) {
    const { sellerId, application } = one;
    if (application === undefined) continue;
    const row = await sql.get<{ used_ms: number }>(
      'SELECT used_ms FROM delegated_application WHERE seller_id = $1 AND application = $2',
      [sellerId, application],
    );
    // An older version did not record the makers of schedules: the days count from here.
    if (row === undefined) await recordOwner(sql, sellerId, application, nowMs);
    else if (row.used_ms + days * DAY_MS <= nowMs) unused.add(one);
  }
  return unused;
}
