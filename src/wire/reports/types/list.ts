import type { ReportDescription } from '../report-description.ts';
import { buyBoxShareReport } from './buy-box-share.ts';
import { deliveriesReport } from './deliveries.ts';
import { eventsReport } from './events.ts';
import { feesReport } from './fees.ts';
import { positionsReport } from './positions.ts';
import { priceChangesReport } from './price-changes.ts';
import { priceHistoryReport } from './price-history.ts';
import { whatIfReport } from './what-if.ts';

/** Every type of reports, in the order in which documents list them. */
export const reportDescriptions: readonly ReportDescription[] = [
  ...[positionsReport, feesReport, whatIfReport, priceHistoryReport, buyBoxShareReport, priceChangesReport],
  ...[eventsReport, deliveriesReport],
];

export const REPORT_TYPES: readonly string[] = reportDescriptions.map(({ name }) => name);

export function reportDescription(name: string): ReportDescription {
  const found = reportDescriptions.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no type of reports is ${name}`);
  return found;
}
