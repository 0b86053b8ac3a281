import { compareCodePoints } from '../code-points.ts';
import type { Offer } from '../market/offer.ts';
import type { SellerFacts } from '../market/seller.ts';
import type { CustomerType, OfferType } from '../vocabulary.ts';

/** An offer with what is known of its seller. */
export type MarketOffer = { offer: Offer; seller: SellerFacts };

/**
 * Why an offer is on sale or not at a moment. The first that applies, in this order: `noShippingCharge` therefore
 * means that a charge is all that is missing, which is what the status of that name tells the seller (decision 22).
 */
export type Standing = 'inactive' | 'tooSoon' | 'outOfStock' | 'unavailable' | 'noShippingCharge' | 'buyable';

/** Decision 22: active, started, in stock, available now or with a date, with a shipping charge; judged at `now`. */
export function standingOf(offer: Offer, now: number): Standing {
  if (!offer.active) return 'inactive';
  if (offer.startTimeMs !== undefined && offer.startTimeMs > now) return 'tooSoon';
  if (offer.quantity <= 0) return 'outOfStock';
  if (offer.availability === 'FUTURE_WITHOUT_DATE') return 'unavailable';
  if (offer.shippingMinor === undefined) return 'noShippingCharge';
  return 'buyable';
}

/** The date at which an offer becomes available, as long as it lies ahead; a date that has passed means NOW. */
export function dateAhead(offer: Offer, now: number): number | undefined {
  const date = offer.availability === 'FUTURE_WITH_DATE' ? offer.availableDateMs : undefined;
  return date !== undefined && date > now ? date : undefined;
}

/** An offer as one kind of customer sees it. */
export type SeenOffer = {
  offer: Offer;
  seller: SellerFacts;
  offerType: OfferType;
  listingMinor: number;
  shippingMinor: number;
  landedMinor: number;
};

/**
 * Decision 21: a Consumer sees the B2C price; a Business the B2B price where the seller has one, else the B2C price.
 * Every offer is one or the other, so both kinds of customer see the same offers at different prices.
 */
export function seenBy(customer: CustomerType, { offer, seller }: MarketOffer): SeenOffer {
  const b2b = customer === 'Business' && offer.businessPriceMinor !== undefined;
  const listingMinor = b2b ? (offer.businessPriceMinor as number) : offer.listingPriceMinor;
  const shippingMinor = offer.shippingMinor ?? 0;
  const landedMinor = listingMinor + shippingMinor;
  return { offer, seller, offerType: b2b ? 'B2B' : 'B2C', listingMinor, shippingMinor, landedMinor };
}

/**
 * The order of offers (decision 22): landed price, then FS first, then feedback (the better rating, then the more of
 * it), then SellerId and SKU, which no two offers share: the order never depends on how the offers arrived. Texts
 * compare by code point, as in the store.
 */
export function compareOffers(a: SeenOffer, b: SeenOffer): number {
  if (a.landedMinor !== b.landedMinor) return a.landedMinor - b.landedMinor;
  if (a.offer.channel !== b.offer.channel) return a.offer.channel === 'FS' ? -1 : 1;
  if (a.seller.feedbackRating !== b.seller.feedbackRating) return b.seller.feedbackRating - a.seller.feedbackRating;
  if (a.seller.feedbackCount !== b.seller.feedbackCount) return b.seller.feedbackCount - a.seller.feedbackCount;
  return compareCodePoints(a.offer.sellerId, b.offer.sellerId) || compareCodePoints(a.offer.sku, b.offer.sku);
}

/** Something a Business sees and a Consumer does not. */
export function hasBusinessTerms(offer: Offer): boolean {
  return offer.businessPriceMinor !== undefined || offer.quantityDiscounts.length > 0;
}

/** The first in the order of offers. */
export function firstOf(offers: readonly SeenOffer[]): SeenOffer | undefined {
  let first: SeenOffer | undefined;
  for (const one of offers) if (first === undefined || compareOffers(one, first) < 0) first = one;
  return first;
}

/** The first `size` in the order of offers, in that order. Most of a long list costs one comparison each. */
export function bestOf(offers: readonly SeenOffer[], size: number): SeenOffer[] {
  const best: SeenOffer[] = [];
  for (const one of offers) {
    let at = best.length;
    if (at === size && compareOffers(one, best[at - 1] as SeenOffer) >= 0) continue;
    if (at === size) at--;
    for (; at > 0 && compareOffers(one, best[at - 1] as SeenOffer) < 0; at--) best[at] = best[at - 1] as SeenOffer;
    best[at] = one;
  }
  return best;
}
