import { Type } from '../../type.ts';
import {
  currencyColumn,
  integerColumn,
  itemColumns,
  jsonColumn,
  listingColumns,
  moneyColumn,
  netColumns,
  priceColumns,
  problemColumn,
  textColumn,
  timeColumn,
} from '../columns.ts';
import { listingChoiceFields } from '../listing-choice.ts';
import type { ReportDescription } from '../report-description.ts';

const PositionsParameters = Type.Named(
  'PositionsReportParameters',
  'Which listings. All when absent.',
  listingChoiceFields,
);

export const positionsReport: ReportDescription = {
  name: 'POSITIONS',
  summary:
    "Where each listing stands in the consumers' buy box, with its prices, the winning price and the net of both.",
  right: 'seller-api:pricing:read',
  parameters: PositionsParameters,
  key: ['MarketplaceId', 'SellerSKU'],
  columns: [
    ...listingColumns,
    ...itemColumns,
    textColumn('Title', 'The title of the item, when the catalogue has one.'),
    textColumn('ItemCondition', 'The condition of the listing.'),
    textColumn('FulfillmentChannel', 'Who ships: FS, or SELLER.'),
    textColumn(
      'State',
      'Where the listing stands: winning, noCompetition, losing, unhealthy or inactive. Absent: not evaluated yet.',
    ),
    currencyColumn,
    ...priceColumns('OwnPrice', 'The own price for consumers'),
    ...priceColumns('BuyBoxPrice', "The price of the holder of the consumers' buy box"),
    moneyColumn('GapToBuyBox', 'The own landed price minus that of the holder: above zero means dearer.'),
    textColumn(
      'WinningPrice.resultStatus',
      'Whether there is a winning price: VALID_FOEP, NO_COMPETING_OFFER, OFFER_NOT_ELIGIBLE or NO_WINNING_PRICE.',
    ),
    moneyColumn('WinningPrice.ListingPrice', 'The highest listing price that wins.'),
    moneyColumn('WinningPrice.LandedPrice', 'The same with shipping.'),
    jsonColumn('WinningPrice.Reasons', 'With OFFER_NOT_ELIGIBLE: the gates that fail at every price.'),
    ...netColumns('NetAtOwnPrice', 'the own price'),
    ...netColumns('NetAtWinningPrice', 'the winning price'),
    textColumn('Explanation', 'Why the listing holds the buy box or does not, in a sentence.'),
    moneyColumn('Limits.MinimumPrice', 'The lowest landed price that the seller permits.'),
    moneyColumn('Limits.MaximumPrice', 'The highest landed price that the seller permits.'),
    moneyColumn('Limits.MinimumNet', 'The least net that the seller permits.'),
    integerColumn('Quantity', 'How many units are in stock.'),
    integerColumn('OffersCount', 'The number of offers on sale on the item, of all conditions.'),
    integerColumn('TermsRevision', 'Rises by one with each change of the terms of the listing.'),
    timeColumn('LastChanged', 'When the record of the offer last changed.'),
    problemColumn,
  ],
};
