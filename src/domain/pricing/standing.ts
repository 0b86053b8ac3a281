import type { Item } from '../market/item.ts';
import type { Offer } from '../market/offer.ts';
import type { SellerFacts } from '../market/seller.ts';
import type { CustomerType, FulfillmentChannel } from '../vocabulary.ts';
import {
  type BoxDecision,
  type BoxName,
  bestOther,
  boxIn,
  type Contender,
  type Decision,
  orderFieldsOf,
} from './decision.ts';
import { type FailingGates, failingGates } from './gates.ts';
import { compareOffers, type SeenOffer, seenBy } from './offers.ts';

/** A listing with everything that its place in the buy boxes of its item depends on. */
export type PlacedListing = {
  offer: Offer;
  seller: SellerFacts;
  item: Pick<Item, 'competitivePriceThresholdMinor'>;
  decision: Decision;
};

/** Other terms for an offer. What is absent stays as it is. The price is the one that the customer sees. */
export type Terms = { listingMinor?: number; shippingMinor?: number; channel?: FulfillmentChannel };

/** Where an offer stands in a buy box, in comparison with the other offers of the item as they are. */
export type Standing = {
  seen: SeenOffer<Offer>;
  failing: FailingGates;
  /** What the rule decided with the offer as it is; undefined when nobody holds the box. */
  box: BoxDecision | undefined;
  /** The best eligible other offer, also of the same seller. */
  rival: Contender | undefined;
  /** Whether the rule gives it the box. */
  wins: boolean;
};

/**
 * The standing of a listing for a type of customer, in the one box in which it competes for that customer. With the offer of
 * `onTerms` it is the standing that these terms would have if nothing else changed: the terms of an offer have no effect on
 * which others are eligible.
 */
export function standingFor(listing: PlacedListing, customer: CustomerType, now: number): Standing {
  const { offer, item, decision } = listing;
  const seen = seenBy(customer, listing);
  const failing = failingGates(listing, item, seen.landedMinor, now);
  const box = boxIn(decision, { condition: offer.condition, customer, offerType: seen.offerType });
  const rival = bestOther(box, offer);
  const wins = failing === 0 && (rival === undefined || compareOffers(seen, orderFieldsOf(rival)) < 0);
  return { seen, failing, box, rival, wins };
}

/**
 * The standing in a given box; undefined when the listing does not compete in it: for business customers, an offer with a
 * business price is a B2B offer and any other a B2C offer (decision 44).
 */
export function standingIn(listing: PlacedListing, name: BoxName, now: number): Standing | undefined {
  const standing = standingFor(listing, name.customer, now);
  return standing.seen.offerType === name.offerType ? standing : undefined;
}

/** The offer on other terms. A customer who sees the business price gets the new price as the business price. */
export function onTerms(offer: Offer, customer: CustomerType, { listingMinor, shippingMinor, channel }: Terms): Offer {
  const changed = { ...offer };
  if (listingMinor !== undefined) {
    if (customer === 'Business' && offer.businessPriceMinor !== undefined) changed.businessPriceMinor = listingMinor;
    else changed.listingPriceMinor = listingMinor;
  }
  if (shippingMinor !== undefined) changed.shippingMinor = shippingMinor;
  if (channel !== undefined) changed.channel = channel;
  return changed;
}
