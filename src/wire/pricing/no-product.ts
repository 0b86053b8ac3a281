import type { FaultCode, Problem } from '../../domain/fault.ts';

/** Why there is no answer about a listing or an item: an error of spec 4.2, and `errors` of an element of spec 4.3. */

/** The answer is the same for another seller's SKU and for an unknown one: SKUs are private to their seller. */
export const noListing = (marketplaceId: string): Problem => ({
  message: 'There is no such listing.',
  details: `The caller has no listing with this SellerSKU in marketplace ${marketplaceId}.`,
});

export const noItem = (marketplaceId: string): Problem => ({
  message: 'There is no such item.',
  details: `There is no item with this storeItemId in marketplace ${marketplaceId}.`,
});

/** A new item may have no board for some milliseconds. */
export const NOT_BUILT_YET: Problem = {
  message: 'The answer about this item is not built yet.',
  details: 'Try again in a second.',
};

/** The error of an element without `Product`. `isKnown`: the item exists, but its board does not yet. */
export function elementError(sku: string | undefined, marketplaceId: string, isKnown: boolean): ElementError {
  if (isKnown) return { code: 'ServiceUnavailable', ...NOT_BUILT_YET };
  if (sku === undefined) return { code: 'NotFound', ...noItem(marketplaceId) };
  const { message, details } = noListing(marketplaceId);
  // Only a repeated list has such a SKU in an answer: the caller may have expected that its values are split.
  const hint = sku.includes(',') ? ' The values of a repeated Skus are not split at commas.' : '';
  return { code: 'NotFound', message, details: `${details}${hint}` };
}

type ElementError = Problem & { code: FaultCode };
