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
  named,
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

export const DISCOUNT = named({
  quantity: requiredField(integer([2, MAX_COUNT]), 'the least quantity of the tier', 10),
  price: requiredField(MONEY, 'the price of one unit', 19.5),
});

export const HANDLING = named({
  minimumHours: requiredField(integer(HOURS), 'the shortest handling time', 24),
  maximumHours: requiredField(integer(HOURS), 'the longest handling time', 48),
});

export const SHIPS_FROM = named({
  state: optionalField(text(64), 'state or province', 'WA'),
  country: requiredField(text(2, 'a country code of two letters'), 'ISO 3166 alpha-2 code', 'US'),
});

export const PRIME = named({
  isPrime: requiredField(BOOLEAN, 'ships with the prime program', true),
  isNationalPrime: requiredField(BOOLEAN, 'ships with the prime program in the whole country', true),
});

export const OFFER = named({
  marketplaceId: MARKET.marketplaceId,
  sellerId: keyField(ID, 'the seller of the offer', 'A1DEMOSELLER'),
  sku: keyField(SKU, "the seller's own ID of the listing", 'DEMO-SKU-1'),
  itemId: requiredField(ID, 'the StoreItemId of the item', 'ITEM000001'),
  currency: MARKET.currency,
  condition: requiredField(oneOf(CONDITIONS), 'the condition of the goods', 'New'),
  subCondition: requiredField(oneOf(SUB_CONDITIONS), 'the condition in detail', 'New'),
  channel: requiredField(oneOf(FULFILLMENT_CHANNELS), 'who ships: the fulfilment program or the seller', 'SELLER'),
  listingPrice: requiredField(MONEY, 'the price of one unit without shipping', 22.99),
  shipping: optionalField(MONEY, 'the shipping charge; 0 = free; absent = not set, and the offer cannot be bought', 0),
  businessPrice: optionalField(MONEY, 'the price of one unit for business buyers', 21.5),
  quantityDiscounts: optionalField(
    listOf(requiredField(object(DISCOUNT), 'a price from a quantity on'), [0, 10]),
    'price tiers for business buyers; quantities must rise and prices must fall',
  ),
  handling: optionalField(object(HANDLING), 'hours from the order to the dispatch'),
  availability: optionalField(oneOf(AVAILABILITIES), 'when the offer is available; absent = NOW', 'FUTURE_WITH_DATE'),
  availableDate: optionalField(
    TIME,
    'when the offer becomes available; required with FUTURE_WITH_DATE, and only allowed then',
    '2026-12-01T00:00:00.000Z',
  ),
  shipsFrom: optionalField(object(SHIPS_FROM), 'where the parcel ships from'),
  conditionNotes: optionalField(text(2000), "the seller's own text about the condition", 'Box opened, never used.'),
  points: optionalField(integer([0, MAX_COUNT]), 'loyalty points for the buyer', 23),
  regularPrice: optionalField(MONEY, 'the price before a sale', 24.99),
  prime: optionalField(object(PRIME), 'the prime program'),
  termsAsOf: optionalField(
    TIME,
    'when the prices of this record were in force in your system; after a price change of the seller only those of that time or later ' +
      'count, the others are kept (keptTerms); a time in the future counts as now',
    '2026-11-15T09:30:00.000Z',
  ),
  terms: optionalField(
    oneOf(['override']),
    'override = the prices of this record count, whatever the seller changed',
    'override',
  ),
  startTime: optionalField(TIME, 'the offer is not on sale before this time', '2026-11-01T00:00:00.000Z'),
  quantity: requiredField(integer([0, MAX_COUNT]), 'units in stock', 40),
  active: optionalField(BOOLEAN, 'false = not on sale; absent = true', true),
});

export const offerFields: readonly Field[] = Object.values(OFFER);
