import { verdictSentence } from '../pricing/verdict-sentence.ts';
import type { CustomerType } from '../vocabulary.ts';
import type { BoxResult } from './receipt.ts';
import type { OfferTerms } from './terms.ts';

/**
 * Why a listing holds the buy box after a change of its terms, or does not: the sentence with which the explanation of the buy box would
 * answer right after the change.
 */
export function resultWords(box: BoxResult, terms: OfferTerms, customer: CustomerType, currency: string): string {
  const { failing, isHolder: wins, decidedBy, rivalLandedMinor } = box;
  const gapMinor = rivalLandedMinor === undefined ? undefined : landedFor(customer, terms) - rivalLandedMinor;
  return verdictSentence({ failing, wins, decidedBy, gapMinor }, currency);
}

/** The landed price that the type of customer sees (decision 21). */
function landedFor(customer: CustomerType, terms: OfferTerms): number {
  const { listingPriceMinor, businessPriceMinor, shippingMinor = 0 } = terms;
  return (customer === 'Business' ? (businessPriceMinor ?? listingPriceMinor) : listingPriceMinor) + shippingMinor;
}
