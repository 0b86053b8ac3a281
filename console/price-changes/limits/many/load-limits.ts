import type { Listing, Money } from 'marketplace-seller-sdk';
import { client } from '../../../api.ts';
import { naturalOrder } from '../../../formats.ts';
import type { Marketplace } from '../../../marketplace.ts';
import { type TypedLimits, typedLimits } from '../typed-limits.ts';
import { type LimitsChoice, MAX_EDITED } from './limits-choice.ts';
import type { LimitsBySku } from './wanted-limits.ts';

export type EditedListing = { readonly sku: string; readonly title?: string | undefined; readonly price?: Money };

export type LoadedLimits = {
  /** At most `MAX_EDITED`. */
  readonly listings: readonly EditedListing[];
  readonly hasMore: boolean;
  /** What they have now; listings without limits are missing. */
  readonly present: LimitsBySku;
};

/** The chosen listings and their limits. */
export async function loadLimits(
  choice: LimitsChoice,
  market: Marketplace,
  signal: AbortSignal,
): Promise<LoadedLimits> {
  const { skus } = choice;
  if (skus) {
    const listings = [...new Set(skus)].map((sku) => ({ sku }));
    return chosen(listings, await loadAllLimits(market, signal));
  }
  const found = await loadListings(choice, market, signal);
  const present = found.flatMap(({ SellerSKU, Limits }) =>
    Limits ? [[SellerSKU, typedLimits(Limits, market.currency)] as const] : [],
  );
  return chosen(found.map(editedListing), new Map(present));
}

const chosen = (found: readonly EditedListing[], present: LimitsBySku): LoadedLimits => ({
  listings: found.slice(0, MAX_EDITED).toSorted((a, b) => naturalOrder.compare(a.sku, b.sku)),
  hasMore: found.length > MAX_EDITED,
  present,
});

const editedListing = ({ SellerSKU, Title, OwnPrice }: Listing): EditedListing => ({
  sku: SellerSKU,
  title: Title,
  price: OwnPrice.LandedPrice ?? OwnPrice.ListingPrice,
});

async function loadListings({ text, states }: LimitsChoice, { id: MarketplaceId }: Marketplace, signal: AbortSignal) {
  const filter = { ...(text && { query: text }), ...(states.length > 0 && { state: [...states] }) };
  const query = { MarketplaceId, pageSize: 100, ...filter };
  const found: Listing[] = [];
  for await (const listing of client.listings({ query, signal })) {
    found.push(listing);
    if (found.length > MAX_EDITED) break;
  }
  return found;
}

/** The limits of one listing, by its SKU as the others. */
export async function loadLimitsOf(
  SellerSKU: string,
  { id: MarketplaceId, currency }: Pick<Marketplace, 'id' | 'currency'>,
  signal?: AbortSignal,
): Promise<LimitsBySku> {
  const { payload } = await client.getLimits({ path: { SellerSKU }, query: { MarketplaceId }, signal });
  return new Map([[SellerSKU, typedLimits(payload, currency)]]);
}

/** The limits of all listings in the marketplace that have some. */
export async function loadAllLimits(
  { id: MarketplaceId, currency }: Marketplace,
  signal?: AbortSignal,
): Promise<LimitsBySku> {
  const present = new Map<string, TypedLimits>();
  for await (const { SellerSKU, Limits } of client.limits({ query: { MarketplaceId, pageSize: 500 }, signal }))
    present.set(SellerSKU, typedLimits(Limits, currency));
  return present;
}

/** Which of the SKUs are no listings of the seller. To try prices changes nothing, and takes as many as limits do. */
export async function unknownSkus(
  SellerSKUs: readonly string[],
  { id: MarketplaceId }: Marketplace,
): Promise<ReadonlySet<string>> {
  if (SellerSKUs.length === 0) return new Set();
  const strategy = { type: 'match' as const };
  const { payload } = await client.tryPrices({ body: { MarketplaceId, strategy, SellerSKUs: [...SellerSKUs] } });
  return new Set(payload.Listings.filter(({ status }) => status === 'INVALID_SKU').map(({ SellerSKU }) => SellerSKU));
}
