import type { Offer } from '../market/offer.ts';
import { MAX_MINOR } from '../money.ts';
import { onTerms, type PlacedListing } from '../pricing/standing.ts';
import { type Strategy, whatIf } from '../pricing/what-if.ts';
import type { Refusal, RefusalCode } from './receipt.ts';
import { type OfferTerms, termsOf, withTerms } from './terms.ts';
import type { NamedTerms, WantedChange } from './wanted-change.ts';

/** The terms that a change asks for, before limits and guards are checked; or why there are none. */
export type Evaluated = { readonly terms: OfferTerms } | { readonly refusal: Refusal };

/**
 * Finds the terms that a change asks for (decision 48), in comparison with the other offers of the item as they are. The terms that it
 * names come first: a strategy that compares landed prices counts the new shipping charge. `termsRevision` is the offer's own.
 */
export function evaluateChange(
  wanted: WantedChange,
  listing: PlacedListing,
  termsRevision: number,
  now: number,
): Evaluated {
  const { ifTermsRevision, strategy, restore, customer, floorMinor } = wanted;
  if (ifTermsRevision !== undefined && ifTermsRevision !== termsRevision)
    return conflict(ifTermsRevision, termsRevision);
  const offer = restore ? withTerms(listing.offer, restore) : onNamedTerms(listing.offer, wanted.terms ?? {});
  const problem = discountProblem(offer);
  if (problem) return refused('InvalidTerms', problem);
  if (strategy === undefined) return { terms: termsOf(offer) };
  if (strategy.type === 'setTo') return setTo(offer, wanted, strategy.listingMinor);
  const { status, changed, strategyMinor } = whatIf({ ...listing, offer }, customer, { strategy, floorMinor }, now);
  if (status === 'WOULD_WIN' || status === 'WOULD_LOSE') return { terms: termsOf(changed.offer) };
  return { refusal: { ...refused(status, WORDS[status](strategy)).refusal, ...figures(floorMinor, strategyMinor) } };
}

function onNamedTerms(offer: Offer, { shippingMinor, businessPriceMinor, quantityDiscounts }: NamedTerms): Offer {
  const terms: { -readonly [Name in keyof OfferTerms]: OfferTerms[Name] } = termsOf(offer);
  if (shippingMinor === null) delete terms.shippingMinor;
  else if (shippingMinor !== undefined) terms.shippingMinor = shippingMinor;
  if (businessPriceMinor === null) delete terms.businessPriceMinor;
  else if (businessPriceMinor !== undefined) terms.businessPriceMinor = businessPriceMinor;
  if (quantityDiscounts !== undefined) terms.quantityDiscounts = quantityDiscounts ?? [];
  return withTerms(offer, terms);
}

/** Whatever the gates say: a seller may set any price (decision 48). */
function setTo(offer: Offer, { customer, floorMinor }: WantedChange, listingMinor: number): Evaluated {
  if (listingMinor < 0 || listingMinor > MAX_MINOR)
    return refused('PRICE_OUT_OF_RANGE', WORDS.PRICE_OUT_OF_RANGE({ type: 'setTo', listingMinor }));
  if (floorMinor !== undefined && listingMinor < floorMinor) {
    const { refusal } = refused('BELOW_FLOOR', WORDS.BELOW_FLOOR({ type: 'setTo', listingMinor }));
    return { refusal: { ...refusal, ...figures(floorMinor, listingMinor) } };
  }
  return { terms: termsOf(onTerms(offer, customer, { listingMinor })) };
}

/** What a record of the operator would be rejected for (decision 47). */
function discountProblem({ quantityDiscounts }: Offer): string | undefined {
  for (const [n, { quantity, priceMinor }] of quantityDiscounts.entries()) {
    const previous = quantityDiscounts[n - 1];
    if (previous === undefined) continue;
    if (quantity <= previous.quantity) return 'The quantities of the quantity discounts must rise from tier to tier.';
    if (priceMinor >= previous.priceMinor) return 'The prices of the quantity discounts must fall from tier to tier.';
  }
  return undefined;
}

const refused = (code: RefusalCode, message: string): { refusal: Refusal } => ({ refusal: { code, message } });

const figures = (limit: number | undefined, actual: number | undefined) =>
  limit === undefined || actual === undefined ? {} : ({ limit, actual, unit: 'minor' } as const);

const conflict = (wanted: number, actual: number): { refusal: Refusal } => ({
  refusal: {
    code: 'Conflict',
    message: `The terms of the listing have revision ${actual}, and the change is for revision ${wanted}: they changed in between.`,
    ...{ limit: wanted, actual, unit: 'revision' },
  },
});

type Stays = 'NOT_ELIGIBLE' | 'NO_COMPETITION' | 'BELOW_FLOOR' | 'PRICE_OUT_OF_RANGE';

const WORDS: Readonly<Record<Stays, (strategy: Strategy) => string>> = {
  NOT_ELIGIBLE: () => 'The listing fails a condition of the buy box that no price meets.',
  NO_COMPETITION: ({ type }) =>
    type === 'win'
      ? 'Every price wins the buy box, or the listing has no shipping charge: there is no highest one.'
      : 'There is no other eligible offer to compare with, or the listing has no shipping charge.',
  BELOW_FLOOR: () => 'The price is below the floor of the request.',
  PRICE_OUT_OF_RANGE: () => 'The price is negative, or above the largest amount.',
};
