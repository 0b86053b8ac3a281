import { Fault, type Problem } from '../../../domain/fault.ts';
import { minorFromDecimal } from '../../../domain/money.ts';
import type { Terms } from '../../../domain/pricing/standing.ts';
import type { FulfillmentChannel } from '../../../domain/vocabulary.ts';

/** The terms of a query that an offer is to be judged by. Amounts are texts: a number would already be rounded. */
export type TermsQuery = { ListingPrice?: string; Shipping?: string; FulfillmentChannel?: FulfillmentChannel };

/** Throws a fault that names every amount which is not one of the currency (decision 4). */
export function readTerms({ ListingPrice, Shipping, FulfillmentChannel }: TermsQuery, currency: string): Terms {
  const terms: Terms = {};
  const problems: Problem[] = [];
  const read = (name: string, text: string): number => {
    const minor = minorFromDecimal(text, currency);
    if (typeof minor === 'number') return minor;
    problems.push({ message: `${name} is not valid.`, details: `Query parameter ${name} ${minor}.` });
    return 0;
  };
  if (ListingPrice !== undefined) terms.listingMinor = read('ListingPrice', ListingPrice);
  if (Shipping !== undefined) terms.shippingMinor = read('Shipping', Shipping);
  if (FulfillmentChannel !== undefined) terms.channel = FulfillmentChannel;
  if (problems.length > 0) throw new Fault('InvalidInput', problems);
  return terms;
}
