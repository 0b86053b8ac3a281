import type { Sql } from '../../db/db.ts';
import { keyGroup } from '../../db/key-group.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import type { ListingLimits } from '../../domain/price-changes/limits.ts';
import { offers } from '../records/offer.ts';

/** Encrypts a text for one context: `open` throws when the context is another. The operator's key does it. */
export type Seal = {
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
};

/** The seller and the marketplace whose limits these are. */
export type LimitsScope = Pick<OfferKey, 'marketplaceId' | 'sellerId'>;

export type LimitsRow = {
  sku: string;
  minimum_price_minor: number | null;
  maximum_price_minor: number | null;
  minimum_net_minor: number | null;
  cost: string | null;
  changed_ms: number;
};

const limitColumns = [...['minimum_price_minor', 'maximum_price_minor', 'minimum_net_minor', 'cost', 'changed_ms']]
  .map((column) => `listing_limits.${column}`)
  .join(', ');

/** The limits of these listings of one seller, in any order. Those without limits are missing. */
export function readLimits(sql: Sql, { marketplaceId, sellerId }: LimitsScope, skus: readonly string[]) {
  return sql.many<LimitsRow>(
    `SELECT listing_limits.sku, ${limitColumns}
       FROM (VALUES {rows: text, text, text}) AS k
       JOIN listing_limits ON listing_limits.marketplace_id = k.column1 AND listing_limits.seller_id = k.column2
        AND listing_limits.sku = k.column3`,
    skus.map((sku) => [marketplaceId, sellerId, sku]),
  );
}

/** The same of listings of several sellers. */
export function readLimitsOfSellers(sql: Sql, keys: readonly OfferKey[]) {
  return sql.many<LimitsRow & { marketplace_id: string; seller_id: string }>(
    `SELECT listing_limits.marketplace_id, listing_limits.seller_id, listing_limits.sku, ${limitColumns}
       FROM (VALUES {rows: text, text, text}) AS k
       JOIN listing_limits ON listing_limits.marketplace_id = k.column1 AND listing_limits.seller_id = k.column2
        AND listing_limits.sku = k.column3`,
    keys.map(({ marketplaceId, sellerId, sku }) => [marketplaceId, sellerId, sku]),
  );
}

/** A page in the order of SKUs. */
export function readLimitsPage(
  sql: Sql,
  { marketplaceId, sellerId }: LimitsScope,
  after: string,
  limit: number,
): MaybePromise<LimitsRow[]> {
  return sql.all<LimitsRow>(
    `SELECT listing_limits.sku, ${limitColumns} FROM listing_limits
      WHERE marketplace_id = $1 AND seller_id = $2 AND sku > $3 ORDER BY sku LIMIT ${Math.trunc(limit)}`,
    [marketplaceId, sellerId, after],
  );
}

/** What a change of limits needs of a listing. */
export type StoredListing = LimitsRow & {
  /** The record of its offer. Null: there is no such offer now. */
  record: string | null;
};

/** Listings of one seller with an offer or with limits, in any order. */
export function readListings(
  tx: Sql,
  scope: LimitsScope,
  skus: readonly string[],
): MaybePromise<Map<string, StoredListing>> {
  const rows = tx.many<Omit<StoredListing, 'changed_ms'> & { changed_ms: number | null }>(
    `SELECT k.column3 AS sku, offer.record, ${limitColumns}
       FROM (VALUES {rows: text, text, text}) AS k
       LEFT JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3
       LEFT JOIN listing_limits ON listing_limits.marketplace_id = k.column1 AND listing_limits.seller_id = k.column2
        AND listing_limits.sku = k.column3`,
    skus.map((sku) => [scope.marketplaceId, scope.sellerId, sku]),
  );
  return andThen(rows, (found) => {
    const known = found.filter(({ record, changed_ms }) => record !== null || changed_ms !== null);
    return new Map(known.map((row) => [row.sku, { ...row, changed_ms: row.changed_ms ?? 0 }]));
  });
}

/**
 * Updates the row of the offer, as every change of limits and every change of terms does (decision 59): of two at the same time, the
 * second reads again what the first wrote. For those that do not write it otherwise.
 */
export async function markListings(tx: Sql, listings: readonly OfferKey[]): Promise<void> {
  await tx.many(
    `WITH k (marketplace_id, seller_id, sku) AS (VALUES {rows: text key, text key, text key})
     UPDATE offer SET limits_revision = offer.limits_revision + 1 FROM k
      WHERE offer.marketplace_id = k.marketplace_id AND offer.seller_id = k.seller_id AND offer.sku = k.sku`,
    listings.map(offers.keyOf),
  );
}

/** Limits to store, with the cost sealed. */
export type LimitsToStore = { sku: string; limits: ListingLimits; cost: string | null };

export async function putLimits(
  tx: Sql,
  { marketplaceId, sellerId }: LimitsScope,
  rows: readonly LimitsToStore[],
  now: number,
): Promise<void> {
  const group = keyGroup(sellerId);
  await tx.many(
    `INSERT INTO listing_limits (marketplace_id, seller_id, sku, seller_group, minimum_price_minor, maximum_price_minor,
                                 minimum_net_minor, cost, changed_ms)
     VALUES {rows: text key, text key, text key, bigint, bigint, bigint, bigint, text, bigint}
     ON CONFLICT (marketplace_id, seller_id, sku) DO UPDATE SET minimum_price_minor = excluded.minimum_price_minor,
       maximum_price_minor = excluded.maximum_price_minor, minimum_net_minor = excluded.minimum_net_minor, cost = excluded.cost,
       changed_ms = excluded.changed_ms`,
    rows.map(({ sku, limits, cost }) => [
      ...[marketplaceId, sellerId, sku, group, limits.minimumPriceMinor ?? null, limits.maximumPriceMinor ?? null],
      ...[limits.minimumNetMinor ?? null, cost, now],
    ]),
  );
}

export async function removeLimits(tx: Sql, scope: LimitsScope, skus: readonly string[]): Promise<void> {
  await tx.many(
    'DELETE FROM listing_limits WHERE (marketplace_id, seller_id, sku) IN (VALUES {rows: text key, text key, text key})',
    skus.map((sku) => [scope.marketplaceId, scope.sellerId, sku]),
  );
}

/** All limits of a seller in a marketplace. */
export async function removeLimitsOfSeller(sql: Sql, { marketplaceId, sellerId }: LimitsScope): Promise<void> {
  await sql.run('DELETE FROM listing_limits WHERE marketplace_id = $1 AND seller_id = $2', [marketplaceId, sellerId]);
}
