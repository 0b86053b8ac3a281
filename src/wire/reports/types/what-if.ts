import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { Strategy } from '../../../domain/pricing/what-if.ts';
import { MoneyShape } from '../../money.ts';
import { StrategyReading, StrategyShape } from '../../pricing/position/strategy-reading.ts';
import { CustomerTypeShape } from '../../pricing/query.ts';
import { Type } from '../../type.ts';
import {
  booleanColumn,
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
} from '../columns.ts';
import { listingChoiceFields } from '../listing-choice.ts';
import type { ReportDescription } from '../report-description.ts';

const WhatIfParameters = Type.Named(
  'WhatIfReportParameters',
  'A strategy for all listings, or for some. floor is the lowest listing price: one below it is reported and not applied.',
  {
    strategy: StrategyShape,
    floor: Type.Optional(MoneyShape),
    CustomerType: CustomerTypeShape,
    ...listingChoiceFields,
  },
  { examples: [{ strategy: { type: 'win' } }] },
);

type Parameters = Static<typeof WhatIfParameters>;

/** The strategy in minor units of the marketplace's currency. Throws a fault that names the field when its amounts are of another one. */
export function readWhatIfParameters(
  parameters: object,
  marketplace: Pick<Marketplace, 'marketplaceId' | 'currency'>,
): { strategy: Strategy; floorMinor: number | undefined } {
  const reading = new StrategyReading(marketplace);
  const { strategy, floorMinor } = reading.common(parameters as Parameters);
  reading.end();
  return { strategy: strategy ?? { type: 'match' }, floorMinor };
}

export const whatIfReport: ReportDescription = {
  name: 'WHAT_IF',
  summary: 'What a pricing strategy would do with each listing, as if it alone changed. Nothing changes.',
  right: 'seller-api:pricing:read',
  parameters: WhatIfParameters,
  problemOf(parameters, marketplaces) {
    try {
      for (const marketplace of marketplaces) readWhatIfParameters(parameters, marketplace);
      return undefined;
    } catch (error) {
      if (error instanceof Fault) return `.${error.problems[0]?.details}`;
      throw error;
    }
  },
  key: ['MarketplaceId', 'SellerSKU'],
  columns: [
    ...listingColumns,
    ...itemColumns,
    textColumn(
      'status',
      'What the strategy would do: WOULD_WIN, WOULD_LOSE, NOT_ELIGIBLE, NO_COMPETITION, BELOW_FLOOR or PRICE_OUT_OF_RANGE. Absent: not evaluated yet.',
    ),
    jsonColumn('Reasons', 'The gates that the offer fails at NewPrice.'),
    textColumn('Title', 'The title of the item, when the catalogue has one.'),
    textColumn('ItemCondition', 'The condition of the listing.'),
    textColumn('offerType', 'Whether the price is one for everybody (B2C) or for business customers (B2B).'),
    integerColumn('TermsRevision', 'Rises by one with each change of the terms of the listing.'),
    booleanColumn('IsBuyBoxWinner', 'Whether the listing holds the buy box now.'),
    booleanColumn('WouldWin', 'Whether it holds the buy box at NewPrice.'),
    currencyColumn,
    moneyColumn('CompetingLandedPrice', 'The landed price of the best eligible other offer.'),
    moneyColumn('StrategyPrice', 'The listing price of the strategy, applied or not.'),
    ...priceColumns('PresentPrice', 'The present price'),
    ...netColumns('PresentPrice.AfterFees', 'the present price'),
    ...priceColumns('NewPrice', 'The price with which the listing is judged'),
    ...netColumns('NewPrice.AfterFees', 'NewPrice'),
    problemColumn,
  ],
};
