import { CUSTOMER_TYPES } from '../../../domain/vocabulary.ts';
import { Type } from '../../type.ts';
import {
  booleanColumn,
  currencyColumn,
  integerColumn,
  itemColumns,
  listingColumns,
  moneyColumn,
  priceColumns,
  textColumn,
  timeColumn,
} from '../columns.ts';
import type { ReportDescription } from '../report-description.ts';
import { type TimeRangeParameters, timeRangeFields, timeRangeProblem } from '../time-range.ts';

const PriceHistoryParameters = Type.Named('PriceHistoryReportParameters', 'Which time, and whose buy boxes.', {
  ...timeRangeFields('what was in force', '7 days before the instant of the report'),
  CustomerType: Type.Optional.Enum(CUSTOMER_TYPES, { default: 'Consumer', description: 'Whose buy boxes are meant.' }),
  OfferType: Type.Optional.Enum(['B2C', 'B2B'], {
    default: 'B2C',
    description: 'With CustomerType Business: the boxes of ordinary prices (B2C) or of business prices (B2B).',
  }),
});

/** The values of `Kind`. */
export const STEP_KINDS = { box: 'BuyBox', own: 'OwnPrice' } as const;

export const priceHistoryReport: ReportDescription = {
  name: 'PRICE_HISTORY',
  summary:
    "Step by step, who held the buy box of each listing's item and condition at which price, and the own price of the listing.",
  right: 'seller-api:pricing:read',
  parameters: PriceHistoryParameters,
  problemOf(parameters) {
    const { CustomerType = 'Consumer', OfferType = 'B2C' } = parameters;
    if (CustomerType !== 'Business' && OfferType !== 'B2C')
      return '.OfferType must be B2C with CustomerType Consumer: consumers do not see business prices.';
    return timeRangeProblem(parameters as TimeRangeParameters);
  },
  key: ['MarketplaceId', 'SellerSKU', 'Kind', 'at', 'Number'],
  columns: [
    ...listingColumns,
    textColumn(
      'Kind',
      `${STEP_KINDS.box}: a step of the buy box. ${STEP_KINDS.own}: a step of the own price of the listing.`,
    ),
    timeColumn('at', 'From this time on, until the next step of the same kind. The first one may have begun before.'),
    integerColumn('Number', 'The number of the step among those of the same kind and time, from 1.'),
    ...itemColumns,
    textColumn('ItemCondition', 'The condition of the listing, whose buy box it is.'),
    currencyColumn,
    booleanColumn('BuyBox.MyOffer', 'Whether an offer of the caller holds the box. Absent: nobody holds it.'),
    textColumn('BuyBox.SellerId', 'The seller that holds it.'),
    textColumn('BuyBox.SellerSKU', "The SKU, only when it is the caller's own offer."),
    textColumn('BuyBox.FulfillmentChannel', 'Who ships the offer that holds it.'),
    ...priceColumns('BuyBox', 'The price of the holder'),
    ...priceColumns('LowestPrice', 'The lowest price of all offers of the box, eligible or not'),
    ...priceColumns('OwnPrice', 'The own price of the listing for consumers'),
    moneyColumn('BusinessPrice', 'The own business price.'),
  ],
};
