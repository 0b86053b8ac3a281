import { MAX_MINOR } from '../money.ts';
import { type BoxName, boxIn, type Contender, landedOf, orderFieldsOf } from './decision.ts';
import { type Gate, gateNames, withoutThreshold } from './gates.ts';
import { compareOffers } from './offers.ts';
import { type PlacedListing, type Standing, standingIn } from './standing.ts';

/** A gate that an offer fails whatever its price is, or why an offer does not compete in a box at all. */
type IneligibleReason = Gate | 'noBusinessPrice' | 'hasBusinessPrice';

/**
 * The highest listing price with which an offer, its own shipping added, holds a buy box at this moment (decision 43).
 * `VALID_FOEP`: there is one. `NO_COMPETING_OFFER`: no other offer is eligible and the item has no threshold, so every price
 * wins. `OFFER_NOT_ELIGIBLE`: no price wins, for the `reasons`. `NO_WINNING_PRICE`: the price would be negative.
 */
export type ExpectedPrice = {
  status: 'VALID_FOEP' | 'NO_COMPETING_OFFER' | 'OFFER_NOT_ELIGIBLE' | 'NO_WINNING_PRICE';
  /** Only with `VALID_FOEP`. */
  listingMinor?: number;
  /** Only with `OFFER_NOT_ELIGIBLE`. */
  reasons?: IneligibleReason[];
  /** The best eligible other offer; for an offer that does not compete in the box, the holder. */
  competing?: Contender;
  /** The holder of the box at this moment, maybe this offer itself. */
  current?: Contender;
};

/** The expected price of a listing in one buy box. Other terms are tried with the offer of `onTerms`. */
export function expectedPrice(listing: PlacedListing, name: BoxName, now: number): ExpectedPrice {
  const standing = standingIn(listing, name, now);
  const holder = (standing ? standing.box : boxIn(listing.decision, name))?.holder;
  const rival = standing ? standing.rival : holder;
  const offers = { ...(rival && { competing: rival }), ...(holder && { current: holder }) };
  if (standing === undefined) {
    const reason = name.offerType === 'B2B' ? 'noBusinessPrice' : 'hasBusinessPrice';
    return { status: 'OFFER_NOT_ELIGIBLE', reasons: [reason], ...offers };
  }
  const failing = withoutThreshold(standing.failing);
  if (failing !== 0) return { status: 'OFFER_NOT_ELIGIBLE', reasons: gateNames(failing), ...offers };
  const landedMinor = highestLanded(standing, listing.item.competitivePriceThresholdMinor);
  if (landedMinor === undefined) return { status: 'NO_COMPETING_OFFER', ...offers };
  const listingMinor = landedMinor - standing.seen.shippingMinor;
  if (listingMinor < 0) return { status: 'NO_WINNING_PRICE', ...offers };
  // The largest amount is the largest price: a rival's landed price is a sum and can be above it.
  return { status: 'VALID_FOEP', listingMinor: Math.min(listingMinor, MAX_MINOR), ...offers };
}

/** The highest landed price that wins, if the offer passes all other gates: as high as the rival's if the offer then comes first. Undefined: every price wins. */
export function highestLanded({ seen, rival }: Standing, thresholdMinor: number | undefined): number | undefined {
  if (rival === undefined) return thresholdMinor;
  const rivalMinor = landedOf(rival);
  const comesFirst = compareOffers({ ...seen, landedMinor: rivalMinor }, orderFieldsOf(rival)) < 0;
  return Math.min(comesFirst ? rivalMinor : rivalMinor - 1, thresholdMinor ?? rivalMinor);
}
