import { MAX_DAYS_OF_SEVERAL } from '../../pricing/history/history-range.ts';
import { Type } from '../../type.ts';
import { decimalColumn, integerColumn, itemColumns, listingColumns, textColumn, timeColumn } from '../columns.ts';
import type { ReportDescription } from '../report-description.ts';
import { type TimeRangeParameters, timeRangeFields, timeRangeProblem } from '../time-range.ts';

const { since } = timeRangeFields('days', '7 days before the instant of the report');

const BuyBoxShareParameters = Type.Named(
  'BuyBoxShareReportParameters',
  `Which UTC days: from that of since until today, at most ${MAX_DAYS_OF_SEVERAL}.`,
  { since },
);

export const buyBoxShareReport: ReportDescription = {
  name: 'BUY_BOX_SHARE',
  summary: "How much of each day each listing held the consumers' buy box of the condition that it had at the time.",
  right: 'seller-api:pricing:read',
  parameters: BuyBoxShareParameters,
  problemOf: (parameters) => timeRangeProblem(parameters as TimeRangeParameters),
  key: ['MarketplaceId', 'SellerSKU', 'Date'],
  columns: [
    ...listingColumns,
    textColumn('Date', 'A UTC day. Days before observedSince are missing: they are unknown, not zero.'),
    ...itemColumns,
    textColumn('ItemCondition', 'The condition of the listing.'),
    timeColumn('observedSince', 'From this time on the history of the item is known.'),
    integerColumn('HeldMilliseconds', 'How long the listing held the buy box on that day.'),
    integerColumn(
      'ObservedMilliseconds',
      'The observed part of the day: less than a whole day on the first one and today.',
    ),
    decimalColumn('Share', 'The first time divided by the second, to four decimals.'),
  ],
};
