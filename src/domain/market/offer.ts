import type { Availability, Condition, FulfillmentChannel, SubCondition } from '../vocabulary.ts';

/** What one seller asks for one item under one SKU in one marketplace. Amounts are minor units of `currency`. */
export type Offer = {
  marketplaceId: string;
  sellerId: string;
  sku: string;
  itemId: string;
  /** The marketplace's. */
  currency: string;
  condition: Condition;
  subCondition: SubCondition;
  /** Who ships: the store's fulfilment program or the seller. */
  channel: FulfillmentChannel;
  listingPriceMinor: number;
  /** Absent: no charge is set, which is not the same as free, and such an offer cannot be bought (decision 22). */
  shippingMinor?: number;
  /** What a business buyer pays instead of the listing price (decision 21). */
  businessPriceMinor?: number;
  /** Prices a unit from a quantity on, for business buyers: quantities rise, prices fall. */
  quantityDiscounts: readonly QuantityDiscount[];
  handling?: Handling;
  availability: Availability;
  /** When it becomes available; only and always with FUTURE_WITH_DATE. */
  availableDateMs?: number;
  shipsFrom?: ShipsFrom;
  conditionNotes?: string;
  points?: number;
  /** The price before a sale, when the listing price is one. */
  regularPriceMinor?: number;
  prime?: Prime;
  /** Until then the offer is not on sale. */
  startTimeMs?: number;
  /** How many are in stock. */
  quantity: number;
  active: boolean;
};

export type QuantityDiscount = { quantity: number; priceMinor: number };

/** From the order to the parcel leaving. */
export type Handling = { minimumHours: number; maximumHours: number };

export type ShipsFrom = { state?: string; country: string };

export type Prime = { isPrime: boolean; isNationalPrime: boolean };

export type OfferKey = Pick<Offer, 'marketplaceId' | 'sellerId' | 'sku'>;
