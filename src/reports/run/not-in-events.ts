import type { Sql } from '../../db/db.ts';
import { changesBetween } from '../../domain/reports/not-in-events.ts';
import type { NotInEvents, ReportVersions } from '../../domain/reports/report.ts';
import { quietChangesIn } from '../../market/projections/events/quiet-changes.ts';
import { lastReportLike, type StoredReport } from '../report-table.ts';

/**
 * What came between the report that this one follows and this one, and is in no event (decision 54). Read in the snapshot: a report that
 * goes on after a crash says the same. Undefined: there is no earlier report, or the type is not about a market that events follow.
 */
export async function notInEvents(
  snapshot: Sql,
  report: StoredReport,
  versions: ReportVersions,
): Promise<NotInEvents | undefined> {
  if (Object.keys(versions).length === 0) return undefined;
  const earlier = await lastReportLike(snapshot, report);
  if (earlier?.instant === undefined) return undefined;
  const marketplaces = [];
  for (const marketplaceId of report.marketplaceIds) {
    const { lastMs } = await quietChangesIn(snapshot, marketplaceId);
    marketplaces.push({ marketplaceId, lastMs });
  }
  const { instant, id } = earlier;
  return {
    ...{ reportId: id, instantMs: instant.instantMs, sequence: instant.sequence },
    changes: changesBetween(instant.versions, versions, marketplaces),
  };
}
