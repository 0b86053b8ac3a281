import { TtlValue } from '../../async/ttl-value.ts';
import type { Db } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { Marketplace } from '../../domain/market/marketplace.ts';
import { allMarketplaces } from '../records/marketplace.ts';
import { priceGuardOf } from '../records/price-guard.ts';
import type { LastChanges } from './last-changes.ts';
import { countDueBoards, countMarketplace, type MarketplaceCounts } from './marketplace-counts.ts';
import { type MarketSearch, type SearchHit, searchMarket } from './search.ts';

/** Pages that several people of the operator have open count once. */
const KEPT_MS = 10_000;

export type MarketplaceOverview = {
  readonly marketplace: Marketplace;
  readonly counts: MarketplaceCounts;
  /** Boards that wait to be rebuilt. Not exact: there are more. */
  readonly staleBoards: { readonly count: number; readonly isExact: boolean };
  /** Undefined: not since the store has this time. */
  readonly changedMs: number | undefined;
  readonly countedMs: number;
  readonly hasPriceGuard: boolean;
};

/** The market as its operator looks at it: counts, and what is found by the beginning of an identifier. */
export class MarketOverview {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #lastChanges: LastChanges;
  readonly #counted: TtlValue<MarketplaceOverview[]>;

  constructor(db: Db, now: () => number, lastChanges: LastChanges) {
    this.#db = db;
    this.#now = now;
    this.#lastChanges = lastChanges;
    this.#counted = new TtlValue(
      () => this.#count(),
      KEPT_MS,
      () => performance.now(),
    );
  }

  /** Every marketplace, counted at most ten seconds ago. */
  marketplaces(): Promise<MarketplaceOverview[]> | MarketplaceOverview[] {
    return this.#counted.get();
  }

  /** The revision of the last event about an item; undefined when there was none. */
  async revisionOf({ marketplaceId, itemId }: ItemKey): Promise<number | undefined> {
    const row = await this.#db.get<{ revision: number }>(
      'SELECT revision FROM item_event WHERE marketplace_id = $1 AND item_id = $2',
      [marketplaceId, itemId],
    );
    return row?.revision;
  }

  search(search: MarketSearch): Promise<SearchHit[]> {
    return searchMarket(this.#db, search);
  }

  async #count(): Promise<MarketplaceOverview[]> {
    const changes = await this.#lastChanges.read();
    const countedMs = this.#now();
    const due = await countDueBoards(this.#db, countedMs);
    const found: MarketplaceOverview[] = [];
    for (const marketplace of await allMarketplaces(this.#db)) {
      const { marketplaceId } = marketplace;
      found.push({
        ...{ marketplace, countedMs, changedMs: changes.get(marketplaceId) },
        counts: await countMarketplace(this.#db, marketplaceId),
        hasPriceGuard: (await priceGuardOf(this.#db, marketplaceId)) !== undefined,
        staleBoards: { count: due.counts.get(marketplaceId) ?? 0, isExact: due.isExact },
      });
    }
    return found;
  }
}
