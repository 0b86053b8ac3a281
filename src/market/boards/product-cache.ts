import type { Sql } from '../../db/db.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import { type ChangeSource, ItemCache } from '../item-cache.ts';
import { type ProductBoard, readProductsWithOwnOfferTexts } from './product-board.ts';

/** About 40,000 listings: 64 MB when all characters are Latin, twice that when not. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** The products of listings that were read lately: callers ask for the same listings again and again. */
export class ProductCache {
  readonly #cache: ItemCache<ProductBoard>;

  constructor(source: ChangeSource) {
    this.#cache = new ItemCache(source, MAX_CHARACTERS);
  }

  /** As `readProductsWithOwnOfferTexts`, in any order. The caller checks which boards hold. */
  read(sql: Sql, keys: readonly OfferKey[]): MaybePromise<ProductBoard[]> {
    const found: ProductBoard[] = [];
    const missing: OfferKey[] = [];
    for (const key of keys) {
      const cached = this.#cache.get(textOf(key, key.sku));
      if (cached) found.push(cached);
      else missing.push(key);
    }
    if (missing.length === 0) return found;
    return andThen(readProductsWithOwnOfferTexts(sql, missing), (rows) => {
      for (const row of rows) this.#put(missing[0] as OfferKey, row);
      return found.length === 0 ? rows : [...found, ...rows];
    });
  }

  /** All keys of one request have the marketplace and the seller of the first. */
  #put(first: OfferKey, row: ProductBoard): void {
    const size = (row.product?.length ?? 0) + (row.own ?? row.records ?? '').length;
    const item = { marketplaceId: first.marketplaceId, itemId: row.item_id };
    this.#cache.put(textOf(first, row.sku ?? ''), item, row, size);
  }
}

const textOf = ({ marketplaceId, sellerId }: OfferKey, sku: string) => `${sku}\n${sellerId}\n${marketplaceId}`;
