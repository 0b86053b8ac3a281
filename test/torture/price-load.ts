import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from '../faults/fleet.ts';
import { item, marketplace, offer, type Plain, seller } from '../market/market-fixture.ts';

export type WireReceipt = {
  PriceChangeId: string;
  SellerSKU: string;
  State: string;
  TermsRevision: number;
  TermsAfter?: { ListingPrice: { Amount: number } };
  Rejection?: { Code: string };
};

/** For longer than a restart takes on a busy machine. A test that fails leaves the service stopped. */
const MAX_TRIES = 3_000;

/** The listings of a seller, of which a call changes half. */
const FEW = 6;
/** A call for half of them is a large one: on SQLite a thread of the service applies it. */
const MANY = 120;

const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => `L${n}`);

/** All sellers have offers on the same few items; those of `withMany` also on others. */
export const recordsOf = (sellers: readonly string[], withMany: readonly string[] = []): Plain[] => [
  marketplace('M1', 'USD', true),
  ...sellers.map((id) => seller(id)),
  ...itemsOf(withMany.length > 0 ? MANY : FEW).map((id) => item(id)),
  ...sellers.flatMap((id, n) =>
    itemsOf(withMany.includes(id) ? MANY : FEW).map((itemId) =>
      offer(id, `${id}-${itemId}`, itemId, { listingPrice: 20 + n }),
    ),
  ),
];

type LoadOptions = { pauseMs?: number; hasMany?: boolean };

/** A seller that changes its prices, a call at a time. A call without an answer is repeated with its key. */
export class PriceLoad {
  readonly #fleet: Fleet;
  readonly #pauseMs: number;
  readonly #items: readonly string[];
  readonly sellerId: string;
  /** The price of each SKU that the last acknowledged call gave it, in cents. */
  readonly prices = new Map<string, number>();
  readonly answered: string[] = [];
  unanswered = 0;
  #isOver = false;

  constructor(fleet: Fleet, sellerId: string, { pauseMs = 10, hasMany = false }: LoadOptions = {}) {
    this.#fleet = fleet;
    this.#pauseMs = pauseMs;
    this.#items = itemsOf(hasMany ? MANY : FEW);
    this.sellerId = sellerId;
  }

  stop(): void {
    this.#isOver = true;
  }

  async run(): Promise<void> {
    for (let n = 0; !this.#isOver; n += 1) {
      await this.call(n);
      await sleep(this.#pauseMs);
    }
  }

  /** Changes every second listing, in turn. */
  async call(n: number): Promise<void> {
    const cents = 1_500 + (n % 1_000);
    const skus = this.#items.filter((_id, at) => (at + n) % 2 === 0).map((itemId) => `${this.sellerId}-${itemId}`);
    for (const { PriceChangeId, SellerSKU } of await this.#change(`call-${n}`, skus, cents)) {
      this.answered.push(PriceChangeId);
      this.prices.set(SellerSKU, cents);
    }
  }

  async receipts(): Promise<WireReceipt[]> {
    const all: WireReceipt[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page: { payload: { Receipts: WireReceipt[]; nextToken?: string } } = await this.#fleet
        .seller(this.sellerId)
        .get(`/products/pricing/v4/priceChanges?limit=100${next && `&after=${encodeURIComponent(next)}`}`);
      all.push(...page.payload.Receipts);
      next = page.payload.nextToken;
    }
    return all;
  }

  async #change(key: string, skus: readonly string[], cents: number): Promise<WireReceipt[]> {
    const price = { CurrencyCode: 'USD', Amount: cents / 100 };
    const body = { MarketplaceId: 'M1', strategy: { type: 'setTo', price }, SellerSKUs: skus, Confirm: true };
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      try {
        const answer = await fetch(`${this.#fleet.base}/products/pricing/v4/priceChanges`, {
          method: 'POST',
          headers: {
            authorization: `Bearer owner.of.${this.sellerId}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(body),
        });
        const text = await answer.text();
        if (answer.ok) return JSON.parse(text).payload.Receipts;
        if (answer.status < 500) throw new RefusedCall(`${answer.status} ${text}`);
      } catch (error) {
        if (error instanceof RefusedCall) throw error;
      }
      this.unanswered += 1;
      await sleep(50);
    }
    throw new Error(`no answer to ${key} of ${this.sellerId} in ${MAX_TRIES} tries`);
  }
}

class RefusedCall extends Error {}
