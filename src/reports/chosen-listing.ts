import { titleOf } from '../domain/market/item.ts';
import { containing } from '../domain/text-search.ts';
import type { ListingChoice } from '../wire/reports/listing-choice.ts';
import { type CopiedListing, copiedListings } from './listing-rows.ts';
import type { Copy } from './report-type.ts';

/** Those of the copied listings that the parameters name, whatever their state. */
export async function* chosenListings(copy: Copy, choice: ListingChoice): AsyncGenerator<CopiedListing> {
  const isChosen = isChosenIn(choice);
  for await (const listing of copiedListings(copy)) if (isChosen(listing)) yield listing;
}

function isChosenIn({ query, SellerSKUs }: ListingChoice): (listing: CopiedListing) => boolean {
  const isFound = query === undefined ? undefined : containing(query);
  const skus = SellerSKUs && new Set(SellerSKUs);
  return ({ offer, item }) =>
    (skus?.has(offer.sku) ?? true) &&
    (isFound === undefined || [offer.sku, offer.itemId, titleOf(item) ?? ''].some(isFound));
}
