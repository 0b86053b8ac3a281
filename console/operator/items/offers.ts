import type { ExplainItemOffersData, ItemOffer } from 'marketplace-seller-sdk/operator';
import { client } from '../api.ts';
import type { ListPage } from '../parts/pages.ts';

export type CustomerType = NonNullable<ExplainItemOffersData['query']['CustomerType']>;

export type OffersQuestion = {
  readonly storeItemId: string;
  readonly MarketplaceId: string;
  readonly CustomerType: CustomerType;
  /** Only this seller's, and only this SKU. Empty: all. */
  readonly sellerId: string;
  readonly sku: string;
};

/** An item can have thousands of offers: a reader who looks for one seller waits for at most so many pages at a time. */
const MOST_PAGES = 10;
const PAGE_SIZE = 20;

const fits = (value: string, wanted: string) => wanted === '' || value === wanted;

/** The next offers, those of one seller or SKU alone if the reader wants that. */
export async function offersOf(
  { storeItemId, MarketplaceId, CustomerType, sellerId, sku }: OffersQuestion,
  nextToken: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<ItemOffer>> {
  const query = { MarketplaceId, CustomerType, pageSize: PAGE_SIZE };
  const found: ItemOffer[] = [];
  let token = nextToken;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { payload } = await client.explainItemOffers({
      path: { storeItemId },
      query: { ...query, ...(token && { nextToken: token }) },
      signal,
    });
    token = payload.nextToken;
    found.push(...payload.Offers.filter((offer) => fits(offer.SellerId, sellerId) && fits(offer.SellerSKU, sku)));
    if (token === undefined || found.length > 0) break;
  }
  return { rows: found, nextToken: token };
}
