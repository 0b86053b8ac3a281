import { RECEIPT_STATES } from '../../../domain/price-changes/receipt.ts';
import { noNul } from '../../pricing/query.ts';
import { Type } from '../../type.ts';
import {
  booleanColumn,
  currencyColumn,
  decimalColumn,
  integerColumn,
  jsonColumn,
  listingColumns,
  moneyColumn,
  netColumns,
  priceColumns,
  textColumn,
  timeColumn,
} from '../columns.ts';
import type { ReportDescription } from '../report-description.ts';
import { type TimeRangeParameters, timeRangeFields, timeRangeProblem } from '../time-range.ts';

const PriceChangesParameters = Type.Named(
  'PriceChangesReportParameters',
  'Which price changes. All that are kept when absent.',
  {
    state: Type.Optional.Enum(RECEIPT_STATES, { description: 'Only changes in this state.', examples: ['REJECTED'] }),
    SellerSKU: Type.Optional.String({
      minLength: 1,
      maxLength: 256,
      ...noNul,
      description: 'Only changes of this SKU.',
    }),
    ...timeRangeFields('changes that were stored', 'from the oldest one that is kept'),
  },
);

const terms = (path: string, when: string) => [
  ...priceColumns(path, `The terms ${when}`),
  moneyColumn(`${path}.BusinessPrice`, `The terms ${when}: the business price.`),
  jsonColumn(`${path}.quantityDiscountPrices`, `The terms ${when}: the quantity discounts.`),
];

export const priceChangesReport: ReportDescription = {
  name: 'PRICE_CHANGES',
  summary: "The receipts of the seller's price changes, oldest first.",
  right: 'seller-api:pricing:read',
  parameters: PriceChangesParameters,
  problemOf: (parameters) => timeRangeProblem(parameters as TimeRangeParameters),
  key: ['PriceChangeId'],
  columns: [
    textColumn('PriceChangeId', 'The id of the change. Ids ascend with the time.'),
    ...listingColumns,
    textColumn('storeItemId', 'The item, when the seller has the listing.'),
    textColumn('State', `What became of the change: ${RECEIPT_STATES.join(', ')}.`),
    integerColumn(
      'TermsRevision',
      "The revision of the offer's terms: right after an applied change, else as it was then.",
    ),
    textColumn('Asked.CustomerType', 'Whose price the change was meant for.'),
    textColumn('Asked.strategy.type', 'The strategy. Absent: only other terms were named.'),
    currencyColumn,
    moneyColumn('Asked.strategy.amount', 'With beatBy: by how much.'),
    moneyColumn('Asked.strategy.price', 'With setTo: the listing price.'),
    moneyColumn('Asked.floor', 'The lowest listing price that was permitted.'),
    jsonColumn('Asked.terms', 'Other terms that were asked for.'),
    integerColumn('Asked.IfTermsRevision', 'The TermsRevision that the change demanded.'),
    booleanColumn('Asked.Confirm', 'Whether the caller confirmed a price far from the present one.'),
    textColumn('Asked.UndoOf', 'The change that it takes back.'),
    ...terms('TermsBefore', 'when the change was evaluated'),
    ...terms('TermsAfter', 'that the change leads to'),
    textColumn('ChangedBy.Kind', 'Who asked for it: application or member.'),
    textColumn('ChangedBy.ApplicationId', 'The application, where the caller may know it.'),
    textColumn('ChangedBy.MemberId', 'The member, where the caller may know it.'),
    textColumn('RequestId', 'The x-request-id of the call, where the caller may know it.'),
    timeColumn('CreatedTime', 'When the change was stored.'),
    timeColumn('SettledTime', 'When it reached its state.'),
    booleanColumn('Result.IsBuyBoxWinner', 'Whether the listing held the buy box right after the change.'),
    textColumn('Result.Reason', 'Why, in a sentence.'),
    textColumn('Result.DecidedBy', 'What decided between the offer and the best other one.'),
    jsonColumn('Result.FailedGates', 'The gates that the offer failed.'),
    moneyColumn('Result.CompetingLandedPrice', 'The landed price of the best eligible other offer.'),
    integerColumn('Result.EligibleOffers', 'The number of eligible offers.'),
    ...netColumns('Result.AfterFees', 'the new price'),
    textColumn('Rejection.Code', 'The rule that refused the change.'),
    textColumn('Rejection.Reason', 'The same in words, with its figures.'),
    decimalColumn('Rejection.Limit', 'The limit that was crossed: an amount, or a number; see Rejection.Unit.'),
    decimalColumn('Rejection.Actual', 'What would have been.'),
    textColumn('Rejection.Unit', 'What both figures are: money, percent, count or revision.'),
    timeColumn('OverriddenTime', "When the operator's record changed the terms of an applied change."),
    textColumn('ReplacedBy', 'The change that replaced a pending one.'),
  ],
};
