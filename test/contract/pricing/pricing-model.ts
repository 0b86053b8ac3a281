import type { Offer } from '../../../src/domain/market/offer.ts';
import type { SellerFacts } from '../../../src/domain/market/seller.ts';
import type { Condition, CustomerType, OfferType } from '../../../src/domain/vocabulary.ts';
import { NOW } from '../../domain/market.ts';

/** A second implementation of decisions 21 to 23, without the service's code. Tests compare the answers with it. */

export const CONDITIONS: readonly Condition[] = ['New', 'Used', 'Collectible', 'Refurbished', 'Club'];
export const CUSTOMERS: readonly CustomerType[] = ['Consumer', 'Business'];

/** An item with all offers on it. Each has unique names, so that one market can hold many. */
export type OfferedItem = {
  marketplaceId: string;
  itemId: string;
  thresholdMinor: number | undefined;
  sellers: ReadonlyMap<string, SellerFacts>;
  offers: readonly Offer[];
};

export function isOnSale(offer: Offer): boolean {
  const started = offer.startTimeMs === undefined || offer.startTimeMs <= NOW;
  const inStock = offer.quantity > 0 && offer.availability !== 'FUTURE_WITHOUT_DATE';
  return offer.active && started && inStock && offer.shippingMinor !== undefined;
}

/** An offer on sale as a customer sees it. */
export type Seen = { offer: Offer; offerType: OfferType; listingMinor: number; landedMinor: number; eligible: boolean };

/** All offers on sale, the best first. */
export function onSale({ offers, sellers, thresholdMinor }: OfferedItem, customer: CustomerType): Seen[] {
  const seen = offers.filter(isOnSale).map((offer): Seen => {
    const business = customer === 'Business' ? offer.businessPriceMinor : undefined;
    const listingMinor = business ?? offer.listingPriceMinor;
    const landedMinor = listingMinor + (offer.shippingMinor ?? 0);
    const { feedbackRating, feedbackCount, featuredMerchant } = sellers.get(offer.sellerId) as SellerFacts;
    const trusted = featuredMerchant && feedbackRating >= 80 && feedbackCount >= 10;
    const eligible = trusted && landedMinor <= (thresholdMinor ?? Number.POSITIVE_INFINITY);
    return { offer, offerType: business === undefined ? 'B2C' : 'B2B', listingMinor, landedMinor, eligible };
  });
  const rank = ({ offer, landedMinor }: Seen) => {
    const { feedbackRating, feedbackCount } = sellers.get(offer.sellerId) as SellerFacts;
    const channel = offer.channel === 'FS' ? 0 : 1;
    return [landedMinor, channel, -feedbackRating, -feedbackCount, offer.sellerId, offer.sku];
  };
  return seen.sort((one, other) => compare(rank(one), rank(other)));
}

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : (one[at] as number) < (other[at] as number) ? -1 : 1;
}

/** Listing price and shipping, after the names of their group. */
export type Price = [...group: string[], listing: number, shipping: number];

/** The best of each group, in the order of group names. */
export function firsts(
  seen: readonly Seen[],
  groupOf: (one: Seen) => string[],
  more: (one: Seen) => string[],
): Price[] {
  const best = new Map<string, Seen>();
  for (const one of seen) if (!best.has(groupOf(one).join())) best.set(groupOf(one).join(), one);
  return [...best.values()]
    .map((one): Price => [...groupOf(one), ...more(one), one.listingMinor, one.offer.shippingMinor as number])
    .sort(compare);
}

export const sorted = (prices: Price[]): Price[] => prices.sort(compare);

/** The size of each group. */
export function countsOf(seen: readonly Seen[], groupOf: (one: Seen) => string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of seen) counts[groupOf(one).join()] = (counts[groupOf(one).join()] ?? 0) + 1;
  return counts;
}
