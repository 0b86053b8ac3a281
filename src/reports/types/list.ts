import type { ReportType } from '../report-type.ts';
import { buyBoxShareType } from './buy-box-share.ts';
import { deliveriesType } from './deliveries.ts';
import { eventsType } from './events.ts';
import { feesType } from './fees.ts';
import { positionsType } from './positions.ts';
import { priceChangesType } from './price-changes.ts';
import { priceHistoryType } from './price-history.ts';
import { whatIfType } from './what-if.ts';

const types: readonly ReportType[] = [
  ...[positionsType, feesType, whatIfType, priceHistoryType, buyBoxShareType, priceChangesType],
  ...[eventsType, deliveriesType],
];

export function reportType(name: string): ReportType {
  const found = types.find(({ description }) => description.name === name);
  if (found === undefined) throw new Error(`no type of reports is ${name}`);
  return found;
}
