import { AVAILABILITIES, CONDITIONS, FULFILLMENT_CHANNELS, SUB_CONDITIONS } from '../../vocabulary.ts';
import { MARKET } from './envelope.ts';
import {
  BOOLEAN,
  type Field,
  ID,
  integer,
  key,
  listOf,
  MONEY,
  named,
  object,
  oneOf,
  optional,
  required,
  SKU,
  TIME,
  text,
} from './field.ts';

/** At most one leap year: a longer handling time is a mistake. */
const HOURS = [0, 8784] as const;
const MAX_COUNT = 1_000_000_000;

/** Quantity discount tier. */
export const DISCOUNT = named({
  quantity: required(integer([2, MAX_COUNT]), 'the least quantity of the tier', 10),
  price: required(MONEY, 'the price of one unit', 19.5),
});

/** Handling time. */
export const HANDLING = named({
  minimumHours: required(integer(HOURS), 'the shortest handling time', 24),
  maximumHours: required(integer(HOURS), 'the longest handling time', 48),
});

/** Ships from. */
export const SHIPS_FROM = named({
  state: optional(text(64), 'state or province', 'WA'),
  country: required(text(2, 'a country code of two letters'), 'ISO 3166 alpha-2 code', 'US'),
});

/** Prime. */
export const PRIME = named({
  isPrime: required(BOOLEAN, 'ships with the prime program', true),
  isNationalPrime: required(BOOLEAN, 'ships with the prime program in the whole country', true),
});

/** The offer itself. */
export const OFFER = named({
  marketplaceId: MARKET.marketplaceId,
  sellerId: key(ID, 'the seller of the offer', 'A1DEMOSELLER'),
  sku: key(SKU, "the seller's own ID of the listing", 'DEMO-SKU-1'),
  itemId: required(ID, 'the StoreItemId of the item', 'ITEM000001'),
  currency: MARKET.currency,
  condition: required(oneOf(CONDITIONS), 'the condition of the goods', 'New'),
  subCondition: required(oneOf(SUB_CONDITIONS), 'the condition in detail', 'New'),
  channel: required(oneOf(FULFILLMENT_CHANNELS), 'who ships: the fulfilment program or the seller', 'SELLER'),
  listingPrice: required(MONEY, 'the price of one unit without shipping', 22.99),
  shipping: optional(MONEY, 'the shipping charge; 0 = free; absent = not set, and the offer cannot be bought', 0),
  businessPrice: optional(MONEY, 'the price of one unit for business buyers', 21.5),
  quantityDiscounts: optional(
    listOf(required(object(DISCOUNT), 'a price from a quantity on'), [0, 10]),
    'price tiers for business buyers; quantities must rise and prices must fall',
  ),
  handling: optional(object(HANDLING), 'hours from the order to the dispatch'),
  availability: optional(oneOf(AVAILABILITIES), 'when the offer is available; absent = NOW', 'FUTURE_WITH_DATE'),
  availableDate: optional(
    TIME,
    'when the offer becomes available; required with FUTURE_WITH_DATE, and only allowed then',
    '2026-12-01T00:00:00.000Z',
  ),
  shipsFrom: optional(object(SHIPS_FROM), 'where the parcel ships from'),
  conditionNotes: optional(text(2000), "the seller's own text about the condition", 'Box opened, never used.'),
  points: optional(integer([0, MAX_COUNT]), 'loyalty points for the buyer', 23),
  regularPrice: optional(MONEY, 'the price before a sale', 24.99),
  prime: optional(object(PRIME), 'the prime program'),
  startTime: optional(TIME, 'the offer is not on sale before this time', '2026-11-01T00:00:00.000Z'),
  quantity: required(integer([0, MAX_COUNT]), 'units in stock', 40),
  active: optional(BOOLEAN, 'false = not on sale; absent = true', true),
});

export const offerFields: readonly Field[] = Object.values(OFFER);
