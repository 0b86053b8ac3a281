import type { Db } from '../db/db.ts';
import type { Offer, OfferKey } from '../domain/market/offer.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { BoxName } from '../domain/pricing/decision.ts';
import type { SeenOffer } from '../domain/pricing/offers.ts';
import { countEligibleBefore } from './offers/offer-rank.ts';
import { readKnownSkus } from './projections/boards/product-board.ts';
import { countMatches, type ListingCount, readListingCounts } from './projections/listings/listing-counts.ts';
import { type ListingPage, type ListingPageRequest, readListingPage } from './projections/listings/listing-page.ts';

/** Lists of sellers' listings, read from indexes on columns of offers, without boards. */
export class Listings {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** A page of a seller's listings: the keys for `MarketReader.listingPositions`, in their order. */
  page(request: ListingPageRequest): MaybePromise<ListingPage> {
    return readListingPage(this.#db, request);
  }

  /** How many of a seller's listings are in each state; with a query, of those that match it. */
  counts(marketplaceId: string, sellerId: string, query?: string): MaybePromise<ListingCount[]> {
    if (query !== undefined) return countMatches(this.#db, marketplaceId, sellerId, query);
    return readListingCounts(this.#db, marketplaceId, sellerId);
  }

  /** Returns the SKUs that the seller has. */
  knownSkus(keys: readonly OfferKey[]): MaybePromise<Set<string>> {
    return readKnownSkus(this.#db, keys);
  }

  /**
   * The number of eligible offers in a buy box that come before an offer, on its terms or on others. Right while the board of
   * its item is current: read it right after `MarketReader.listingPositions`.
   */
  eligibleBefore(box: BoxName, seen: SeenOffer<Offer>): MaybePromise<number> {
    return countEligibleBefore(this.#db, box, seen);
  }
}
