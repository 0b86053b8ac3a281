import type { Availability, Condition, FulfillmentChannel, SubCondition } from '../vocabulary.ts';

/** One seller's offer of one item under one SKU in one marketplace. Amounts are minor units of `currency`. */
export type Offer = {
  marketplaceId: string;
  sellerId: string;
  sku: string;
  itemId: string;
  /** The currency of the marketplace. */
  currency: string;
  condition: Condition;
  subCondition: SubCondition;
  /** Who ships: the fulfilment program of the store (FS), or the seller. */
  channel: FulfillmentChannel;
  listingPriceMinor: number;
  /** Absent: no charge is set. That is not the same as free: such an offer cannot be bought (decision 22). */
  shippingMinor?: number;
  /** The price for business buyers, in place of the listing price (decision 21). */
  businessPriceMinor?: number;
  /** Unit prices from a quantity on, for business buyers. Quantities rise and prices fall. */
  quantityDiscounts: readonly QuantityDiscount[];
  handling?: Handling;
  availability: Availability;
  /** When the offer becomes available. Present with FUTURE_WITH_DATE, and only then. */
  availableDateMs?: number;
  shipsFrom?: ShipsFrom;
  conditionNotes?: string;
  points?: number;
  /** The price before a sale, when the listing price is a sale price. */
  regularPriceMinor?: number;
  prime?: Prime;
  /** The offer is not on sale before this time. */
  startTimeMs?: number;
  /** Units in stock. */
  quantity: number;
  active: boolean;
};

export type QuantityDiscount = { quantity: number; priceMinor: number };

/** The time from the order to the dispatch. */
export type Handling = { minimumHours: number; maximumHours: number };

export type ShipsFrom = { state?: string; country: string };

export type Prime = { isPrime: boolean; isNationalPrime: boolean };

export type OfferKey = Pick<Offer, 'marketplaceId' | 'sellerId' | 'sku'>;
