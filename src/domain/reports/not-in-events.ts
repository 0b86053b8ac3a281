import type { ReportVersions, UnpublishedChange } from './report.ts';

/** The names of versions in reports about a market. */
export const quietChangesVersion = (marketplaceId: string): string => `quietChanges ${marketplaceId}`;
export const feesVersion = (marketplaceId: string): string => `fees ${marketplaceId}`;

/** A marketplace of a report: what was changed there without events, and the last time. */
type QuietTime = { readonly marketplaceId: string; readonly lastMs: number | undefined };

/** What the versions of two reports say of the time between them, in the marketplaces that both are about. */
export function changesBetween(
  before: ReportVersions,
  now: ReportVersions,
  marketplaces: readonly QuietTime[],
): UnpublishedChange[] {
  return marketplaces.flatMap(({ marketplaceId, lastMs }): UnpublishedChange[] => {
    const quiet = quietChangesVersion(marketplaceId);
    const [earlier, later] = [before[quiet], now[quiet]];
    // The earlier report was about other marketplaces, or of a version that did not count.
    if (typeof earlier !== 'number' || typeof later !== 'number') return [];
    const changes: UnpublishedChange[] = [];
    if (later !== earlier) changes.push({ kind: 'quietLoad', marketplaceId, records: later - earlier, lastMs });
    const fees = feesVersion(marketplaceId);
    const [oldFees, newFees] = [before[fees], now[fees]].map((version) => version?.toString());
    if (oldFees !== newFees) changes.push({ kind: 'feeSchedule', marketplaceId, before: oldFees, now: newFees });
    return changes;
  });
}
