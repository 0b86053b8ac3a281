import type { BoxExplanation, PriceChangeReceipt } from 'marketplace-seller-sdk';
import { client } from '../api.ts';
import { priceChangesMode } from '../price-changes-mode.ts';
import { authorsOf, type OwnChange } from './change-authors.ts';

const PAGE = 100;
const MAX_PAGES = 5;

/** The kind of author of each change, as far as the receipts of the listing tell it. */
export async function askAuthors(
  { SellerSKU, MarketplaceId }: Pick<BoxExplanation, 'SellerSKU' | 'MarketplaceId'>,
  changes: readonly OwnChange[],
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  const [oldest] = changes;
  if (!oldest || priceChangesMode.peek() === 'off') return [];
  const receipts: PriceChangeReceipt[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { SellerSKU, limit: PAGE, ...(after === undefined ? {} : { after }) };
    const { payload } = await client.getPriceChanges({ query, signal });
    receipts.push(...payload.Receipts);
    after = payload.nextToken;
    const last = receipts.at(-1);
    if (after === undefined || (last && Date.parse(last.CreatedTime) < oldest.at * 1000)) break;
  }
  return authorsOf(
    changes,
    receipts.filter((receipt) => receipt.MarketplaceId === MarketplaceId),
  );
}
