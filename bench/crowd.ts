import type { MarketRecord, readRecord } from '../src/domain/market/records/market-record.ts';
import type { Listing } from './market.ts';

/**
 * An item with many offers, each from a different seller, as plain records. Items of another `name` have other sellers. This file imports only types: `compare` gives its
 * records to the code of another commit.
 */
export function crowdOf(offers: number, name = 'CROWD'): { listings: Listing[]; records: object[] } {
  const key = { marketplaceId: 'STORE_US', itemId: `${name}-OF-${offers}` };
  const listings = Array.from({ length: offers }, (_, n) => ({ ...key, sellerId: `${name}${n}`, sku: key.itemId }));
  const sellers = listings.map(({ sellerId }) => ({
    ...{ kind: 'seller', sellerId, plan: 'Professional' },
    ...{ feedbackRating: 95, feedbackCount: 99, featuredMerchant: true },
  }));
  const priced = listings.map((listing, n) => offerRecord(listing, firstCents(n)));
  return { listings, records: [{ kind: 'item', ...key, category: 'books' }, ...sellers, ...priced] };
}

/** The marketplace of the item. A seeded market has it already. */
export const crowdMarketplace = {
  ...{ kind: 'marketplace', marketplaceId: 'STORE_US', name: 'US' },
  ...{ countryCode: 'US', currency: 'USD', isDefault: true },
};

/** The first price of the listing at this place: the cheapest comes first. */
export const firstCents = (at: number) => 1_000 + at;

/** The offer of a listing at this price. Whole cents: a sum of fractions could have more decimals than a price may have. */
export const offerRecord = (listing: Listing, cents: number) => ({
  ...{ kind: 'offer', ...listing, condition: 'New', subCondition: 'New', channel: 'FS' },
  ...{ listingPrice: cents / 100, shipping: 0, quantity: 1 },
});

/** Reads plain records with the given code. Throws when one is invalid. */
export const recordsWith =
  (read: typeof readRecord) =>
  (value: object): MarketRecord => {
    const result = read(value, { currencyOf: () => 'USD' });
    if (!result.ok) throw new Error(`invalid record: ${JSON.stringify([value, result.problems])}`);
    return result.record;
  };
