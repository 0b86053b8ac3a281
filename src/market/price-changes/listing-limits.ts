import type { Db, Sql } from '../../db/db.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import {
  effectOfLimits,
  isLoosening,
  type LimitsEffect,
  type ListingLimits,
  limitsAfter,
  sameLimits,
  type WantedLimits,
} from '../../domain/price-changes/limits.ts';
import { type OfferTerms, termsOf } from '../../domain/price-changes/terms.ts';
import { keyText } from '../records/record-table.ts';
import {
  type LimitsRow,
  type LimitsScope,
  markListings,
  putLimits,
  readLimits,
  readLimitsOfSellers,
  readLimitsPage,
  readListings,
  removeLimits,
  type Seal,
  type StoredListing,
} from './limits-table.ts';

/** Whether the cost is opened: only for callers that may read it, and for the check of a change. */
export type CostReading = 'with cost' | 'without cost';

/** The limits of a listing, and when they last changed. */
export type StoredLimits = { readonly sku: string; readonly limits: ListingLimits; readonly changedMs: number };

/** The limits of a listing with its cost, which is also given as it is stored. */
type ReadLimits = OfferKey & { readonly limits: ListingLimits; readonly sealedCost: string | undefined };

export type LimitsToSet = { readonly sku: string; readonly wanted: WantedLimits };

/** What became of one listing. `unknown`: the seller has no such listing. */
export type LimitsOutcome =
  | { readonly sku: string; readonly state: 'unknown' }
  | (StoredLimits & {
      readonly state: 'changed' | 'unchanged';
      /** The terms that are in force. Undefined: there is no offer now. */
      readonly terms: OfferTerms | undefined;
    });

/** Nothing was stored: these listings would permit more than before, or name their cost. */
export type NotPermitted = { readonly loosened: readonly string[] };

/** The SKUs whose limits a call changed, and in which ways. One may be in each list. */
type ChangedLimits = Record<'changed' | 'loosened' | 'tightened' | 'otherCosts', readonly string[]>;

/** Records what was changed, in its transaction. */
export type OnLimitsChanged = (tx: Sql, skus: ChangedLimits) => MaybePromise<void>;

/** Limits and costs of sellers' listings (decision 50). */
export class ListingLimitsStore {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #seal: Seal;

  constructor(db: Db, now: () => number, seal: Seal) {
    this.#db = db;
    this.#now = now;
    this.#seal = seal;
  }

  /** The limits of listings of one seller in one marketplace, by SKU: one statement. Listings without limits are missing. */
  of(
    keys: readonly OfferKey[],
    cost: CostReading,
    sql: Sql = this.#db,
  ): MaybePromise<ReadonlyMap<string, ListingLimits>> {
    return andThen(
      this.stored(keys, cost, sql),
      (found) => new Map(found.map(({ sku, limits }) => [sku, limits] as const)),
    );
  }

  /** The limits of listings of several sellers, costs included, in any order: one statement. */
  ofSellers(keys: readonly OfferKey[], sql: Sql): MaybePromise<readonly ReadLimits[]> {
    return andThen(readLimitsOfSellers(sql, keys), (rows) =>
      rows.map((row) => {
        const key = { marketplaceId: row.marketplace_id, sellerId: row.seller_id, sku: row.sku };
        return { ...key, limits: this.#limitsIn(row, key, 'with cost'), sealedCost: row.cost ?? undefined };
      }),
    );
  }

  /** The same with the times of their changes. */
  stored(keys: readonly OfferKey[], cost: CostReading, sql: Sql = this.#db): MaybePromise<StoredLimits[]> {
    const [scope] = keys;
    if (scope === undefined) return [];
    const rows = readLimits(
      sql,
      scope,
      keys.map(({ sku }) => sku),
    );
    return andThen(rows, (found) => found.map((row) => this.#storedIn(row, scope, cost)));
  }

  /** The costs of listings of several sellers as they are stored, by `keyText`: one statement. */
  sealedCosts(keys: readonly OfferKey[], sql: Sql): MaybePromise<ReadonlyMap<string, string>> {
    return andThen(readLimitsOfSellers(sql, keys), (rows) => {
      const set = rows.filter(({ cost }) => cost !== null);
      return new Map(set.map((row) => [keyText([row.marketplace_id, row.seller_id, row.sku]), row.cost as string]));
    });
  }

  /** The cost that a listing had when it was sealed. */
  openCost(sealed: string, { marketplaceId, sellerId, sku }: OfferKey): number {
    return Number(this.#seal.open(sealed, contextOf({ marketplaceId, sellerId, sku })));
  }

  /** A page of the limits of a seller, in the order of SKUs. `after` is the last SKU of the page before, or empty. */
  page(
    scope: LimitsScope,
    { after, limit, cost }: { after: string; limit: number; cost: CostReading },
  ): MaybePromise<StoredLimits[]> {
    return andThen(readLimitsPage(this.#db, scope, after, limit), (rows) =>
      rows.map((row) => this.#storedIn(row, scope, cost)),
    );
  }

  /**
   * Sets limits of listings, each SKU once, in one transaction. Returns the outcomes in order; or, when `mayLoosen` is false and any of
   * them would permit more than before, which ones do, and then nothing is stored. `onChanged` is called when anything changes.
   */
  set(
    scope: LimitsScope,
    changes: readonly LimitsToSet[],
    mayLoosen: boolean,
    onChanged?: OnLimitsChanged,
  ): Promise<readonly LimitsOutcome[] | NotPermitted> {
    const inOrder = changes.map(({ sku }) => sku).sort();
    return this.#db.transaction(async (tx) => {
      const listings = await readListings(tx, scope, inOrder);
      const compared = changes.map((change) => this.#compared(scope, change, listings.get(change.sku)));
      const loosened = compared.filter(({ loosens }) => loosens).map(({ outcome }) => outcome.sku);
      if (loosened.length > 0 && !mayLoosen) return { loosened };
      const outcomes = compared.map(({ outcome }) => outcome);
      await this.#store(tx, scope, outcomes);
      const changed = changedLimits(compared);
      if (changed.changed.length > 0) await onChanged?.(tx, changed);
      return outcomes;
    });
  }

  #compared(scope: LimitsScope, { sku, wanted }: LimitsToSet, listing: StoredListing | undefined): ComparedLimits {
    if (listing === undefined) return { outcome: { sku, state: 'unknown' }, loosens: false, effect: NO_EFFECT };
    const before = this.#limitsIn(listing, scope, 'with cost');
    const limits = limitsAfter(before, wanted);
    const isSame = sameLimits(before, limits);
    const terms = listing.record === null ? undefined : termsOf(JSON.parse(listing.record));
    const changedMs = isSame ? listing.changed_ms : this.#now();
    return {
      outcome: { sku, state: isSame ? 'unchanged' : 'changed', limits, changedMs, terms },
      loosens: isLoosening(before, wanted),
      effect: effectOfLimits(before, limits),
    };
  }

  async #store(tx: Sql, scope: LimitsScope, outcomes: readonly LimitsOutcome[]): Promise<void> {
    const changed = outcomes.flatMap((one) => (one.state === 'changed' ? [one] : []));
    if (changed.length === 0) return;
    // All transactions update offers in the order of their keys, so that they do not wait for each other in a circle.
    const sorted = changed.toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
    const { put = [], remove = [] } = Object.groupBy(sorted, ({ limits }) =>
      sameLimits(limits, {}) ? 'remove' : 'put',
    );
    await markListings(
      tx,
      sorted.map(({ sku }) => ({ ...scope, sku })),
    );
    await removeLimits(tx, scope, skusOf(remove));
    const rows = put.map(({ sku, limits }) => ({ sku, limits, cost: this.#sealed(limits, { ...scope, sku }) }));
    await putLimits(tx, scope, rows, this.#now());
  }

  #storedIn(row: LimitsRow, scope: LimitsScope, cost: CostReading): StoredLimits {
    return { sku: row.sku, limits: this.#limitsIn(row, scope, cost), changedMs: row.changed_ms };
  }

  #limitsIn(row: LimitsRow, scope: LimitsScope, cost: CostReading): ListingLimits {
    const sealed = cost === 'with cost' ? row.cost : null;
    const costMinor = sealed === null ? undefined : this.openCost(sealed, { ...scope, sku: row.sku });
    return {
      minimumPriceMinor: row.minimum_price_minor ?? undefined,
      maximumPriceMinor: row.maximum_price_minor ?? undefined,
      minimumNetMinor: row.minimum_net_minor ?? undefined,
      costMinor,
    };
  }

  #sealed({ costMinor }: ListingLimits, key: OfferKey): string | null {
    if (costMinor === undefined) return null;
    // All sealed costs have one length: it would otherwise show how many digits a cost has.
    return this.#seal.seal(String(costMinor).padStart(16, '0'), contextOf(key));
  }
}

/** What a call makes of the limits of a listing. `loosens`: it needs the right to loosen. */
type ComparedLimits = { readonly outcome: LimitsOutcome; readonly loosens: boolean; readonly effect: LimitsEffect };

const NO_EFFECT: LimitsEffect = { isLoosened: false, isTightened: false, isOtherCost: false };

function changedLimits(compared: readonly ComparedLimits[]): ChangedLimits {
  const skus = (is: (one: ComparedLimits) => boolean) => compared.filter(is).map(({ outcome }) => outcome.sku);
  return {
    changed: skus(({ outcome }) => outcome.state === 'changed'),
    loosened: skus(({ effect }) => effect.isLoosened),
    tightened: skus(({ effect }) => effect.isTightened),
    otherCosts: skus(({ effect }) => effect.isOtherCost),
  };
}

const skusOf = (listings: readonly { sku: string }[]) => listings.map(({ sku }) => sku);

/** A sealed cost cannot be opened as that of another listing. */
const contextOf = ({ marketplaceId, sellerId, sku }: OfferKey) => `cost\n${marketplaceId}\n${sellerId}\n${sku}`;

/** For commands and tests that neither set nor read a cost. */
export const NO_SEAL: Seal = { seal: noKey, open: noKey };

function noKey(): never {
  throw new Error("the operator's key is needed to seal and open costs, and it was not passed in");
}
