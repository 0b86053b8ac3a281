import { AVAILABILITIES, CONDITIONS, FULFILLMENT_CHANNELS, SUB_CONDITIONS } from '../../vocabulary.ts';
import { MARKET } from './envelope.ts';
import {
  booleanField,
  type Field,
  idField,
  integerField,
  listField,
  moneyField,
  objectField,
  skuField,
  textField,
  timeField,
  wordField,
} from './field.ts';

/** A year: longer handling times are mistakes. */
const HOURS = [0, 8784] as const;
const COUNT_MAX = 1_000_000_000;

/** Quantity discount tier. */
export const Q = {
  quantity: integerField('quantity', 'required', [2, COUNT_MAX], 'from how many on', 10),
  price: moneyField('price', 'required', 'of one unit', 19.5),
};

/** Handling time. */
export const H = {
  minimumHours: integerField('minimumHours', 'required', HOURS, 'at the earliest', 24),
  maximumHours: integerField('maximumHours', 'required', HOURS, 'at the latest', 48),
};

/** Ships from. */
export const S = {
  state: textField('state', 'optional', 64, 'state or province', 'WA'),
  country: textField('country', 'required', 2, 'ISO 3166 alpha-2', 'US', 'a country code of two letters'),
};

/** Prime. */
export const P = {
  isPrime: booleanField('isPrime', 'required', 'ships with the prime program', true),
  isNationalPrime: booleanField('isNationalPrime', 'required', '... in the whole country', true),
};

/** The offer itself. */
export const F = {
  marketplaceId: MARKET.marketplaceId,
  sellerId: idField('sellerId', 'key', 'whose offer it is', 'A1DEMOSELLER'),
  sku: skuField('sku', 'key', "the seller's own name of the listing", 'DEMO-SKU-1'),
  itemId: idField('itemId', 'required', 'the StoreItemId of what is sold', 'ITEM000001'),
  currency: MARKET.currency,
  condition: wordField('condition', 'required', CONDITIONS, 'the condition of the goods', 'New'),
  subCondition: wordField('subCondition', 'required', SUB_CONDITIONS, 'the condition more closely', 'New'),
  channel: wordField(
    'channel',
    'required',
    FULFILLMENT_CHANNELS,
    'who ships: the fulfilment program or the seller',
    'SELLER',
  ),
  listingPrice: moneyField('listingPrice', 'required', 'what a buyer pays for one, without shipping', 22.99),
  shipping: moneyField('shipping', 'optional', 'charge; 0 is free, absent is not set and then nobody can buy', 0),
  businessPrice: moneyField('businessPrice', 'optional', 'what a business buyer pays for one', 21.5),
  quantityDiscounts: listField(
    'quantityDiscounts',
    'optional',
    objectField('quantityDiscount', 'required', Object.values(Q), 'a price from a quantity on'),
    [0, 10],
    'for business buyers: quantities rise, prices fall',
  ),
  handling: objectField('handling', 'optional', Object.values(H), 'hours from the order to the parcel leaving'),
  availability: wordField('availability', 'optional', AVAILABILITIES, 'absent = NOW', 'FUTURE_WITH_DATE'),
  availableDate: timeField(
    'availableDate',
    'optional',
    'from when it can be had; with FUTURE_WITH_DATE, and only then',
    '2026-12-01T00:00:00.000Z',
  ),
  shipsFrom: objectField('shipsFrom', 'optional', Object.values(S), 'where the parcel starts'),
  conditionNotes: textField(
    'conditionNotes',
    'optional',
    2000,
    'in the words of the seller',
    'Box opened, never used.',
  ),
  points: integerField('points', 'optional', [0, COUNT_MAX], 'loyalty points a buyer gets', 23),
  regularPrice: moneyField('regularPrice', 'optional', 'the price before a sale', 24.99),
  prime: objectField('prime', 'optional', Object.values(P), 'the prime program'),
  startTime: timeField('startTime', 'optional', 'not on sale before', '2026-11-01T00:00:00.000Z'),
  quantity: integerField('quantity', 'required', [0, COUNT_MAX], 'how many are in stock', 40),
  active: booleanField('active', 'optional', 'on sale if all else allows it; absent = true', true),
};

export const offerFields: readonly Field[] = Object.values(F);
