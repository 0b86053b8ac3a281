import type { EstimateFailure, FeeInput } from '../fees/estimate-input.ts';
import { type FeesInForce, type NetProceeds, netProceeds } from '../fees/net-proceeds.ts';
import type { SellerPlan } from '../vocabulary.ts';
import type { BoxName, Contender } from './decision.ts';
import { type ExpectedPrice, expectedPrice } from './expected-price.ts';
import { gapMinorOf } from './gap.ts';
import { type OfferState, stateOf } from './offer-state.ts';
import { type PlacedListing, type Standing, standingIn } from './standing.ts';

/** Where a listing stands in the consumers' buy box of its condition, and the net at its price and at the winning price. */
export type ListingOverview = {
  state: OfferState;
  /** Absent: nobody holds the box. */
  holder?: Contender;
  /** See `gap.ts`. */
  gapMinor?: number;
  winning: ExpectedPrice;
  netAtOwnPrice: NetProceeds | EstimateFailure;
  /** Absent: there is no winning price. */
  netAtWinningPrice?: NetProceeds | EstimateFailure;
};

/** Where a listing stands in one buy box, and the net at its price and at the winning price. Prices are those of the customer. */
export type BoxOverview = Pick<ListingOverview, 'winning' | 'netAtOwnPrice' | 'netAtWinningPrice'> & {
  standing: Standing;
};

type OverviewListing = PlacedListing & { seller: { plan?: SellerPlan }; item: FeeInput['item'] };

export function overviewOf(listing: OverviewListing, fees: FeesInForce, now: number): ListingOverview {
  const { offer } = listing;
  const name: BoxName = { condition: offer.condition, customer: 'Consumer', offerType: 'B2C' };
  // Every offer stands in the consumers' box: a business price does not take it out.
  const { standing, ...figures } = overviewIn(listing, name, fees, now) as BoxOverview;
  const { seen, failing, box } = standing;
  const overview: ListingOverview = { state: stateOf(offer, failing, box), ...figures };
  if (box !== undefined) overview.holder = box.holder;
  const gapMinor = gapMinorOf(seen.landedMinor, offer.shippingMinor !== undefined, box?.holder);
  if (gapMinor !== undefined) overview.gapMinor = gapMinor;
  return overview;
}

/** Undefined when the listing does not compete in the box. */
export function overviewIn(
  listing: OverviewListing,
  name: BoxName,
  fees: FeesInForce,
  now: number,
): BoxOverview | undefined {
  const { offer, item, seller } = listing;
  const standing = offer.condition === name.condition ? standingIn(listing, name, now) : undefined;
  if (standing === undefined) return undefined;
  const { seen } = standing;
  const winning = expectedPrice(listing, name, now);
  const unit = { item, plan: seller.plan, channel: offer.channel };
  const netAt = (listingMinor: number) => netProceeds(fees, unit, listingMinor, seen.shippingMinor);
  const overview: BoxOverview = { standing, winning, netAtOwnPrice: netAt(seen.listingMinor) };
  if (winning.listingMinor !== undefined) overview.netAtWinningPrice = netAt(winning.listingMinor);
  return overview;
}
