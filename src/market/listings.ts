import type { Db } from '../db/db.ts';
import type { Offer, OfferKey } from '../domain/market/offer.ts';
import type { BoxName } from '../domain/pricing/decision.ts';
import type { SeenOffer } from '../domain/pricing/offers.ts';
import { countEligibleBefore } from './offers/offer-rank.ts';
import { readKnownSkus } from './projections/boards/product-board.ts';
import { countMatches, readListingCounts } from './projections/listings/listing-counts.ts';
import { type ListingPageRequest, readListingPage } from './projections/listings/listing-page.ts';

/** Lists of sellers' listings, read from indexes on columns of offers, without boards. */
export const listingsOf = (db: Db) => ({
  /** A page of a seller's listings: the keys for `MarketReader.listingPositions`, in their order. */
  page: (request: ListingPageRequest) => readListingPage(db, request),

  /** How many of a seller's listings are in each state; with a query, of those that match it. */
  counts: (marketplaceId: string, sellerId: string, query?: string) =>
    query === undefined
      ? readListingCounts(db, marketplaceId, sellerId)
      : countMatches(db, marketplaceId, sellerId, query),

  /** Returns the SKUs that the seller has. */
  knownSkus: (keys: readonly OfferKey[]) => readKnownSkus(db, keys),

  /**
   * The number of eligible offers in a buy box that come before an offer, on its terms or on others. Right while the board of
   * its item is current: read it right after `MarketReader.listingPositions`.
   */
  eligibleBefore: (box: BoxName, seen: SeenOffer<Offer>) => countEligibleBefore(db, box, seen),
});
