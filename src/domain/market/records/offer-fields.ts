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

/** At most one leap year: a longer handling time is a mistake. */
const HOURS = [0, 8784] as const;
const MAX_COUNT = 1_000_000_000;

/** Quantity discount tier. */
export const DISCOUNT = {
  quantity: integerField('quantity', 'required', [2, MAX_COUNT], 'the least quantity of the tier', 10),
  price: moneyField('price', 'required', 'the price of one unit', 19.5),
};

/** Handling time. */
export const HANDLING = {
  minimumHours: integerField('minimumHours', 'required', HOURS, 'the shortest handling time', 24),
  maximumHours: integerField('maximumHours', 'required', HOURS, 'the longest handling time', 48),
};

/** Ships from. */
export const SHIPS_FROM = {
  state: textField('state', 'optional', 64, 'state or province', 'WA'),
  country: textField('country', 'required', 2, 'ISO 3166 alpha-2 code', 'US', 'a country code of two letters'),
};

/** Prime. */
export const PRIME = {
  isPrime: booleanField('isPrime', 'required', 'ships with the prime program', true),
  isNationalPrime: booleanField(
    'isNationalPrime',
    'required',
    'ships with the prime program in the whole country',
    true,
  ),
};

/** The offer itself. */
export const OFFER = {
  marketplaceId: MARKET.marketplaceId,
  sellerId: idField('sellerId', 'key', 'the seller of the offer', 'A1DEMOSELLER'),
  sku: skuField('sku', 'key', "the seller's own ID of the listing", 'DEMO-SKU-1'),
  itemId: idField('itemId', 'required', 'the StoreItemId of the item', 'ITEM000001'),
  currency: MARKET.currency,
  condition: wordField('condition', 'required', CONDITIONS, 'the condition of the goods', 'New'),
  subCondition: wordField('subCondition', 'required', SUB_CONDITIONS, 'the condition in detail', 'New'),
  channel: wordField(
    'channel',
    'required',
    FULFILLMENT_CHANNELS,
    'who ships: the fulfilment program or the seller',
    'SELLER',
  ),
  listingPrice: moneyField('listingPrice', 'required', 'the price of one unit without shipping', 22.99),
  shipping: moneyField(
    'shipping',
    'optional',
    'the shipping charge; 0 = free; absent = not set, and the offer cannot be bought',
    0,
  ),
  businessPrice: moneyField('businessPrice', 'optional', 'the price of one unit for business buyers', 21.5),
  quantityDiscounts: listField(
    'quantityDiscounts',
    'optional',
    objectField('quantityDiscount', 'required', Object.values(DISCOUNT), 'a price from a quantity on'),
    [0, 10],
    'price tiers for business buyers; quantities must rise and prices must fall',
  ),
  handling: objectField('handling', 'optional', Object.values(HANDLING), 'hours from the order to the dispatch'),
  availability: wordField(
    'availability',
    'optional',
    AVAILABILITIES,
    'when the offer is available; absent = NOW',
    'FUTURE_WITH_DATE',
  ),
  availableDate: timeField(
    'availableDate',
    'optional',
    'when the offer becomes available; required with FUTURE_WITH_DATE, and only allowed then',
    '2026-12-01T00:00:00.000Z',
  ),
  shipsFrom: objectField('shipsFrom', 'optional', Object.values(SHIPS_FROM), 'where the parcel ships from'),
  conditionNotes: textField(
    'conditionNotes',
    'optional',
    2000,
    "the seller's own text about the condition",
    'Box opened, never used.',
  ),
  points: integerField('points', 'optional', [0, MAX_COUNT], 'loyalty points for the buyer', 23),
  regularPrice: moneyField('regularPrice', 'optional', 'the price before a sale', 24.99),
  prime: objectField('prime', 'optional', Object.values(PRIME), 'the prime program'),
  startTime: timeField(
    'startTime',
    'optional',
    'the offer is not on sale before this time',
    '2026-11-01T00:00:00.000Z',
  ),
  quantity: integerField('quantity', 'required', [0, MAX_COUNT], 'units in stock', 40),
  active: booleanField('active', 'optional', 'false = not on sale; absent = true', true),
};

export const offerFields: readonly Field[] = Object.values(OFFER);
