import fc from 'fast-check';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { type BoxName, boxNames } from '../../src/domain/pricing/decision.ts';
import type { MarketOffer } from '../../src/domain/pricing/offers.ts';
import { onTerms, type PlacedListing, type Terms } from '../../src/domain/pricing/standing.ts';
import { CONDITIONS } from '../../src/domain/vocabulary.ts';
import { anyOffers, makeBoard, NOW, offered, viewFor, without } from './market.ts';

/* One listing of a random item, and what the buy box rule itself says about it on other terms. */

export const itemWith = (
  competitivePriceThresholdMinor?: number,
): { currency: string; competitivePriceThresholdMinor?: number } => ({
  currency: 'USD',
  ...(competitivePriceThresholdMinor === undefined ? {} : { competitivePriceThresholdMinor }),
});

export type ListingCase = {
  offers: MarketOffer[];
  own: MarketOffer;
  listing: PlacedListing;
  name: BoxName;
  item: ReturnType<typeof itemWith>;
  now: number;
};

const onSale = { active: true, quantity: 1, availability: 'NOW' } as const;

/** A random item, one of its offers as the caller's, and one of its boxes. */
export const anyListing: fc.Arbitrary<ListingCase> = fc
  .record({
    others: anyOffers,
    mine: anyOffers.filter(({ length }) => length > 0),
    condition: fc.constantFrom(...CONDITIONS),
    // Most random offers fail a gate. Most cases are about an offer that passes them all.
    healthy: fc.constantFrom(true, true, true, false),
    thresholdMinor: fc.constantFrom(undefined, 0, 50, 1000, 1099, 1100, 3000),
    box: fc.nat(2),
    now: fc.constantFrom(-1, 0, 1).map((hours) => NOW + hours * HOUR_MS),
  })
  .map(({ others, mine, condition, healthy, thresholdMinor, box, now }) => {
    const item = itemWith(thresholdMinor);
    const [{ offer, seller }] = mine as [MarketOffer];
    const own: MarketOffer = healthy
      ? offered({ ...without({ offer, seller }, 'startTimeMs').offer, ...onSale, condition })
      : { offer: { ...offer, condition }, seller };
    if (healthy) own.offer.shippingMinor ??= 100;
    const rest = others.filter((one) => one.offer.sellerId !== offer.sellerId || one.offer.sku !== offer.sku);
    // Most others compete with the caller's: New and the caller's condition change places.
    const swapped = { New: condition, [condition]: 'New' as const };
    const offers = [
      own,
      ...rest.map((one) => ({
        ...one,
        offer: { ...one.offer, condition: swapped[one.offer.condition] ?? one.offer.condition },
      })),
    ];
    const name = boxNames(condition)[box] as BoxName;
    const listing: PlacedListing = { ...own, item, decision: makeBoard(item, offers, now).decision };
    return { offers, own, listing, name, item, now };
  });
/** Whether the rule gives the caller's offer the box when it has these terms and nothing else changes. */
export function winsOn(terms: Terms, { offers, own, name, item, now }: ListingCase): boolean {
  const changed = offers.map((one) =>
    one === own ? { ...own, offer: onTerms(own.offer, name.customer, terms) } : one,
  );
  const { buyBox } = viewFor(makeBoard(item, changed, now), name.customer);
  return buyBox.some(
    ({ condition, offerType, quantityTier, sellerId, sku }) =>
      condition === name.condition &&
      offerType === name.offerType &&
      quantityTier === undefined &&
      sellerId === own.offer.sellerId &&
      sku === own.offer.sku,
  );
}
