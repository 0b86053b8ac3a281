import type { FeeSchedule } from '../domain/fee-schedule.ts';
import type { Item, ItemKey } from '../domain/item.ts';
import type { Marketplace } from '../domain/marketplace.ts';
import type { Offer, OfferKey } from '../domain/offer.ts';
import type { Seller } from '../domain/seller.ts';
import type { Db, MaybePromise } from './db.ts';
import { allFeeSchedules } from './fee-schedule.ts';
import { findItem } from './item.ts';
import { allMarketplaces } from './marketplace.ts';
import { findOffer, offersOfSellerOnItem } from './offer.ts';
import { Remembered } from './remembered.ts';
import { findSeller } from './seller.ts';

/** How long another process may not see a new marketplace or fee schedule. */
const REMEMBER_MS = 5_000;

/** The records of the market, one keyed read each; the few that every request needs are remembered for a moment. */
export class MarketFacts {
  readonly #db: Db;
  readonly #marketplaces: Remembered<Marketplace[]>;
  readonly #schedules: Remembered<FeeSchedule[]>;

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#marketplaces = new Remembered(() => allMarketplaces(db), REMEMBER_MS, now);
    this.#schedules = new Remembered(() => allFeeSchedules(db), REMEMBER_MS, now);
  }

  marketplaces(): MaybePromise<Marketplace[]> {
    return this.#marketplaces.get();
  }

  /** The fee schedules of all marketplaces. */
  feeSchedules(): MaybePromise<FeeSchedule[]> {
    return this.#schedules.get();
  }

  item(key: ItemKey): Promise<Item | undefined> {
    return findItem(this.#db, key);
  }

  offer(key: OfferKey): Promise<Offer | undefined> {
    return findOffer(this.#db, key);
  }

  /** What a seller offers on an item, on sale or not. */
  ownOffers(sellerId: string, key: ItemKey): Promise<Offer[]> {
    return offersOfSellerOnItem(this.#db, sellerId, key);
  }

  /** Undefined when the operator has not said anything about the seller. */
  seller(sellerId: string): Promise<Seller | undefined> {
    return findSeller(this.#db, sellerId);
  }

  /** After a change: what was remembered is asked for again. */
  forget(): void {
    this.#marketplaces.forget();
    this.#schedules.forget();
  }
}
