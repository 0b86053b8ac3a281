import type { Db } from '../db/db.ts';
import type { ItemKey } from '../domain/market/item.ts';
import type { Offer, OfferKey } from '../domain/market/offer.ts';
import type { BoxName } from '../domain/pricing/decision.ts';
import type { SeenOffer } from '../domain/pricing/offers.ts';
import { type OfferPlace, offerKeysOfItem } from './offers/item-offer-keys.ts';
import { countEligibleBefore } from './offers/offer-rank.ts';
import { readKnownSkus } from './projections/boards/product-board.ts';
import { countMatches, readListingCounts } from './projections/listings/listing-counts.ts';
import { type ListingPageRequest, readListingPage } from './projections/listings/listing-page.ts';
import {
  type NewestOwnPrices,
  newestOwnPrices,
  type OwnPriceRange,
  readOwnPrices,
} from './projections/terms/own-prices.ts';

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

  /** The offers of all sellers on an item behind a place: the keys for `MarketReader.listingPositions`, in their order. */
  ofItem: (key: ItemKey, after: OfferPlace, limit: number) => offerKeysOfItem(db, key, after, limit),

  /** The own price of a listing on an item, step by step. */
  ownPrices: (key: OfferKey & ItemKey, range: OwnPriceRange) => readOwnPrices(db, key, range),

  /** The newest of these steps, at most `limit`. */
  newestOwnPrices: (key: OfferKey & ItemKey, range: NewestOwnPrices) => newestOwnPrices(db, key, range),

  /**
   * The number of eligible offers in a buy box that come before an offer, on its terms or on others. Right while the board of
   * its item is current: read it right after `MarketReader.listingPositions`.
   */
  eligibleBefore: (box: BoxName, seen: SeenOffer<Offer>) => countEligibleBefore(db, box, seen),
});
