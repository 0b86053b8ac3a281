import { deepEqual, equal } from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import type { Receipt, ReceiptState } from '../../../src/domain/price-changes/receipt.ts';
import { writeTime } from '../../../src/domain/time.ts';
import { applyLiveChanges } from '../../../src/market/intake/live-changes.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { withEngines } from '../../db/engines.ts';
import { drawnAlike } from '../../harness/scale.ts';
import { type Fixture, fixtureOn, item, offer, type Plain } from '../market-fixture.ts';

/*
 * Decision 49 in `direct`, against a model that is written from its text alone: a seller's changes and the operator's records of one
 * listing in every order. And the operator's system: a copy of the listing's price that follows its own records and the feed.
 */

const PRICES = [1900, 2000, 2100] as const;
const price = fc.constantFrom(...PRICES);

type Step =
  | { do: 'change'; to: number }
  | { do: 'record'; to: number; quantity: number; item: 'a' | 'b'; asOf: number | undefined; override: boolean }
  | { do: 'remove' }
  | { do: 'wait' }
  | { do: 'read feed'; limit: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), to: price }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ do: fc.constant('record' as const), to: price, quantity: fc.constantFrom(1, 2) },
      item: fc.constantFrom('a' as const, 'a' as const, 'a' as const, 'b' as const),
      asOf: fc.option(fc.integer({ min: -2, max: 1 }), { nil: undefined }),
      override: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'remove' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'wait' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read feed' as const), limit: fc.integer({ min: 1, max: 3 }) }) },
);

const TICK_MS = 1_000;

type Listing = { price: number; quantity: number; item: 'a' | 'b'; setAt: number | undefined };

/** What decision 49 says, of one listing. */
class Model {
  listing: Listing | undefined;
  revision = 0;
  kept = 0;
  /** The receipts in their order, with the revision that each made. */
  readonly receipts: { state: ReceiptState; revision: number }[] = [];

  change(to: number, now: number): void {
    if (this.listing === undefined || this.listing.price === to) {
      this.receipts.push({ state: this.listing === undefined ? 'REJECTED' : 'UNCHANGED', revision: this.revision });
      return;
    }
    this.listing = { ...this.listing, price: to, setAt: now };
    this.revision += 1;
    this.receipts.push({ state: 'APPLIED', revision: this.revision });
  }

  record({ to, quantity, item: on, asOf, override }: Extract<Step, { do: 'record' }>, now: number): void {
    const { listing } = this;
    if (listing === undefined) {
      this.listing = { price: to, quantity, item: on, setAt: undefined };
      this.revision += 1;
      return;
    }
    const asOfMs = asOf === undefined ? undefined : Math.min(now + asOf * TICK_MS, now);
    const counts = listing.setAt === undefined || override || (asOfMs !== undefined && asOfMs >= listing.setAt);
    const next = counts ? to : listing.price;
    this.kept = counts || to === listing.price ? 0 : 1;
    if (next !== listing.price || on !== listing.item) this.#override();
    this.listing = { ...listing, price: next, quantity, item: on };
  }

  remove(): void {
    if (this.listing === undefined) return;
    this.#override();
    // The revision of an offer that comes back goes on.
    this.revision -= 1;
    this.listing = undefined;
  }

  #override(): void {
    for (const receipt of this.receipts)
      if (receipt.state === 'APPLIED' && receipt.revision === this.revision) receipt.state = 'OVERRIDDEN';
    this.revision += 1;
  }
}

withEngines("the operator's records and sellers' changes", (engine) => {
  let fixture: Fixture;
  let listings = 0;

  before(async () => {
    const db = await (await engine.migrated()).open();
    fixture = await fixtureOn(db, migrations, { priceChanges: 'direct' });
  });

  it('agree with the model in every order, and the feed brings a copy of the market to its state', async () => {
    const seen = { kept: 0, overridden: 0, applied: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        listings += 1;
        const run = new Run(fixture, `L${listings}`);
        await run.begin();
        for (const one of steps) await run.take(one);
        await run.end();
        seen.kept += run.keptTerms;
        for (const { state } of run.model.receipts) {
          if (state === 'OVERRIDDEN') seen.overridden += 1;
          if (state === 'APPLIED') seen.applied += 1;
        }
      }),
      drawnAlike(engine.name === 'sqlite' ? 14 : 5, 150),
    );
    for (const [what, times] of Object.entries(seen)) equal(times > 0, true, `${what}: ${times}`);
  });
});

/** One listing, in the market, in the model, and in the operator's own system. */
class Run {
  readonly model = new Model();
  keptTerms = 0;
  readonly #fixture: Fixture;
  readonly #sku: string;
  readonly #ids: string[] = [];
  /** The operator's system: the price that it shows, the one that its last record left, and how far it has read the feed. */
  #copy: number | undefined;
  #ownPrice = 0;
  #after = 0;

  constructor(fixture: Fixture, sku: string) {
    this.#fixture = fixture;
    this.#sku = sku;
  }

  async begin(): Promise<void> {
    this.#after = (await this.#fixture.market.priceChangeFeed.page('M1', 0, 1)).latest;
    await this.#send([item(`${this.#sku}-a`), item(`${this.#sku}-b`)]);
    await this.take({ do: 'record', to: 2000, quantity: 1, item: 'a', asOf: undefined, override: false });
  }

  async take(one: Step): Promise<void> {
    const { clock } = this.#fixture;
    // Two receipts of one millisecond would have no order.
    clock.now += 1;
    if (one.do === 'wait') clock.now += TICK_MS;
    else if (one.do === 'read feed') await this.#read(one.limit);
    else if (one.do === 'change') await this.#change(one.to);
    else if (one.do === 'remove') await this.#remove();
    else await this.#record(one);
    await this.#compare();
  }

  async end(): Promise<void> {
    while (await this.#read(2));
    equal(this.#copy, this.model.listing?.price, "the operator's copy");
  }

  async #change(to: number): Promise<void> {
    const strategy = { type: 'setTo', listingMinor: to } as const;
    const receipts = (await this.#fixture.market.priceChanges.submit({
      ...{ marketplaceId: 'M1', sellerId: 'S1', changes: [{ sku: this.#sku, customer: 'Consumer', strategy }] },
      ...{ by: { clientId: 'app', isConsole: false }, requestId: 'r' },
    })) as readonly Receipt[];
    this.#ids.push(receipts[0]?.id ?? '');
    this.model.change(to, this.#fixture.clock.now);
  }

  async #record(one: Extract<Step, { do: 'record' }>): Promise<void> {
    const { now } = this.#fixture.clock;
    const { to, quantity, asOf, override } = one;
    const record = offer('S1', this.#sku, `${this.#sku}-${one.item}`, {
      ...{ listingPrice: to / 100, quantity },
      ...(asOf !== undefined && { termsAsOf: writeTime(now + asOf * TICK_MS) }),
      ...(override && { terms: 'override' }),
    });
    this.model.kept = 0;
    this.model.record(one, now);
    const { keptTerms } = await this.#send([record]);
    equal(keptTerms?.count ?? 0, this.model.kept, 'keptTerms');
    this.keptTerms += this.model.kept;
    // What was kept is in the answer, with its terms.
    const kept = keptTerms?.listings[0]?.terms.listingPrice;
    this.#ownPrice = kept === undefined ? to : Math.round(kept * 100);
    this.#copy = this.#ownPrice;
  }

  async #remove(): Promise<void> {
    this.model.remove();
    this.#copy = undefined;
    await this.#send([{ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku: this.#sku }]);
  }

  /** Returns whether there was a line. A line that is overridden means: the last record of the operator stands. */
  async #read(limit: number): Promise<boolean> {
    const { lines } = await this.#fixture.market.priceChangeFeed.page('M1', this.#after, limit);
    for (const { number, receipt } of lines) {
      equal(number, this.#after + 1, 'no gap');
      this.#after = number;
      if (this.#copy === undefined) continue;
      if (receipt.state === 'OVERRIDDEN') this.#copy = this.#ownPrice;
      if (receipt.state === 'APPLIED') this.#copy = receipt.result.after?.listingPriceMinor;
    }
    return lines.length > 0;
  }

  async #compare(): Promise<void> {
    const { market } = this.#fixture;
    const [found] = await market.reader.listingPositions([{ marketplaceId: 'M1', sellerId: 'S1', sku: this.#sku }]);
    const { listing, revision } = this.model;
    deepEqual(
      found && [found.offer.listingPriceMinor, found.offer.quantity, found.offer.itemId, found.termsRevision],
      listing && [listing.price, listing.quantity, `${this.#sku}-${listing.item}`, revision],
    );
    const states: (ReceiptState | undefined)[] = [];
    for (const id of this.#ids) states.push((await market.priceChanges.receipt('S1', id))?.state);
    deepEqual(
      states,
      this.model.receipts.map(({ state }) => state),
    );
  }

  #send(records: Plain[]) {
    return applyLiveChanges(this.#fixture.market, [Buffer.from(JSON.stringify(records))] as never, {});
  }
}
