import { type MarketRecord, readRecord } from '../src/domain/market/records.ts';
import type { Market } from '../src/market/market.ts';
import type { Listing } from './market.ts';

/** Adds an item with `offers` offers, each from a different seller. Returns its listings, the cheapest first. */
export async function addItemWithOffers(market: Market, offers: number): Promise<Listing[]> {
  const key = { marketplaceId: 'STORE_US', itemId: `CROWD-OF-${offers}` };
  const listings = Array.from({ length: offers }, (_, n) => ({ ...key, sellerId: `CROWD${n}`, sku: key.itemId }));
  const sellers = listings.map(({ sellerId }) => ({
    ...{ kind: 'seller', sellerId, plan: 'Professional' },
    ...{ feedbackRating: 95, feedbackCount: 99, featuredMerchant: true },
  }));
  const records = [{ kind: 'item', ...key, category: 'books' }, ...sellers].map(asRecord);
  const priced = listings.map((listing, n) => offerAt(listing, dollars(1_000 + n)));
  await market.apply([...records, ...priced], { boards: 'now' });
  return listings;
}

/** Dollars from whole cents. A sum of fractions could have more decimals than a price may have. */
export const dollars = (cents: number) => cents / 100;

/** The offer of a listing at this price. */
export function offerAt(listing: Listing, listingPrice: number): MarketRecord {
  return asRecord({
    ...{ kind: 'offer', ...listing, condition: 'New', subCondition: 'New', channel: 'FS' },
    ...{ listingPrice, shipping: 0, quantity: 1 },
  });
}

/** A label for the item that has these listings. */
export const itemLabel = ({ length }: readonly Listing[]) =>
  `an item of ${length.toLocaleString('en-US')} offer${length === 1 ? '' : 's'}`;

function asRecord(value: object): MarketRecord {
  const read = readRecord(value, { currencyOf: () => 'USD' });
  if (!read.ok) throw new Error(`invalid record: ${JSON.stringify([value, read.problems])}`);
  return read.record;
}
