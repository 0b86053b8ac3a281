import { AVAILABILITIES, CONDITIONS, FULFILLMENT_CHANNELS, SUB_CONDITIONS } from '../../vocabulary.ts';
import { MARKET } from './envelope.ts';
import {
  BOOLEAN,
  type Field,
  ID,
  integer,
  keyField,
  listOf,
  MONEY,
  object,
  oneOf,
  optionalField,
  requiredField,
  SKU,
  TIME,
  text,
} from './field.ts';

/** At most one leap year: a longer handling time is a mistake. */
const HOURS = [0, 8784] as const;
const MAX_COUNT = 1_000_000_000;

/** Quantity discount tier. */
export const DISCOUNT = {
  quantity: requiredField('quantity', integer([2, MAX_COUNT]), 'the least quantity of the tier', 10),
  price: requiredField('price', MONEY, 'the price of one unit', 19.5),
};

/** Handling time. */
export const HANDLING = {
  minimumHours: requiredField('minimumHours', integer(HOURS), 'the shortest handling time', 24),
  maximumHours: requiredField('maximumHours', integer(HOURS), 'the longest handling time', 48),
};

/** Ships from. */
export const SHIPS_FROM = {
  state: optionalField('state', text(64), 'state or province', 'WA'),
  country: requiredField('country', text(2, 'a country code of two letters'), 'ISO 3166 alpha-2 code', 'US'),
};

/** Prime. */
export const PRIME = {
  isPrime: requiredField('isPrime', BOOLEAN, 'ships with the prime program', true),
  isNationalPrime: requiredField('isNationalPrime', BOOLEAN, 'ships with the prime program in the whole country', true),
};

/** The offer itself. */
export const OFFER = {
  marketplaceId: MARKET.marketplaceId,
  sellerId: keyField('sellerId', ID, 'the seller of the offer', 'A1DEMOSELLER'),
  sku: keyField('sku', SKU, "the seller's own ID of the listing", 'DEMO-SKU-1'),
  itemId: requiredField('itemId', ID, 'the StoreItemId of the item', 'ITEM000001'),
  currency: MARKET.currency,
  condition: requiredField('condition', oneOf(CONDITIONS), 'the condition of the goods', 'New'),
  subCondition: requiredField('subCondition', oneOf(SUB_CONDITIONS), 'the condition in detail', 'New'),
  channel: requiredField(
    'channel',
    oneOf(FULFILLMENT_CHANNELS),
    'who ships: the fulfilment program or the seller',
    'SELLER',
  ),
  listingPrice: requiredField('listingPrice', MONEY, 'the price of one unit without shipping', 22.99),
  shipping: optionalField(
    'shipping',
    MONEY,
    'the shipping charge; 0 = free; absent = not set, and the offer cannot be bought',
    0,
  ),
  businessPrice: optionalField('businessPrice', MONEY, 'the price of one unit for business buyers', 21.5),
  quantityDiscounts: optionalField(
    'quantityDiscounts',
    listOf(requiredField('quantityDiscount', object(Object.values(DISCOUNT)), 'a price from a quantity on'), [0, 10]),
    'price tiers for business buyers; quantities must rise and prices must fall',
  ),
  handling: optionalField('handling', object(Object.values(HANDLING)), 'hours from the order to the dispatch'),
  availability: optionalField(
    'availability',
    oneOf(AVAILABILITIES),
    'when the offer is available; absent = NOW',
    'FUTURE_WITH_DATE',
  ),
  availableDate: optionalField(
    'availableDate',
    TIME,
    'when the offer becomes available; required with FUTURE_WITH_DATE, and only allowed then',
    '2026-12-01T00:00:00.000Z',
  ),
  shipsFrom: optionalField('shipsFrom', object(Object.values(SHIPS_FROM)), 'where the parcel ships from'),
  conditionNotes: optionalField(
    'conditionNotes',
    text(2000),
    "the seller's own text about the condition",
    'Box opened, never used.',
  ),
  points: optionalField('points', integer([0, MAX_COUNT]), 'loyalty points for the buyer', 23),
  regularPrice: optionalField('regularPrice', MONEY, 'the price before a sale', 24.99),
  prime: optionalField('prime', object(Object.values(PRIME)), 'the prime program'),
  startTime: optionalField('startTime', TIME, 'the offer is not on sale before this time', '2026-11-01T00:00:00.000Z'),
  quantity: requiredField('quantity', integer([0, MAX_COUNT]), 'units in stock', 40),
  active: optionalField('active', BOOLEAN, 'false = not on sale; absent = true', true),
};

export const offerFields: readonly Field[] = Object.values(OFFER);
