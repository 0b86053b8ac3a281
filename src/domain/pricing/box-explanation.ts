import type { Offer } from '../market/offer.ts';
import type { CustomerType } from '../vocabulary.ts';
import { type BoxName, type Contender, landedOf, orderFieldsOf } from './decision.ts';
import { type ExpectedPrice, expectedPrice } from './expected-price.ts';
import { type GateVerdict, gateVerdicts } from './gate-verdict.ts';
import type { Gate } from './gates.ts';
import { decidingRule, type OrderRule, type SeenOffer } from './offers.ts';
import { onTerms, type PlacedListing, type Standing, standingFor, type Terms } from './standing.ts';

/** Why an offer holds a buy box or does not, and which price would. */
export type BoxExplanation = {
  /** The box in which the offer stands for the customer type (decision 44). */
  box: BoxName;
  /** The offer on the terms that are explained, as the customer sees it. */
  seen: SeenOffer<Offer>;
  /** All of them, passed or not. */
  gates: GateVerdict[];
  isEligible: boolean;
  wins: boolean;
  /** The number of eligible offers in the box, this one included when it is eligible. */
  eligible: number;
  /** The best eligible other offer: the holder, or the runner-up when this offer wins. */
  rival: Contender | undefined;
  /**
   * This offer's landed price minus the rival's. Undefined without a rival, and for an offer without a shipping charge: it
   * has no landed price (decision 22).
   */
  gapMinor: number | undefined;
  /** What decides between an eligible offer and its rival. */
  decidedBy: OrderRule | undefined;
  expected: ExpectedPrice;
};

/**
 * Explains where a listing stands for a type of customer. With `terms` it is explained as if the offer were so and nothing
 * else changed: the terms of one offer have no effect on which other offers are eligible.
 */
export function explainBox(listing: PlacedListing, customer: CustomerType, terms: Terms, now: number): BoxExplanation {
  const tried = { ...listing, offer: onTerms(listing.offer, customer, terms) };
  const { seen, failing, rival, wins } = standingFor(tried, customer, now);
  const box: BoxName = { condition: seen.offer.condition, customer, offerType: seen.offerType };
  const { landedMinor } = seen;
  const hasGap = rival !== undefined && seen.offer.shippingMinor !== undefined;
  return {
    box,
    seen,
    gates: gateVerdicts({ ...tried, landedMinor, failing, now }),
    isEligible: failing === 0,
    wins,
    eligible: otherEligible(standingFor(listing, customer, now)) + Number(failing === 0),
    rival,
    decidedBy: rival && failing === 0 ? decidingRule(seen, orderFieldsOf(rival)) : undefined,
    gapMinor: hasGap ? landedMinor - landedOf(rival) : undefined,
    expected: expectedPrice(tried, box, now),
  };
}

/** The number of eligible offers in the box beside this one. */
function otherEligible({ box, failing, rival }: Standing): number {
  const others = (box?.eligible ?? 0) - Number(failing === 0);
  // A change at this moment can reach the offer before the decision about the box: there is still the rival.
  return Math.max(others, Number(rival !== undefined));
}

/**
 * The place of the offer among the eligible ones, when `before` of the others come before it. Undefined when it is not
 * eligible. The winner is the first: whoever asks need not count for it.
 */
export function rankOf({ isEligible, wins, eligible }: BoxExplanation, before: number): number | undefined {
  if (!isEligible) return undefined;
  if (wins) return 1;
  // The count is a read of its own: a change in between must not make two firsts, or a place beyond the last.
  return Math.min(Math.max(before + 1, 2), eligible);
}

/** The gates that the offer fails, in their order. */
export const failedGates = ({ gates }: BoxExplanation): Gate[] =>
  gates.filter(({ passed }) => !passed).map(({ gate }) => gate);
