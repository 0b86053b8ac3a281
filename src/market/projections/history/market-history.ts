import type { Db } from '../../../db/db.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import { type DayShare, sharesPerDay } from '../../../domain/pricing/day-share.ts';
import { items } from '../../records/item.ts';
import { offers } from '../../records/offer.ts';
import { findTexts, keyText } from '../../records/record-table.ts';
import type { BoxKey, LogRow } from './box-log.ts';
import { type BoxPrices, boxPrices } from './box-prices.ts';
import { newestSteps, type StepsPage, type StepsRange, stepsPage } from './box-steps.ts';
import { holdSums } from './buy-box-time.ts';
import { horizonOf, observedSince, observedSinceOf } from './observation.ts';
import { sellerSums } from './seller-time.ts';

/** There are no days before `observedSinceMs`. */
export type Shares = { observedSinceMs: number | undefined; days: DayShare[] };

export type ListingShares = Shares & { offer: Offer };

/** The history of buy boxes as the rest of the service reads it. Writing it: `price-history.ts`. */
export class MarketHistory {
  readonly #db: Db;
  readonly #now: () => number;

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** From when on the history of an item is known; undefined: not at all. */
  observedSince(key: ItemKey): Promise<number | undefined> {
    return observedSinceOf(this.#db, key);
  }

  /** Whether there is such an item now. */
  async hasItem(key: ItemKey): Promise<boolean> {
    return (await findTexts(this.#db, items, [items.keyOf(key)])).size > 0;
  }

  /** The states of a box in a range of observed time, oldest first, at most `limit`. `maxRows`: only tests set it. */
  steps(box: BoxKey, range: Omit<StepsRange, 'limit'>, limit: number, maxRows?: number): Promise<StepsPage> {
    return stepsPage(this.#db, box, { ...range, limit }, maxRows);
  }

  /** The newest states of a box since a time that is observed, oldest first, at most `limit`. */
  newestSteps(box: BoxKey, sinceMs: number, limit: number): Promise<LogRow[]> {
    return newestSteps(this.#db, box, { fromMs: sinceMs, untilMs: this.#now() + 1, limit });
  }

  /** How long these listings of a seller held the buy box on each UTC day since a time. Unknown SKUs are missing. */
  async listingShares(
    marketplaceId: string,
    sellerId: string,
    skus: readonly string[],
    sinceMs: number,
  ): Promise<ListingShares[]> {
    const keys = skus.map((sku) => offers.keyOf({ marketplaceId, sellerId, sku }));
    const found = [...(await findTexts(this.#db, offers, keys)).values()].map((text): Offer => JSON.parse(text));
    const since = await observedSince(this.#db, found);
    const sums = Map.groupBy(await holdSums(this.#db, sellerId, found), ({ sku }) => sku);
    const nowMs = this.#now();
    return found.map((offer) => {
      const observedSinceMs = since.get(keyText(items.keyOf(offer)));
      const held = sums.get(offer.sku) ?? [];
      return { offer, observedSinceMs, days: sharesPerDay({ observedSinceMs, sinceMs, nowMs }, held) };
    });
  }

  /** The same over all listings of a seller, as a part of the time that they were on sale. */
  async sellerShares(marketplaceId: string, sellerId: string, sinceMs: number): Promise<Shares> {
    const sums = await sellerSums(this.#db, marketplaceId, sellerId);
    if (sums === undefined) return { observedSinceMs: undefined, days: [] };
    const observedSinceMs = Math.max(sums.observedMs, await horizonOf(this.#db));
    return {
      observedSinceMs,
      days: sharesPerDay({ observedSinceMs, sinceMs, nowMs: this.#now() }, sums.held, sums.onSale),
    };
  }

  /**
   * The lowest and the average buy box price of these items in today and the `days` UTC days before it, by the item's
   * `keyText`: see `boxPrices`.
   */
  boxPrices(keys: readonly ItemKey[], days: number): Promise<Map<string, BoxPrices[]>> {
    return boxPrices(this.#db, keys, days, this.#now());
  }
}
