// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { withEngines } from '../../db/engines.ts';
import { drawnAlike } from '../../harness/scale.ts';
import { openPriceChanges, type PriceChangesApp, type Receipt, setTo } from './price-changes-app.ts';

/** A SKU of each seller of the worked market. */
const SKUS: Record<string, string> = { ACME: 'pan-acme', BOLT: 'pan-bolt', CORE: 'pan-core', DUNE: 'pan-dune' };
const SELLERS = Object.keys(SKUS);

/** The callers: the form of their token, whether it may write, and the client id of a delegated application. */
const CALLERS = {
  own: { token: (seller: string) => `own.writes.${seller}`, writes: true, delegated: undefined },
  console: { token: (seller: string) => `owner.of.${seller}`, writes: true, delegated: undefined },
  'app-2': { token: (seller: string) => `app-2.writes.${seller}`, writes: true, delegated: 'app-2' },
  'app-3': { token: (seller: string) => `app-3.writes.${seller}`, writes: true, delegated: 'app-3' },
  'own reader': { token: (seller: string) => `for.${seller}`, writes: false, delegated: undefined },
  'app-2 reader': { token: (seller: string) => `app-2.for.${seller}`, writes: false, delegated: 'app-2' },
} as const;

const anyStep = fc.record({
  seller: fc.constantFrom(...SELLERS),
  caller: fc.constantFrom(...(Object.keys(CALLERS) as (keyof typeof CALLERS)[])),
  operation: fc.constantFrom('change', 'change', 'undo', 'read', 'list'),
  /** Whose SKU a change names. */
  owner: fc.constantFrom(...SELLERS),
  cents: fc.integer({ min: 1_500, max: 3_000 }),
  /** Which of the receipts so far. */
  which: fc.nat(),
});
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

type Made = { id: string; seller: string; application: string };

withEngines('price changes of several sellers and applications', (engine) => {
  let app: PriceChangesApp;
  before(async () => {
    app = await openPriceChanges(engine);
  });
  after(() => app.close());

  /** Nothing of another seller, and of other applications' changes only the kind (decision 53). */
  function mustBeShown(receipts: readonly Receipt[], step: Step, made: ReadonlyMap<string, Made>): void {
    const { delegated } = CALLERS[step.caller];
    for (const { PriceChangeId, ChangedBy, RequestId } of receipts) {
      const known = made.get(PriceChangeId) ?? assert.fail(PriceChangeId);
      assert.equal(known.seller, step.seller);
      const isOpen = delegated === undefined || delegated === known.application;
      assert.deepEqual(
        [ChangedBy.ApplicationId, RequestId !== undefined],
        [isOpen ? known.application : undefined, isOpen],
      );
      if (!isOpen) assert.deepEqual(Object.keys(ChangedBy), ['Kind']);
    }
  }

  test('200 no caller sees, changes or undoes what is not its own', async () => {
    const made = new Map<string, Made>();
    const prices = new Map<string, number>();
    const counts = { applied: 0, refused: 0, foreign: 0 };

    const record = (receipt: Receipt, { seller, caller }: Step) => {
      const { delegated } = CALLERS[caller];
      const application = delegated ?? (caller === 'console' ? 'console' : `app-of-${seller}`);
      made.set(receipt.PriceChangeId, { id: receipt.PriceChangeId, seller, application });
      if (receipt.State !== 'APPLIED') return;
      counts.applied += 1;
      prices.set(receipt.SellerSKU, receipt.TermsAfter?.ListingPrice.Amount ?? Number.NaN);
    };

    async function take(step: Step): Promise<void> {
      const { seller, caller, operation, owner } = step;
      const token = CALLERS[caller].token(seller);
      const id = [...made.keys()][step.which % Math.max(1, made.size)] ?? 'pc_none';
      const isWrite = operation === 'change' || operation === 'undo';
      const body = { listings: [{ SellerSKU: SKUS[owner], strategy: setTo(step.cents / 100), Confirm: true }] };
      const answer = await {
        change: () => app.ask(token, body),
        undo: () => app.undo(token, id),
        read: () => app.receipt(token, id),
        list: () => app.send(token, 'GET', '/priceChanges?limit=100'),
      }[operation as 'change']();
      if (isWrite && !CALLERS[caller].writes) {
        counts.refused += 1;
        assert.equal(answer.statusCode, 403);
        return assert.match(answer.body, /needs the right seller-api:pricing:write/);
      }
      const isForeign = operation !== 'change' && operation !== 'list' && made.get(id)?.seller !== seller;
      if (isForeign) {
        counts.foreign += 1;
        return assert.equal(answer.statusCode, 404);
      }
      if (operation === 'undo' && answer.statusCode === 409) return;
      assert.equal(answer.statusCode, 200, answer.body);
      const { payload } = answer.json();
      const receipts: Receipt[] = payload.Receipts ?? [payload];
      if (isWrite) for (const receipt of receipts) record(receipt, step);
      if (operation === 'change' && owner !== seller) assert.equal(receipts[0]?.Rejection?.Code, 'INVALID_SKU');
      mustBeShown(receipts, step, made);
      if (operation === 'list') {
        const all = [...made.values()].filter((one) => one.seller === seller);
        assert.equal(receipts.length, Math.min(100, all.length));
      }
    }

    for (const step of fc.sample(anyStep, drawnAlike(engine.name === 'sqlite' ? 50 : 30, 1_500))) {
      app.clock.now += 1;
      await take(step);
    }
    assert.ok(counts.applied > 0 && counts.refused > 0 && counts.foreign > 0, JSON.stringify(counts));
    for (const [seller, sku] of Object.entries(SKUS)) {
      const { Offer } = await app.explained(`for.${seller}`, sku);
      const price = prices.get(sku);
      if (price !== undefined) assert.equal(Offer.ListingPrice.Amount, price, sku);
    }
  });
});
