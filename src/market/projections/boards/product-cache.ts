import { getHeapStatistics } from 'node:v8';
import type { Sql } from '../../../db/db.ts';
import type { OfferKey } from '../../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { type ChangeSource, ItemCache } from '../../records/item-cache.ts';
import { type ProductBoard, readProductsWithOwnOfferTexts } from './product-board.ts';

/**
 * About 40,000 listings: 64 MB when all characters are Latin, twice that when not. Less where the process may use little
 * memory.
 */
const MAX_CHARACTERS = Math.min(64 * 1024 * 1024, getHeapStatistics().heap_size_limit / 16);

/** The products of listings that were read lately: callers repeat requests for the same listings. */
export class ProductCache {
  readonly #cache: ItemCache<ProductBoard>;

  constructor(source: ChangeSource) {
    this.#cache = new ItemCache(source, MAX_CHARACTERS);
  }

  /** As `readProductsWithOwnOfferTexts`, for keys of one seller and marketplace, in any order. The caller checks which boards are current. */
  read(sql: Sql, keys: readonly OfferKey[]): MaybePromise<ProductBoard[]> {
    const group = `${keys[0]?.marketplaceId}\n${keys[0]?.sellerId}`;
    const found: ProductBoard[] = [];
    const missing: OfferKey[] = [];
    for (const key of keys) {
      const cached = this.#cache.get(group, key.sku);
      if (cached) found.push(cached);
      else missing.push(key);
    }
    if (missing.length === 0) return found;
    return andThen(readProductsWithOwnOfferTexts(sql, missing), (rows) => {
      const marketplaceId = keys[0]?.marketplaceId ?? '';
      for (const row of rows) {
        const size = (row.product?.length ?? 0) + (row.own ?? row.records ?? '').length;
        this.#cache.put(group, row.sku ?? '', row, { item: { marketplaceId, itemId: row.item_id }, size });
      }
      return found.length === 0 ? rows : [...found, ...rows];
    });
  }
}
