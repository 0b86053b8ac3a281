import { compareCodePoints } from '../code-points.ts';
import type { Offer } from '../market/offer.ts';
import type { SellerFacts } from '../market/seller.ts';
import type { CustomerType, OfferType } from '../vocabulary.ts';

/** An offer with the facts about its seller. */
export type MarketOffer = { offer: Offer; seller: SellerFacts };

/** The date at which an offer becomes available, if it is in the future. A date in the past means NOW. */
export function dateAhead(offer: Pick<Offer, 'availability' | 'availableDateMs'>, now: number): number | undefined {
  const date = offer.availability === 'FUTURE_WITH_DATE' ? offer.availableDateMs : undefined;
  return date !== undefined && date > now ? date : undefined;
}

/** What the ranking of offers and the summary of a board need of an offer. */
export type RankFields = Pick<
  Offer,
  'sellerId' | 'sku' | 'condition' | 'subCondition' | 'channel' | 'quantityDiscounts'
>;

/** The facts of a seller that order its offers. */
export type RankedSeller = Pick<SellerFacts, 'feedbackRating' | 'feedbackCount'>;

/** An offer as one type of customer sees it. */
export type SeenOffer<Fields extends RankFields = RankFields> = {
  offer: Fields;
  seller: RankedSeller;
  offerType: OfferType;
  listingMinor: number;
  shippingMinor: number;
  landedMinor: number;
};

type PricedFields = Pick<Offer, 'listingPriceMinor' | 'shippingMinor' | 'businessPriceMinor'>;

/**
 * Decision 21: a Consumer sees the B2C price. A Business sees the B2B price where the offer has one, else the B2C price.
 * Both types of customer therefore see the same offers, at different prices.
 */
export function seenBy<Fields extends RankFields & PricedFields>(
  customer: CustomerType,
  { offer, seller }: { offer: Fields; seller: RankedSeller },
): SeenOffer<Fields> {
  const b2b = customer === 'Business' && offer.businessPriceMinor !== undefined;
  const listingMinor = b2b ? (offer.businessPriceMinor as number) : offer.listingPriceMinor;
  const shippingMinor = offer.shippingMinor ?? 0;
  const landedMinor = listingMinor + shippingMinor;
  return { offer, seller, offerType: b2b ? 'B2B' : 'B2C', listingMinor, shippingMinor, landedMinor };
}

/**
 * The order of offers (decision 22): landed price, then FS first, then feedback (the better rating, then the higher count),
 * then SellerId and SKU. No two offers share both, so the order never depends on how the offers arrive. Texts compare by
 * code point, as in the store.
 */
export function compareOffers(a: OrderFields, b: OrderFields): number {
  if (a.landedMinor !== b.landedMinor) return a.landedMinor - b.landedMinor;
  if (a.offer.channel !== b.offer.channel) return a.offer.channel === 'FS' ? -1 : 1;
  if (a.seller.feedbackRating !== b.seller.feedbackRating) return b.seller.feedbackRating - a.seller.feedbackRating;
  if (a.seller.feedbackCount !== b.seller.feedbackCount) return b.seller.feedbackCount - a.seller.feedbackCount;
  return compareCodePoints(a.offer.sellerId, b.offer.sellerId) || compareCodePoints(a.offer.sku, b.offer.sku);
}

/** The rule of the order that puts one of two offers before the other: the first one in which they differ. */
export type OrderRule = 'landedPrice' | 'channel' | 'feedbackRating' | 'feedbackCount' | 'sellerId' | 'sku';

export function decidingRule(a: OrderFields, b: OrderFields): OrderRule {
  if (a.landedMinor !== b.landedMinor) return 'landedPrice';
  if (a.offer.channel !== b.offer.channel) return 'channel';
  if (a.seller.feedbackRating !== b.seller.feedbackRating) return 'feedbackRating';
  if (a.seller.feedbackCount !== b.seller.feedbackCount) return 'feedbackCount';
  return a.offer.sellerId === b.offer.sellerId ? 'sku' : 'sellerId';
}

export type OrderFields = {
  landedMinor: number;
  offer: Pick<Offer, 'channel' | 'sellerId' | 'sku'>;
  seller: RankedSeller;
};

/** Whether a Business sees something that a Consumer does not see. */
export function hasBusinessTerms(offer: Pick<Offer, 'businessPriceMinor' | 'quantityDiscounts'>): boolean {
  return offer.businessPriceMinor !== undefined || offer.quantityDiscounts.length > 0;
}

/** The first `size` in the order of offers, in that order. In a long list most offers cost one comparison. */
export function bestOf<S extends OrderFields>(offers: readonly S[], size: number): S[] {
  const best: S[] = [];
  for (const one of offers) {
    let at = best.length;
    if (at === size && compareOffers(one, best[at - 1] as S) >= 0) continue;
    if (at === size) at--;
    for (; at > 0 && compareOffers(one, best[at - 1] as S) < 0; at--) best[at] = best[at - 1] as S;
    best[at] = one;
  }
  return best;
}
