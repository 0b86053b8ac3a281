import type { Condition, CustomerType, FulfillmentChannel, OfferType, SubCondition } from '../vocabulary.ts';
import type { OrderFields, SeenOffer } from './offers.ts';

/**
 * The result of the buy box rule for one item: what explanations, expected prices, history and events are made from. It is
 * stored with the board, as plain JSON, so that none of them reads the item's offers.
 */
export type Decision = {
  /** One for each buy box that an eligible offer exists for. A box that is missing has no holder. */
  boxes: BoxDecision[];
  /** The lowest landed price of each condition, customer type, channel and offer type, of all offers on sale. */
  lowest: LowestDecision[];
  /** The number of offers on sale, of all conditions. */
  offers: number;
  /**
   * Whether business customers see something else than consumers do. If not, `boxes` and `lowest` have no entries for
   * them: theirs are those of consumers.
   */
  hasBusiness: boolean;
  /** Absent in a decision of a version before 2006. */
  digests?: Digests;
};

/**
 * Digests of what customers see of the item, so that a change of that alone is published once (decision 42). Businesses have none of
 * their own while they see the same as consumers.
 */
export type Digests = { consumer: ViewDigests; business?: ViewDigests };

export type ViewDigests = {
  /** One for each condition with offers: its shown offers, and its part of the Summary. */
  conditions: { [C in Condition]?: string };
  /** The digest of the rest of the Summary, and the status; sales ranks are left out. */
  rest: string;
};

/** A buy box. Decision 44: an item and condition has up to three: consumers (B2C), businesses (B2B), businesses (B2C). */
export type BoxName = { condition: Condition; customer: CustomerType; offerType: OfferType };

export type BoxDecision = BoxName & {
  /** The number of eligible offers. */
  eligible: number;
  holder: Contender;
  /** The next eligible offer in the order of offers. Absent: the holder has no competition. */
  runnerUp?: Contender;
};

/** An eligible offer with everything that its place in the order of offers depends on. The SKU is private to its seller. */
export type Contender = {
  sellerId: string;
  sku: string;
  channel: FulfillmentChannel;
  subCondition: SubCondition;
  listingMinor: number;
  shippingMinor: number;
  feedbackRating: number;
  feedbackCount: number;
};

export type LowestDecision = BoxName & {
  channel: FulfillmentChannel;
  listingMinor: number;
  shippingMinor: number;
};

export function contenderOf({ offer, seller, listingMinor, shippingMinor }: SeenOffer): Contender {
  const { sellerId, sku, channel, subCondition } = offer;
  const { feedbackRating, feedbackCount } = seller;
  return { sellerId, sku, channel, subCondition, listingMinor, shippingMinor, feedbackRating, feedbackCount };
}

/** A contender in the form that `compareOffers` takes. */
export function orderFieldsOf(contender: Contender): OrderFields {
  return { offer: contender, seller: contender, landedMinor: landedOf(contender) };
}

export const landedOf = ({ listingMinor, shippingMinor }: { listingMinor: number; shippingMinor: number }): number =>
  listingMinor + shippingMinor;

/** The lowest landed price that consumers see of a condition; undefined when there is none. */
export function lowestLanded(decision: Decision | null, condition: Condition): number | undefined {
  let lowest: number | undefined;
  for (const one of decision?.lowest ?? []) {
    if (one.condition !== condition || one.customer !== 'Consumer' || one.offerType !== 'B2C') continue;
    const landed = landedOf(one);
    if (lowest === undefined || landed < lowest) lowest = landed;
  }
  return lowest;
}

/** The buy boxes of a condition that exist for a customer type, whether somebody holds them or not. */
export function boxNames(condition: Condition): BoxName[] {
  return [
    { condition, customer: 'Consumer', offerType: 'B2C' },
    { condition, customer: 'Business', offerType: 'B2B' },
    { condition, customer: 'Business', offerType: 'B2C' },
  ];
}

/** The decision about a box; undefined when nobody holds it. */
export function boxIn(decision: Decision, { condition, customer, offerType }: BoxName): BoxDecision | undefined {
  const asSeenBy = decision.hasBusiness ? customer : 'Consumer';
  return decision.boxes.find(
    (box) => box.condition === condition && box.customer === asSeenBy && box.offerType === offerType,
  );
}

/** The best eligible offer of a box beside one: whom that one has to beat. Undefined when there is no other. */
export function bestOther(
  box: BoxDecision | undefined,
  { sellerId, sku }: { sellerId: string; sku: string },
): Contender | undefined {
  if (box === undefined) return undefined;
  const { holder, runnerUp } = box;
  return holder.sellerId === sellerId && holder.sku === sku ? runnerUp : holder;
}
