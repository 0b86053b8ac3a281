import { readTime, TIME_RULE } from '../../../domain/time.ts';
import { noNul } from '../../pricing/query.ts';
import { Type } from '../../type.ts';
import {
  booleanColumn,
  currencyColumn,
  itemColumns,
  jsonColumn,
  listingColumns,
  moneyColumn,
  textColumn,
  timeColumn,
} from '../columns.ts';
import type { ReportDescription } from '../report-description.ts';

const FeesParameters = Type.Named(
  'FeesReportParameters',
  'Of which listings, and at which dates. All, and now, when absent.',
  {
    id: Type.Optional.String({
      minLength: 1,
      maxLength: 256,
      ...noNul,
      description: 'Only the listing with this SKU, and listings of the item with this id.',
    }),
    asOf: Type.Optional.Array(Type.String({ description: 'A date or time (RFC 3339).', examples: ['2040-01-01'] }), {
      minItems: 1,
      maxItems: 5,
      description:
        'The dates to compare, each once, in any order. Differences are to the first. A single date is compared with now, which comes first.',
      examples: [['2040-01-01']],
    }),
  },
);

export type FeesReportParameters = { readonly id?: string; readonly asOf?: readonly string[] };

/** The value of `AsOf` for the instant of the report: a time would make each line of the next report another one. */
export const NOW = 'now';

export const feesReport: ReportDescription = {
  name: 'FEES',
  summary:
    'The fees of one sold unit of each listing at its own price, fee by fee, now or at several dates, with the differences.',
  right: 'seller-api:pricing:read',
  parameters: FeesParameters,
  problemOf(parameters) {
    const { asOf = [] } = parameters as FeesReportParameters;
    const dates = asOf.map(readTime);
    const wrong = dates.findIndex((date, at) => date === undefined || dates.indexOf(date) < at);
    if (wrong < 0) return undefined;
    return dates[wrong] === undefined
      ? `.asOf[${wrong}] must be ${TIME_RULE}.`
      : `.asOf[${wrong}] repeats a date. Give each date once.`;
  },
  key: ['MarketplaceId', 'SellerSKU', 'AsOf', 'FeeType'],
  columns: [
    ...listingColumns,
    textColumn('AsOf', `The date whose fees these are, as a time in UTC; ${NOW}: the instant of the report.`),
    textColumn(
      'FeeType',
      'ReferralFee, VariableClosingFee, PerItemFee or FSFulfillmentFee. Empty: there is no estimate, for the reason in Error.',
    ),
    ...itemColumns,
    textColumn('Status', 'Success, ClientError or ServiceError.'),
    booleanColumn('IsStoreFulfilled', 'Whether the store ships the listing (FS).'),
    currencyColumn,
    moneyColumn('PriceToEstimateFees.ListingPrice', 'The own listing price, for which the fees are estimated.'),
    moneyColumn('PriceToEstimateFees.Shipping', 'The own shipping charge.'),
    moneyColumn('FeeAmount', 'The fee before promotions and tax.'),
    moneyColumn('FeePromotion', 'What promotions take off it.'),
    moneyColumn('TaxAmount', 'The tax on it.'),
    moneyColumn('FinalFee', 'FeeAmount - FeePromotion + TaxAmount.'),
    moneyColumn('TotalFeesEstimate', 'All fees of the listing at that date: the same in each of its lines.'),
    moneyColumn('Before', 'The final fee at the first date.'),
    moneyColumn('Difference', 'The final fee minus that of the first date.'),
    jsonColumn('Reasons', 'Why the fee differs: codes and sentences. Empty: nothing behind it differs.'),
    moneyColumn('TotalDifference', 'All fees of the listing minus those of the first date.'),
    textColumn('Schedule.ScheduleId', 'The fee schedule in force at that date.'),
    textColumn('Schedule.Version', 'Its version.'),
    timeColumn('Schedule.EffectiveFrom', 'Since when it is in force.'),
    textColumn('Error.Type', 'Sender or Receiver: whose fault it is that there is no estimate.'),
    textColumn('Error.Code', 'Why there is no estimate.'),
    textColumn('Error.Message', 'The same in words.'),
    jsonColumn('Error.Detail', 'One reason a line.'),
  ],
};
