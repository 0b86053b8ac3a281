import type { EstimateFailure } from '../fees/estimate-input.ts';
import { type FeesInForce, type NetProceeds, netProceeds } from '../fees/net-proceeds.ts';
import { type Item, titleOf } from '../market/item.ts';
import type { Offer } from '../market/offer.ts';
import type { SellerFacts } from '../market/seller.ts';
import type { CustomerType, SellerPlan } from '../vocabulary.ts';
import { boardTime } from './board-time.ts';
import type { Decision } from './decision.ts';
import { type ListingOverview, overviewOf } from './listing-overview.ts';
import type { SeenOffer } from './offers.ts';
import { type Strategy, type WhatIf, whatIf } from './what-if.ts';

/** A listing as it is stored, with all that decides where it stands. */
export type DecidedListing = {
  offer: Offer;
  /** When the record of the offer last changed. 0: it is not known. */
  changedMs: number;
  /** Rises by one with each change of its terms, by whomever (decision 48). */
  termsRevision: number;
  seller: SellerFacts & { plan?: SellerPlan };
  item: Item;
  decision: Decision;
  /** See `boardTime`. */
  valid_from: number | null;
};

/** A listing with its place in the consumers' buy box, as lists of listings show it. */
export type PresentListing = {
  offer: Offer;
  title: string | undefined;
  overview: ListingOverview;
  offersCount: number;
  changedMs: number;
  termsRevision: number;
};

export function presentListing(listing: DecidedListing, fees: FeesInForce, now: number): PresentListing {
  const { offer, item, decision, changedMs, termsRevision } = listing;
  const overview = overviewOf(listing, fees, boardTime(listing.valid_from, now));
  return { offer, title: titleOf(item), overview, offersCount: decision.offers, changedMs, termsRevision };
}

/** What a strategy would do with a listing, and the net of both prices, or why that is not known. */
export type TriedListing = {
  result: WhatIf;
  title: string | undefined;
  termsRevision: number;
  presentNet: NetProceeds | EstimateFailure;
  newNet: NetProceeds | EstimateFailure;
};

export function triedListing(
  listing: DecidedListing,
  customer: CustomerType,
  tried: { strategy: Strategy; floorMinor?: number | undefined },
  { fees, now }: { fees: FeesInForce; now: number },
): TriedListing {
  const { offer, seller, item, termsRevision } = listing;
  const result = whatIf(listing, customer, tried, boardTime(listing.valid_from, now));
  const unit = { item, plan: seller.plan, channel: offer.channel };
  const netOf = ({ listingMinor, shippingMinor }: SeenOffer) => netProceeds(fees, unit, listingMinor, shippingMinor);
  const presentNet = netOf(result.present);
  const newNet = result.changed === result.present ? presentNet : netOf(result.changed);
  return { result, title: titleOf(item), termsRevision, presentNet, newNet };
}
