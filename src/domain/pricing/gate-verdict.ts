import type { Item } from '../market/item.ts';
import type { Offer } from '../market/offer.ts';
import type { SellerFacts } from '../market/seller.ts';
import type { Availability } from '../vocabulary.ts';
import { type FailingGates, FEEDBACK_COUNT_FLOOR, FEEDBACK_RATING_FLOOR, fails, GATES, type Gate } from './gates.ts';
import { dateAhead } from './offers.ts';

/** The verdict of one gate about an offer, the figure that it looked at, and the figure that passes. */
export type GateVerdict = { passed: boolean } & GateFigures;

type GateFigures =
  | { gate: 'active' | 'featuredMerchant'; figure: boolean; required: true }
  /** Passes without a start time, and from the start time on. */
  | { gate: 'startTime'; startTimeMs: number | undefined }
  /** At least `required` passes. */
  | { gate: 'stock' | 'feedbackRating' | 'feedbackCount'; figure: number; required: number }
  /** As it is shown: a date that has passed is NOW. `availableMs` is the date that lies ahead. */
  | { gate: 'availability'; availability: Availability; availableMs: number | undefined }
  /** Every charge passes, 0 included. Undefined: there is none. */
  | { gate: 'shippingCharge'; shippingMinor: number | undefined }
  | ThresholdFigures;

/** A landed price of at most the threshold passes. Without a threshold every price does. */
export type ThresholdFigures = {
  gate: 'competitivePriceThreshold';
  /** Without a shipping charge, the listing price: with any charge the landed price is not lower. */
  landedMinor: number;
  shippingMinor: number | undefined;
  thresholdMinor: number | undefined;
  /** The highest listing price that passes with the offer's own shipping. Undefined: no threshold, or shipping is above it. */
  passingListingMinor: number | undefined;
};

/** What the verdicts are about: an offer as one type of customer sees it. */
export type JudgedOffer = {
  offer: Offer;
  seller: SellerFacts;
  item: Pick<Item, 'competitivePriceThresholdMinor'>;
  landedMinor: number;
  /** From `failingGates`, which alone decides. */
  failing: FailingGates;
  now: number;
};

/** The verdict of every gate, in their order. */
export function gateVerdicts(judged: JudgedOffer): GateVerdict[] {
  return GATES.map((gate) => ({ passed: !fails(judged.failing, gate), ...figuresOf(gate, judged) }));
}

function figuresOf(gate: Gate, { offer, seller, item, landedMinor, now }: JudgedOffer): GateFigures {
  switch (gate) {
    case 'active':
      return { gate, figure: offer.active, required: true };
    case 'startTime':
      return { gate, startTimeMs: offer.startTimeMs };
    case 'stock':
      return { gate, figure: offer.quantity, required: 1 };
    case 'availability':
      return { gate, ...availabilityAt(offer, now) };
    case 'shippingCharge':
      return { gate, shippingMinor: offer.shippingMinor };
    case 'featuredMerchant':
      return { gate, figure: seller.featuredMerchant, required: true };
    case 'feedbackRating':
      return { gate, figure: seller.feedbackRating, required: FEEDBACK_RATING_FLOOR };
    case 'feedbackCount':
      return { gate, figure: seller.feedbackCount, required: FEEDBACK_COUNT_FLOOR };
    case 'competitivePriceThreshold':
      return thresholdFigures(offer, landedMinor, item.competitivePriceThresholdMinor);
  }
}

function availabilityAt(offer: Offer, now: number): { availability: Availability; availableMs: number | undefined } {
  const availableMs = dateAhead(offer, now);
  const hasPassed = offer.availability === 'FUTURE_WITH_DATE' && availableMs === undefined;
  return { availability: hasPassed ? 'NOW' : offer.availability, availableMs };
}

function thresholdFigures(
  { shippingMinor }: Offer,
  landedMinor: number,
  thresholdMinor: number | undefined,
): ThresholdFigures {
  const leftMinor = thresholdMinor === undefined ? -1 : thresholdMinor - (shippingMinor ?? 0);
  const passingListingMinor = leftMinor < 0 ? undefined : leftMinor;
  return { gate: 'competitivePriceThreshold', landedMinor, shippingMinor, thresholdMinor, passingListingMinor };
}
