import type { ReportColumn, ReportColumnType } from './report-description.ts';

const column =
  (type: ReportColumnType) =>
  (name: string, description: string): ReportColumn => ({ name, type, description });

export const textColumn = column('text');
export const integerColumn = column('integer');
export const decimalColumn = column('decimal');
export const moneyColumn = column('money');
export const booleanColumn = column('boolean');
export const timeColumn = column('time');
export const jsonColumn = column('json');

/** The columns that all lines about a listing have. */
export const listingColumns: readonly ReportColumn[] = [
  textColumn('MarketplaceId', 'The marketplace.'),
  textColumn('SellerSKU', "The caller's SKU."),
];

export const itemColumns: readonly ReportColumn[] = [
  textColumn('storeItemId', 'The item.'),
  integerColumn(
    'revision',
    'The revision of the last event about the item; 0 before its first. Later events have a greater one.',
  ),
];

export const currencyColumn = textColumn('CurrencyCode', 'The currency of all amounts of the line.');

/** The three prices that come together. */
export const priceColumns = (path: string, whose: string): ReportColumn[] => [
  moneyColumn(`${path}.LandedPrice`, `${whose}: listing price plus shipping.`),
  moneyColumn(`${path}.ListingPrice`, `${whose}: the listing price.`),
  moneyColumn(`${path}.Shipping`, `${whose}: the shipping charge.`),
];

/** The net of a price, or why it is not known. */
export const netColumns = (path: string, which: string): ReportColumn[] => [
  moneyColumn(`${path}.Net`, `The net of one sold unit at ${which}: price with shipping, less fees.`),
  moneyColumn(`${path}.TotalFees`, `The fees of one sold unit at ${which}.`),
  textColumn(`${path}.Reason`, `Why the fees at ${which} are not known.`),
];

/** What a line says that could not be computed. */
export const LINE_FAILED = 'The service failed to compute this line. Tell the operator if it fails again.';

export const problemColumn = textColumn(
  'Problem',
  'Why the rest of the line is missing, when it could not be computed. Absent: nothing is wrong with it.',
);
