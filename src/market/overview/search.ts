import type { Sql } from '../../db/db.ts';
import { compareCodePoints } from '../../domain/code-points.ts';
import type { OfferState } from '../../domain/pricing/offer-state.ts';

const FOUND_KINDS = ['item', 'seller', 'offer'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

export type SearchHit =
  | { readonly kind: 'item'; readonly marketplaceId: string; readonly itemId: string; readonly title: string | null }
  | { readonly kind: 'seller'; readonly sellerId: string; readonly name: string | null }
  | {
      readonly kind: 'offer';
      readonly marketplaceId: string;
      readonly sellerId: string;
      readonly sku: string;
      readonly itemId: string;
      readonly state: OfferState | null;
    };

/** The last result of a page: its kind, and its key in the order of its list. */
export type SearchPlace = { readonly kind: FoundKind; readonly key: readonly string[] };

export type MarketSearch = {
  /** What identifiers begin with, as it is written. */
  readonly prefix: string;
  readonly kinds: readonly FoundKind[];
  /** All marketplaces. */
  readonly marketplaceIds: readonly string[];
  readonly after: SearchPlace | undefined;
  readonly limit: number;
};

type List = (
  sql: Sql,
  search: MarketSearch,
  after: readonly string[] | undefined,
  limit: number,
) => Promise<SearchHit[]>;

/**
 * Items by id, sellers by SellerId and offers by SKU, in this order: each list in the order of what was searched for, so that an
 * identifier that is the prefix itself comes first. Each is a range of an index.
 */
export async function searchMarket(sql: Sql, search: MarketSearch): Promise<SearchHit[]> {
  const { after, limit } = search;
  const first = after === undefined ? 0 : FOUND_KINDS.indexOf(after.kind);
  const found: SearchHit[] = [];
  for (const kind of FOUND_KINDS.slice(first)) {
    if (!search.kinds.includes(kind) || found.length >= limit) continue;
    const key = after?.kind === kind ? after.key : undefined;
    found.push(...(await lists[kind](sql, search, key, limit - found.length)));
  }
  return found;
}

const larger = (a: string, b: string) => (compareCodePoints(a, b) >= 0 ? a : b);

/** No text that begins with the prefix is behind it in the order of code points, which both engines have. */
const endOf = (prefix: string) => `${prefix}\u{10FFFF}`;

const lists: Readonly<Record<FoundKind, List>> = {
  /** Items are ordered by marketplace first: a range of each, of which the first ones are merged. */
  async item(sql, { prefix, marketplaceIds }, after, limit) {
    const found: Extract<SearchHit, { kind: 'item' }>[] = [];
    for (const marketplaceId of marketplaceIds) {
      const [afterItem = '', afterMarketplace = ''] = after ?? [];
      const isBehind = compareCodePoints(marketplaceId, afterMarketplace) > 0;
      const rows = await sql.all<{ item_id: string; title: string | null }>(
        `SELECT item_id, title FROM item WHERE marketplace_id = $1 AND item_id >= $2 AND item_id < $3
           AND (item_id > $4 OR (item_id = $4 AND $5 = 1)) ORDER BY item_id LIMIT $6`,
        [marketplaceId, larger(prefix, afterItem), endOf(prefix), afterItem, Number(isBehind), limit],
      );
      found.push(
        ...rows.map(({ item_id, title }) => ({ kind: 'item' as const, marketplaceId, itemId: item_id, title })),
      );
    }
    return found
      .toSorted((a, b) => compareCodePoints(a.itemId, b.itemId) || compareCodePoints(a.marketplaceId, b.marketplaceId))
      .slice(0, limit);
  },

  async seller(sql, { prefix }, [afterSeller = ''] = [], limit) {
    const rows = await sql.all<{ seller_id: string; record: string }>(
      `SELECT seller_id, record FROM seller WHERE seller_id >= $1 AND seller_id < $2 AND seller_id > $3 ORDER BY seller_id LIMIT $4`,
      [larger(prefix, afterSeller), endOf(prefix), afterSeller, limit],
    );
    return rows.map(({ seller_id, record }) => {
      const { name = null } = JSON.parse(record) as { name?: string };
      return { kind: 'seller', sellerId: seller_id, name };
    });
  },

  async offer(sql, { prefix }, after, limit) {
    const [sku = prefix, marketplaceId = '', sellerId = ''] = after ?? [];
    const rows = await sql.all<{
      sku: string;
      marketplace_id: string;
      seller_id: string;
      item_id: string;
      state: OfferState | null;
    }>(
      `SELECT sku, marketplace_id, seller_id, item_id, state FROM offer
        WHERE (sku, marketplace_id, seller_id) > ($1, $2, $3) AND sku < $4
        ORDER BY sku, marketplace_id, seller_id LIMIT $5`,
      [sku, marketplaceId, sellerId, endOf(prefix), limit],
    );
    return rows.map((row) => ({
      ...{ kind: 'offer', sku: row.sku, marketplaceId: row.marketplace_id },
      ...{ sellerId: row.seller_id, itemId: row.item_id, state: row.state },
    }));
  },
};
