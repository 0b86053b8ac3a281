import type { Value } from '../../db/db.ts';
import type { SellerFacts } from '../../domain/market/seller.ts';
import { availabilityIn, type FailingGates, fails, type OfferAvailability } from '../../domain/pricing/gates.ts';
import type { Judgement } from '../../domain/pricing/judgement.ts';
import type { GroupName } from '../../domain/pricing/offer-groups.ts';
import { ineligibleState, isHolderState, type OfferState } from '../../domain/pricing/offer-state.ts';
import type { MarketOffer } from '../../domain/pricing/offers.ts';
import { CONDITIONS, type Condition, FULFILLMENT_CHANNELS, type FulfillmentChannel } from '../../domain/vocabulary.ts';

/**
 * The columns of an offer that hold what the rule says about it. The indexes on them put the offers of an item in groups
 * (`domain/pricing/offer-groups.ts`) and each group in the order of offers, so that the store counts the offers of an item
 * and finds the best ones without reading the others.
 */
export type RankColumns = {
  /** When the offer must be judged again: at the next of its dates; 0: at the next rebuild; null: never. */
  turns_ms: number | null;
  failing_gates: number;
  business_failing_gates: number | null;
  /** Right for an offer that is not eligible. The decision about the box corrects it for the others (`projections/listings/project-listings.ts`). */
  state: OfferState;
  rank_group: number;
  landed_minor: number;
  standing: number;
  business_group: number | null;
  business_landed: number | null;
  listing_minor: number;
  shipping_minor: number | null;
  business_minor: number | null;
  sub_condition: string;
  discounts: string | null;
  start_ms: number | null;
};

/** The columns and their types, in the order in which they are written. */
export const rankColumnTypes: Readonly<Record<keyof RankColumns, 'text' | 'bigint'>> = {
  turns_ms: 'bigint',
  failing_gates: 'bigint',
  business_failing_gates: 'bigint',
  state: 'text',
  rank_group: 'bigint',
  landed_minor: 'bigint',
  standing: 'bigint',
  business_group: 'bigint',
  business_landed: 'bigint',
  listing_minor: 'bigint',
  shipping_minor: 'bigint',
  business_minor: 'bigint',
  sub_condition: 'text',
  discounts: 'text',
  start_ms: 'bigint',
};

export const RANK_COLUMNS = Object.keys(rankColumnTypes) as readonly (keyof RankColumns)[];

export const rankValues = (columns: RankColumns): Value[] => RANK_COLUMNS.map((name) => columns[name]);

export function rankColumnsOf(
  { offer, seller }: MarketOffer,
  { failing, businessFailing, turnsMs }: Judgement,
  stateBefore: OfferState | null,
): RankColumns {
  const { condition, channel, listingPriceMinor, shippingMinor, businessPriceMinor, startTimeMs } = offer;
  const isOnSale = availabilityIn(failing) === 'buyable';
  const hasBusinessPrice = businessPriceMinor !== undefined;
  const isRankedForBusiness = isOnSale && hasBusinessPrice;
  return {
    turns_ms: turnsMs,
    failing_gates: failing,
    business_failing_gates: businessFailing,
    state: failing === 0 ? eligibleState(stateBefore) : ineligibleState(failing),
    rank_group: isOnSale
      ? groupNumber(condition, channel, failing === 0, hasBusinessPrice)
      : offSaleNumber(availabilityIn(failing)),
    landed_minor: listingPriceMinor + (shippingMinor ?? 0),
    standing: standingOf(seller),
    business_group: isRankedForBusiness ? groupNumber(condition, channel, businessFailing === 0, true) : null,
    business_landed: isRankedForBusiness ? businessPriceMinor + (shippingMinor ?? 0) : null,
    listing_minor: listingPriceMinor,
    shipping_minor: shippingMinor ?? null,
    business_minor: businessPriceMinor ?? null,
    sub_condition: offer.subCondition,
    discounts: offer.quantityDiscounts.length === 0 ? null : JSON.stringify(offer.quantityDiscounts),
    start_ms: startTimeMs ?? null,
  };
}

/** An offer that stays eligible usually keeps its state: then nothing else is written. */
const eligibleState = (before: OfferState | null): OfferState =>
  before !== null && isHolderState(before) ? before : 'losing';

/** `rank_group` of an offer on sale. Offers with a business price are apart: to a business customer they are not B2C. */
export function groupNumber(
  condition: Condition,
  channel: FulfillmentChannel,
  isEligible: boolean,
  hasBusinessPrice: boolean,
): number {
  const place = CONDITIONS.indexOf(condition) * FULFILLMENT_CHANNELS.length + FULFILLMENT_CHANNELS.indexOf(channel);
  return place * 4 + Number(!isEligible) * 2 + Number(hasBusinessPrice);
}

export function groupOf(number: number): Omit<GroupName, 'offerType'> & { hasBusinessPrice: boolean } {
  const place = Math.floor(number / 4);
  return {
    condition: CONDITIONS[Math.floor(place / FULFILLMENT_CHANNELS.length)] as Condition,
    channel: FULFILLMENT_CHANNELS[place % FULFILLMENT_CHANNELS.length] as FulfillmentChannel,
    isEligible: (number & 2) === 0,
    hasBusinessPrice: (number & 1) === 1,
  };
}

const offSale: readonly OfferAvailability[] = ['inactive', 'tooSoon', 'outOfStock', 'unavailable', 'noShippingCharge'];

/** `rank_group` of an offer that is not on sale: below zero, one number for each reason. */
export const offSaleNumber = (reason: OfferAvailability): number => -1 - offSale.indexOf(reason);

export const availabilityOf = (number: number): OfferAvailability =>
  number >= 0 ? 'buyable' : (offSale[-1 - number] as OfferAvailability);

/** More ratings than a seller record can have. */
const COUNT_LIMIT = 2 ** 30;

/** The feedback as one number that is smaller for the better feedback: rating first (with one decimal), then count. */
export function standingOf({
  feedbackRating,
  feedbackCount,
}: Pick<SellerFacts, 'feedbackRating' | 'feedbackCount'>): number {
  return (1_000 - Math.round(feedbackRating * 10)) * COUNT_LIMIT + (COUNT_LIMIT - 1 - feedbackCount);
}

/** The seller's feedback from its standing. */
export function feedbackOf(standing: number): Pick<SellerFacts, 'feedbackRating' | 'feedbackCount'> {
  return {
    feedbackRating: (1_000 - Math.floor(standing / COUNT_LIMIT)) / 10,
    feedbackCount: COUNT_LIMIT - 1 - (standing % COUNT_LIMIT),
  };
}

/** The seller's facts from the columns of its offer. */
export function sellerFactsFrom(standing: number, failing: FailingGates): SellerFacts {
  return { ...feedbackOf(standing), featuredMerchant: !fails(failing, 'featuredMerchant') };
}
