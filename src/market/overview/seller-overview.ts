import type { Db, Sql } from '../../db/db.ts';
import { compareCodePoints } from '../../domain/code-points.ts';
import { DAY_MS, dayOf } from '../../domain/duration.ts';
import { OFFER_STATES, type OfferState } from '../../domain/pricing/offer-state.ts';
import type { MarketHistory } from '../projections/history/market-history.ts';
import { allMarketplaces } from '../records/marketplace.ts';

/** `isExact` is false when there are more. */
type StateCount = { readonly state: OfferState | 'none'; readonly count: number; readonly isExact: boolean };

/** What a seller has in one marketplace. */
type SellerMarket = {
  readonly marketplaceId: string;
  /** By state, without those of which there are none. */
  readonly states: readonly StateCount[];
  /** The part of the time on sale in these days in which its listings held the buy box. Undefined when nothing was on sale. */
  readonly buyBoxShare: number | undefined;
};

export type SellerOverviewRow = {
  readonly sellerId: string;
  readonly name: string | undefined;
  readonly plan: string | undefined;
  readonly isFeatured: boolean;
  /** Only marketplaces where it has listings. */
  readonly markets: readonly SellerMarket[];
};

export type SellerListQuery = { readonly prefix: string; readonly after: string; readonly limit: number };

/** Listings of one state that are counted for a list, and for one seller. */
const MAX_IN_LIST = 1_000;
const MAX_OF_ONE = 100_000;

/** The sellers of the market as their operator looks at them. Nothing that a seller keeps to itself is read: no limit and no cost. */
export class SellerOverview {
  readonly #db: Db;
  readonly #history: MarketHistory;
  readonly #now: () => number;

  constructor(db: Db, history: MarketHistory, now: () => number) {
    this.#db = db;
    this.#history = history;
    this.#now = now;
  }

  /** In the order of their ids. The share is that of today. */
  async page({ prefix, after, limit }: SellerListQuery): Promise<SellerOverviewRow[]> {
    const rows = await this.#db.all<SellerRow>(
      'SELECT seller_id, record FROM seller WHERE seller_id >= $1 AND seller_id < $2 AND seller_id > $3 ORDER BY seller_id LIMIT $4',
      // In the order of code points nothing that begins with the prefix is behind this.
      [compareCodePoints(prefix, after) >= 0 ? prefix : after, `${prefix}\u{10FFFF}`, after, limit],
    );
    return this.#describe(rows, MAX_IN_LIST, 1);
  }

  /** The share is that of the last seven days. Undefined: the operator has no record of it. */
  async find(sellerId: string): Promise<SellerOverviewRow | undefined> {
    const rows = await this.#db.all<SellerRow>('SELECT seller_id, record FROM seller WHERE seller_id = $1', [sellerId]);
    return (await this.#describe(rows, MAX_OF_ONE, 7))[0];
  }

  async #describe(rows: readonly SellerRow[], max: number, days: number): Promise<SellerOverviewRow[]> {
    const marketplaceIds = (await allMarketplaces(this.#db)).map(({ marketplaceId }) => marketplaceId);
    const counts = await countListings(
      this.#db,
      rows.flatMap(({ seller_id }) => marketplaceIds.map((id) => [id, seller_id])),
      max,
    );
    const sinceMs = (dayOf(this.#now()) - days + 1) * DAY_MS;
    const sellers: SellerOverviewRow[] = [];
    for (const { seller_id: sellerId, record } of rows) {
      const { name, plan, featuredMerchant } = JSON.parse(record) as {
        name?: string;
        plan?: string;
        featuredMerchant?: boolean;
      };
      const markets: SellerMarket[] = [];
      for (const marketplaceId of marketplaceIds) {
        const states = counts.get(`${marketplaceId} ${sellerId}`) ?? [];
        if (states.length > 0)
          markets.push({ marketplaceId, states, buyBoxShare: await this.#share(marketplaceId, sellerId, sinceMs) });
      }
      sellers.push({ sellerId, name, plan, isFeatured: featuredMerchant === true, markets });
    }
    return sellers;
  }

  async #share(marketplaceId: string, sellerId: string, sinceMs: number): Promise<number | undefined> {
    const { days } = await this.#history.sellerShares(marketplaceId, sellerId, sinceMs);
    const ofMs = days.reduce((sum, day) => sum + day.ofMs, 0);
    const heldMs = days.reduce((sum, day) => sum + day.heldMs, 0);
    return ofMs === 0 ? undefined : Math.round((10_000 * heldMs) / ofMs) / 10_000;
  }
}

type SellerRow = { seller_id: string; record: string };

const COUNTED = [...OFFER_STATES, 'none'] as const;

/** By marketplace and seller. Each count reads its part of one index, and ends at the bound. */
async function countListings(sql: Sql, keys: readonly string[][], max: number): Promise<Map<string, StateCount[]>> {
  const countOf = (condition: string) => `(SELECT COUNT(*) FROM (SELECT 1 FROM offer
       WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND ${condition} LIMIT ${max + 1}) AS w)`;
  const counts = COUNTED.map(
    (state) => `${countOf(state === 'none' ? 'offer.state IS NULL' : `offer.state = '${state}'`)} AS n_${state}`,
  );
  const rows = await sql.many<Record<string, string | number>>(
    `SELECT k.column1 AS marketplace_id, k.column2 AS seller_id, ${counts.join(', ')} FROM (VALUES {rows: text, text}) AS k`,
    keys,
  );
  return new Map(
    rows.map((row): [string, StateCount[]] => [
      `${row.marketplace_id} ${row.seller_id}`,
      COUNTED.flatMap((state): StateCount[] => {
        const found = Number(row[`n_${state.toLowerCase()}`] ?? row[`n_${state}`] ?? 0);
        return found === 0 ? [] : [{ state, count: Math.min(found, max), isExact: found <= max }];
      }),
    ]),
  );
}
