import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onBothEngines } from '../faults/engines-by-scale.ts';
import { Fleet } from '../faults/fleet.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';

/* Decision 48 under kill -9 of API and worker, while sellers change their prices without a pause. */

const KILLS = scaled(6, 50);
const SELLERS = ['P0', 'P1', 'P2', 'P3'];
const ITEMS = ['L0', 'L1', 'L2', 'L3', 'L4', 'L5'];

type WireReceipt = { PriceChangeId: string; SellerSKU: string; State: string; TermsRevision: number };

onBothEngines('price changes under kill -9 of API and worker', (engine) => {
  let fleet: Fleet;
  before(async () => {
    fleet = await Fleet.on(await engine.fresh(), { PRICE_CHANGES: 'direct' });
  });
  after(() => fleet.close());

  test(`${KILLS} kills: no change without receipt and event, no receipt without its change, nothing twice`, async (t) => {
    let api = await fleet.api();
    const workers = await fleet.workers(2);
    const offers = SELLERS.flatMap((id, n) =>
      ITEMS.map((itemId) => offer(id, `${id}-${itemId}`, itemId, { listingPrice: 20 + n })),
    );
    const records = [
      marketplace('M1', 'USD', true),
      ...SELLERS.map((id) => seller(id)),
      ...ITEMS.map((id) => item(id)),
    ];
    await fleet.operator().change([...records, ...offers]);
    for (const id of SELLERS) await fleet.seller(id).webhook(fleet.receiver.url(`/${id}`));

    const load = SELLERS.map((id) => new PriceLoad(fleet, id));
    const running = Promise.all(load.map((one) => one.run()));
    const killed = { api: 0, worker: 0 };
    const kill = (victim: ServiceProcess | undefined, role: keyof typeof killed) => {
      killed[role] += 1;
      return victim?.end();
    };
    const isOver = () => {
      for (const one of load) one.stop();
    };
    running.catch(isOver);
    for (let n = 0; n < KILLS; n += 1) {
      await sleep(Math.random() * 600);
      if (n % 3 === 2) {
        await kill(workers.shift(), 'worker');
        workers.push(await fleet.worker());
      } else {
        await kill(api, 'api');
        api = await fleet.api();
      }
    }
    isOver();
    await running;
    await until(
      'nothing is left to apply',
      async () => (await count("price_change WHERE state = 'ACCEPTED'")) === 0,
      60_000,
    );
    await until('all events are addressed', async () => (await count('market_event')) === 0, 120_000);

    let applied = 0;
    for (const one of load) {
      const stored = await one.receipts();
      assert.equal(new Set(stored.map(({ PriceChangeId }) => PriceChangeId)).size, stored.length);
      for (const id of one.answered)
        assert.ok(
          stored.some((receipt) => receipt.PriceChangeId === id),
          `${id} was answered`,
        );
      applied += await checkListings(one, stored);
    }
    assert.equal(await count('price_change_feed'), applied);
    t.diagnostic(
      `figures of ${engine.name}: ${JSON.stringify(killed)}, ${applied} changes, ` +
        `${load.reduce((sum, one) => sum + one.unanswered, 0)} calls without an answer`,
    );
  });

  const count = async (table: string) =>
    (await fleet.db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0;

  /** Each listing has as many revisions as changes were applied, its last price, and an event for each. Returns how many there were. */
  async function checkListings(load: PriceLoad, stored: readonly WireReceipt[]): Promise<number> {
    const events = await fleet.seller(load.sellerId).events();
    let total = 0;
    for (const [sku, cents] of load.prices) {
      const applied = stored.filter(({ SellerSKU, State }) => SellerSKU === sku && State === 'APPLIED');
      const revisions = applied.map(({ TermsRevision }) => TermsRevision).sort((a, b) => a - b);
      assert.deepEqual(
        revisions,
        revisions.map((_one, n) => n + 2),
        sku,
      );
      const row = await fleet.db.get<{ listing_minor: number; terms_revision: number }>(
        'SELECT listing_minor, terms_revision FROM offer WHERE seller_id = $1 AND sku = $2',
        [load.sellerId, sku],
      );
      assert.deepEqual([row?.listing_minor, row?.terms_revision], [cents, applied.length + 1], sku);
      const published = events.filter(({ type, data }) => type === 'PRICE_CHANGED' && data.SellerSKU === sku);
      assert.deepEqual(
        published.map(({ data }) => String(data.PriceChangeId)).sort(),
        applied.map(({ PriceChangeId }) => PriceChangeId).sort(),
        sku,
      );
      total += applied.length;
    }
    return total;
  }
});

/** A seller that changes its prices, a call at a time. A call without an answer is repeated with its key. */
class PriceLoad {
  readonly #fleet: Fleet;
  readonly sellerId: string;
  /** The price of each SKU that the last acknowledged call gave it, in cents. */
  readonly prices = new Map<string, number>();
  readonly answered: string[] = [];
  unanswered = 0;
  #isOver = false;

  constructor(fleet: Fleet, sellerId: string) {
    this.#fleet = fleet;
    this.sellerId = sellerId;
  }

  stop(): void {
    this.#isOver = true;
  }

  async run(): Promise<void> {
    for (let n = 0; !this.#isOver; n += 1) {
      const cents = 1_500 + (n % 1_000);
      const skus = ITEMS.filter((_id, at) => (at + n) % 2 === 0).map((itemId) => `${this.sellerId}-${itemId}`);
      const receipts = await this.#change(`call-${n}`, skus, cents);
      for (const { PriceChangeId, SellerSKU } of receipts) {
        this.answered.push(PriceChangeId);
        this.prices.set(SellerSKU, cents);
      }
      await sleep(10);
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
    for (;;) {
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
  }
}

class RefusedCall extends Error {}
