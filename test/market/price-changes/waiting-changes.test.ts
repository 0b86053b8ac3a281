import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SentOutcome } from '../../../src/domain/price-changes/outcome.ts';
import type { Receipt } from '../../../src/domain/price-changes/receipt.ts';
import type { WantedChange } from '../../../src/domain/price-changes/wanted-change.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { withEngines } from '../../db/engines.ts';
import { type Fixture, fixtureOn, item, offer } from '../market-fixture.ts';

/* Decisions 48, 49 and 59: what comes at the same time as a change that waits for its outcome, or between the two. */

withEngines('changes that wait', (engine) => {
  let market: Fixture;
  let n = 0;
  const key = () => ({ marketplaceId: 'M1', sellerId: 'S1', sku: `SKU-${n}` });
  const ask = async (change: Partial<WantedChange>): Promise<Receipt> => {
    const { sku, ...scope } = key();
    const receipts = await market.market.priceChanges.submit({
      ...{ ...scope, changes: [{ sku, customer: 'Consumer', ...change }] },
      ...{ by: { clientId: 'app', isConsole: false }, requestId: 'r' },
    });
    ok(Array.isArray(receipts));
    return receipts[0];
  };
  const setTo = (listingMinor: number) => ask({ strategy: { type: 'setTo', listingMinor } });
  const receiptOf = async ({ id }: Receipt) => (await market.market.priceChanges.receipt('S1', id)) as Receipt;
  const applied = (asOfMs: number): SentOutcome => ({ outcome: 'applied', terms: undefined, asOfMs });
  const settle = (...outcomes: [Receipt, SentOutcome][]) =>
    market.market.priceChangeOutcomes.settle(outcomes.map(([{ id }, outcome]) => ({ id, read: () => outcome })));
  const price = async () => (await market.market.reader.listingPositions([key()]))[0]?.offer.listingPriceMinor;

  /** Begins them in their order while the board of the item is locked: on PostgreSQL none of them sees what the others write. */
  async function together<T>(...begin: (() => Promise<T>)[]): Promise<T[]> {
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = market.db.transaction(async (tx) => {
      await tx.all('SELECT 1 AS locked FROM board WHERE item_id = $1 {postgres: FOR UPDATE}', [`I${n}`]);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const begun: Promise<T>[] = [];
    for (const one of begin) {
      begun.push(one());
      await sleep(60);
    }
    released.resolve();
    await holding;
    return Promise.all(begun);
  }

  before(async () => {
    const db = await (await engine.migrated()).open();
    // A store from before outcomes were compared with records: it does not say as of when a record was true.
    const { take } = await fixtureOn(db, migrations, { priceChanges: 'off' });
    await take([item('I1'), offer('S1', 'SKU-1', 'I1', { listingPrice: 25 })]);
    market = await fixtureOn(db, migrations, { priceChanges: 'confirmed' });
  });

  beforeEach(async () => {
    n += 1;
    market.clock.now += 10_000;
    if (n > 1) await market.take([item(`I${n}`), offer('S1', `SKU-${n}`, `I${n}`, { listingPrice: 25 })]);
    market.clock.now += 10_000;
  });

  it('their outcomes are compared with records of the operator, not with each other', async () => {
    const first = await setTo(2_100);
    market.clock.now += 1_000;
    const second = await setTo(2_000);
    const { now } = market.clock;
    market.clock.now += 1_000;
    await settle([first, applied(now - 500)], [second, applied(now)]);
    deepEqual([(await receiptOf(first)).state, (await receiptOf(second)).state], ['APPLIED', 'APPLIED']);
    equal(await price(), 2_000);
  });

  it('are answered when they come at once, and one of them waits', async () => {
    const receipts = await together(...[2_400, 2_300, 2_200].map((cents) => () => setTo(cents)));
    const states = await Promise.all(receipts.map(async (one) => (await receiptOf(one)).state));
    deepEqual(states.sort(), ['PENDING', 'REPLACED', 'REPLACED']);
  });

  it('end when the offer is removed at the same time', async () => {
    const remove = { kind: 'offer', op: 'delete', ...key() };
    const [receipt] = await together<Receipt | string[]>(
      () => setTo(2_100),
      () => market.take([remove]),
    );
    ok(receipt !== undefined && 'id' in receipt);
    const { state, result } = await receiptOf(receipt);
    deepEqual([state, ['OfferRemoved', 'INVALID_SKU'].includes(result.refusal?.code ?? '')], ['REJECTED', true]);
  });

  it('that a record of the operator overrode at once have nothing to undo', async () => {
    const waiting = await setTo(2_100);
    const asOfMs = market.clock.now;
    market.clock.now += 1_000;
    await market.take([offer('S1', `SKU-${n}`, `I${n}`, { listingPrice: 24 })]);
    await settle([waiting, applied(asOfMs)]);
    const { id, state, termsRevision, result } = await receiptOf(waiting);
    deepEqual([state, termsRevision], ['OVERRIDDEN', 1]);
    const undo = await ask({ undoOf: id, restore: result.before, ifTermsRevision: termsRevision });
    deepEqual([undo.state, undo.result.refusal?.code], ['REJECTED', 'Conflict']);
  });
});
