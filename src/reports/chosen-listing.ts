import { type Item, titleOf } from '../domain/market/item.ts';
import { containing } from '../domain/text-search.ts';
import type { ListingChoice } from '../wire/reports/listing-choice.ts';

type Named = { readonly offer: { readonly sku: string; readonly itemId: string }; readonly item: Item };

/** Whether a listing is one of those that the parameters name, whatever its state. */
export function isChosenIn({ query, SellerSKUs }: ListingChoice): (listing: Named) => boolean {
  const isFound = query === undefined ? undefined : containing(query);
  const skus = SellerSKUs && new Set(SellerSKUs);
  return ({ offer, item }) =>
    (skus?.has(offer.sku) ?? true) &&
    (isFound === undefined || [offer.sku, offer.itemId, titleOf(item) ?? ''].some(isFound));
}
