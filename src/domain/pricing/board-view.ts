import type { Item } from '../market/item.ts';
import {
  CONDITIONS,
  type Condition,
  type CustomerType,
  FULFILLMENT_CHANNELS,
  type FulfillmentChannel,
  OFFER_TYPES,
  type OfferType,
  type SubCondition,
} from '../vocabulary.ts';
import { isEligible } from './buy-box.ts';
import { bestOf, firstOf, type SeenOffer } from './offers.ts';
import { discountsOf, tierPrices } from './quantity-tiers.ts';
import { SHELF_SIZE, type ShelfOffer, toShelfOffer } from './shelf-offer.ts';

/** Decision 22. There can be several reasons why nothing is buyable: the first of this list applies. */
export type BoardStatus =
  | 'Success'
  | 'ActiveButTooSoonForProcessing'
  | 'NoOfferDueToMissingShippingCharge'
  | 'NoBuyableOffers';

/**
 * The offers of an item as one type of customer sees them. Lists are in the order of the vocabulary and have no empty
 * entries.
 */
export type BoardView = {
  status: BoardStatus;
  /** Only with ActiveButTooSoonForProcessing: the time when the first offer starts. */
  offersAvailableTimeMs?: number;
  /** The number of buyable offers of all conditions. */
  total: number;
  counts: OfferCount[];
  eligibleCounts: OfferCount[];
  /** One for each condition that has offers; the last is always `Any`. */
  listings: ListingCount[];
  lowestPrices: LowestPrice[];
  buyBox: BuyBoxPrice[];
  /** The lowest landed price among eligible New offers (decision 23). */
  suggestedLowerPriceMinor?: number;
  /** The best offers of each condition that has any. */
  shelves: { [C in Condition]?: ShelfOffer[] };
};

export type OfferCount = { condition: Condition; channel: FulfillmentChannel; count: number };
type ListingCount = { condition: Condition | 'Any'; count: number };

/**
 * The lowest landed price of one condition, channel and offer type. With `quantityTier` it is a step of the quantity
 * discounts (`quantity-tiers.ts`), without it the price of a single unit. Only business customers see tiers.
 */
export type LowestPrice = {
  condition: Condition;
  channel: FulfillmentChannel;
  offerType: OfferType;
  quantityTier?: number;
  listingMinor: number;
  shippingMinor: number;
};

/**
 * The price of the buy box winner of one condition and offer type. With `quantityTier` it is the winner's own price from
 * that quantity on: the buy box has one winner, whatever the quantity. The SKU serves the operator and the detection of
 * changes; answers do not show it.
 */
export type BuyBoxPrice = {
  condition: Condition;
  subCondition: SubCondition;
  channel: FulfillmentChannel;
  offerType: OfferType;
  quantityTier?: number;
  listingMinor: number;
  shippingMinor: number;
  sellerId: string;
  sku: string;
};

/**
 * `seen` are the buyable offers, in any order. They are not sorted: an item can have thousands, and the view needs only the
 * first of some groups and the best twenty of each condition. One pass finds each.
 */
export function makeView(
  status: BoardStatus,
  offersAvailableTimeMs: number | undefined,
  seen: readonly SeenOffer[],
  item: Pick<Item, 'competitivePriceThresholdMinor'>,
  customer: CustomerType,
  now: number,
): BoardView {
  const view: BoardView = {
    status,
    total: seen.length,
    counts: [],
    eligibleCounts: [],
    listings: [],
    lowestPrices: [],
    buyBox: [],
    shelves: {},
  };
  if (offersAvailableTimeMs !== undefined) view.offersAvailableTimeMs = offersAvailableTimeMs;
  for (const condition of CONDITIONS) {
    const offers = seen.filter((one) => one.offer.condition === condition);
    if (offers.length === 0) continue;
    const eligible = offers.filter((one) => isEligible(one, item));
    view.listings.push({ condition, count: offers.length });
    addCounts(view.counts, condition, offers);
    addCounts(view.eligibleCounts, condition, eligible);
    addLowestPrices(view.lowestPrices, condition, offers, customer);
    const winners = addBuyBox(view.buyBox, condition, eligible, customer);
    const cheapest = condition === 'New' ? firstOf(eligible) : undefined;
    if (cheapest !== undefined) view.suggestedLowerPriceMinor = cheapest.landedMinor;
    view.shelves[condition] = bestOf(offers, SHELF_SIZE).map((one) =>
      toShelfOffer(one, customer, winners.includes(one), now),
    );
  }
  view.listings.push({ condition: 'Any', count: seen.length });
  return view;
}

function addCounts(counts: OfferCount[], condition: Condition, offers: readonly SeenOffer[]): void {
  for (const channel of FULFILLMENT_CHANNELS) {
    let count = 0;
    for (const { offer } of offers) if (offer.channel === channel) count++;
    if (count > 0) counts.push({ condition, channel, count });
  }
}

function addLowestPrices(
  prices: LowestPrice[],
  condition: Condition,
  offers: readonly SeenOffer[],
  customer: CustomerType,
): void {
  for (const channel of FULFILLMENT_CHANNELS) {
    for (const offerType of OFFER_TYPES) {
      const alike = offers.filter((one) => one.offer.channel === channel && one.offerType === offerType);
      const lowest = firstOf(alike);
      if (lowest === undefined) continue;
      const { listingMinor, shippingMinor } = lowest;
      prices.push({ condition, channel, offerType, listingMinor, shippingMinor });
      if (customer === 'Consumer') continue;
      for (const tier of tierPrices(alike, lowest.landedMinor)) prices.push({ condition, channel, offerType, ...tier });
    }
  }
}

/** Adds the winner of each offer type (`buy-box.ts`) and returns the winners. */
function addBuyBox(
  prices: BuyBoxPrice[],
  condition: Condition,
  eligible: readonly SeenOffer[],
  customer: CustomerType,
): SeenOffer[] {
  const winners: SeenOffer[] = [];
  for (const offerType of OFFER_TYPES) {
    const winner = firstOf(eligible.filter((one) => one.offerType === offerType));
    if (winner === undefined) continue;
    winners.push(winner);
    const { subCondition, channel, sellerId, sku } = winner.offer;
    const { listingMinor, shippingMinor } = winner;
    prices.push({ condition, subCondition, channel, offerType, listingMinor, shippingMinor, sellerId, sku });
    if (customer === 'Consumer') continue;
    for (const { quantity: quantityTier, priceMinor } of discountsOf(winner)) {
      prices.push({
        condition,
        subCondition,
        channel,
        offerType,
        quantityTier,
        listingMinor: priceMinor,
        shippingMinor,
        sellerId,
        sku,
      });
    }
  }
  return winners;
}
