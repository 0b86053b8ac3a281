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
import { decideBox } from './buy-box.ts';
import type { BoxDecision, LowestDecision } from './decision.ts';
import { bestOfGroups, countIn, type OfferGroup, type SeenGroups } from './offer-groups.ts';
import type { RankFields, SeenOffer } from './offers.ts';
import { discountsOf, tierPrices } from './quantity-tiers.ts';
import { SHELF_SIZE, type ShelfOffer, type ShownOffer } from './shelf-offer.ts';

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
export type BoardView<Shown = ShelfOffer> = {
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
  shelves: { [C in Condition]?: Shown[] };
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

/** A view, and what the rule decided in it. */
export type DecidedView<Fields extends RankFields = RankFields> = {
  view: BoardView<ShownOffer<Fields>>;
  boxes: BoxDecision[];
  lowest: LowestDecision[];
};

export function makeView<Fields extends RankFields>(
  status: BoardStatus,
  offersAvailableTimeMs: number | undefined,
  seen: SeenGroups<Fields>,
): DecidedView<Fields> {
  const { customer, groups } = seen;
  const total = countIn(groups);
  const view: BoardView<ShownOffer<Fields>> = {
    status,
    total,
    counts: [],
    eligibleCounts: [],
    listings: [],
    lowestPrices: [],
    buyBox: [],
    shelves: {},
  };
  const decided: DecidedView<Fields> = { view, boxes: [], lowest: [] };
  if (offersAvailableTimeMs !== undefined) view.offersAvailableTimeMs = offersAvailableTimeMs;
  for (const condition of CONDITIONS) {
    const alike = groups.filter((group) => group.condition === condition);
    if (alike.length === 0) continue;
    const eligible = alike.filter(({ isEligible }) => isEligible);
    view.listings.push({ condition, count: countIn(alike) });
    addCounts(view.counts, condition, alike);
    addCounts(view.eligibleCounts, condition, eligible);
    addLowestPrices(decided, condition, alike, seen);
    const winners = addBuyBox(decided, condition, eligible, customer);
    const [cheapest] = condition === 'New' ? bestOfGroups(eligible, 1) : [];
    if (cheapest !== undefined) view.suggestedLowerPriceMinor = cheapest.landedMinor;
    view.shelves[condition] = bestOfGroups(alike, SHELF_SIZE).map((one) => ({
      seen: one,
      isBuyBoxWinner: winners.includes(one),
    }));
  }
  view.listings.push({ condition: 'Any', count: total });
  return decided;
}

function addCounts(counts: OfferCount[], condition: Condition, groups: readonly OfferGroup[]): void {
  for (const channel of FULFILLMENT_CHANNELS) {
    const count = countIn(groups.filter((group) => group.channel === channel));
    if (count > 0) counts.push({ condition, channel, count });
  }
}

function addLowestPrices(
  { view: { lowestPrices }, lowest }: Pick<DecidedView, 'view' | 'lowest'>,
  condition: Condition,
  groups: readonly OfferGroup[],
  { customer, discounted }: SeenGroups,
): void {
  for (const channel of FULFILLMENT_CHANNELS) {
    for (const offerType of OFFER_TYPES) {
      const alike = groups.filter((group) => group.channel === channel && group.offerType === offerType);
      const [first] = bestOfGroups(alike, 1);
      if (first === undefined) continue;
      const { listingMinor, shippingMinor } = first;
      lowestPrices.push({ condition, channel, offerType, listingMinor, shippingMinor });
      lowest.push({ condition, customer, offerType, channel, listingMinor, shippingMinor });
      if (customer === 'Consumer') continue;
      const tiered = discounted.filter(
        (one) => one.offer.condition === condition && one.offer.channel === channel && one.offerType === offerType,
      );
      for (const tier of tierPrices(tiered, first.landedMinor))
        lowestPrices.push({ condition, channel, offerType, ...tier });
    }
  }
}

/** Adds the winner of each offer type (`buy-box.ts`) and returns the winners. */
function addBuyBox<Fields extends RankFields>(
  { view: { buyBox }, boxes }: DecidedView<Fields>,
  condition: Condition,
  eligible: readonly OfferGroup<Fields>[],
  customer: CustomerType,
): SeenOffer<Fields>[] {
  const winners: SeenOffer<Fields>[] = [];
  for (const offerType of OFFER_TYPES) {
    const decided = decideBox(
      { condition, customer, offerType },
      eligible.filter((group) => group.offerType === offerType),
    );
    if (decided === undefined) continue;
    const { winner, box } = decided;
    winners.push(winner);
    boxes.push(box);
    const { subCondition, channel, sellerId, sku } = winner.offer;
    const { listingMinor, shippingMinor } = winner;
    const price = { condition, subCondition, channel, offerType, shippingMinor, sellerId, sku };
    buyBox.push({ ...price, listingMinor });
    if (customer === 'Consumer') continue;
    for (const { quantity: quantityTier, priceMinor } of discountsOf(winner)) {
      buyBox.push({ ...price, quantityTier, listingMinor: priceMinor });
    }
  }
  return winners;
}
