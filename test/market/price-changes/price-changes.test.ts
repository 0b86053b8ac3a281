import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import type { Receipt } from '../../../src/domain/price-changes/receipt.ts';
import type { WantedChange } from '../../../src/domain/price-changes/wanted-change.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { type Fixture, fixtureOn, item, offer } from '../market-fixture.ts';

/* Decision 48: a call is stored, applied in the transaction of the market's change, and answered with receipts. */

withEngines('price changes', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let market: Fixture;
  let calls = 0;
  let items = 0;
  let itemId: string;
  const submit = async (changes: readonly Partial<WantedChange>[], more: object = {}) => {
    calls += 1;
    const by = { clientId: 'app', isConsole: false };
    const wanted = changes.map((one) => ({ sku: '', customer: 'Consumer' as const, ...one }));
    const call = { marketplaceId: 'M1', sellerId: 'S1', changes: wanted, by, requestId: `r${calls}`, ...more };
    const receipts = await market.market.priceChanges.submit(call);
    if ('rejected' in receipts) throw new Error(receipts.rejected);
    return receipts;
  };
  const setTo = (sku: string, listingMinor: number) => ({ sku, strategy: { type: 'setTo' as const, listingMinor } });
  const inShort = ({ state, result, termsRevision }: Receipt) =>
    [state, result.refusal?.code ?? result.after?.listingPriceMinor, termsRevision].join(' ');
  const stored = async (sku: string) => {
    const [found] = await market.market.reader.listingPositions([{ marketplaceId: 'M1', sellerId: 'S1', sku }]);
    ok(found);
    return found;
  };

  before(async () => {
    const db = await (await engine.migrated()).open();
    market = await fixtureOn(db, migrations, { priceChanges: 'direct' });
  });

  beforeEach(async () => {
    items += 1;
    itemId = `I${items}`;
    await market.take([
      item(itemId),
      offer('S1', `${itemId}-a`, itemId, { listingPrice: 25, quantityDiscounts: [{ quantity: 3, price: 24 }] }),
      offer('S1', `${itemId}-b`, itemId, { listingPrice: 26 }),
      offer('S2', `${itemId}-rival`, itemId, { listingPrice: 20 }),
    ]);
  });

  it('are in force when they are answered: the receipt has terms, revision and the buy box', async () => {
    const [receipt] = await submit([{ sku: `${itemId}-a`, strategy: { type: 'win' } }]);
    ok(receipt);
    equal(inShort(receipt), 'APPLIED 2000 2');
    deepEqual(receipt.result.before, {
      listingPriceMinor: 2500,
      quantityDiscounts: [{ quantity: 3, priceMinor: 2400 }],
      shippingMinor: 0,
    });
    const { box } = receipt.result;
    deepEqual([box?.isHolder, box?.rivalLandedMinor, box?.decidedBy], [true, 2000, 'sellerId']);
    const { offer: now, termsRevision, decision } = await stored(`${itemId}-a`);
    deepEqual([now.listingPriceMinor, termsRevision], [2000, 2]);
    equal(decision?.boxes[0]?.holder.sku, `${itemId}-a`);
    deepEqual(await market.market.priceChanges.receipt('S1', receipt.id), receipt);
    equal(await market.market.priceChanges.receipt('S2', receipt.id), undefined);
  });

  once('of one item are applied in order, each on what those before it left', async () => {
    const match = { type: 'match' } as const;
    const receipts = await submit([setTo(`${itemId}-a`, 1500), { sku: `${itemId}-b`, strategy: match }]);
    deepEqual(receipts.map(inShort), ['APPLIED 1500 2', 'APPLIED 1500 2']);
  });

  once('are refused one by one, with a code and figures', async () => {
    const receipts = await submit([
      { ...setTo(`${itemId}-a`, 1500), ifTermsRevision: 7 },
      { ...setTo(`${itemId}-b`, 1500), floorMinor: 1600 },
      setTo('NOPE', 1),
    ]);
    deepEqual(receipts.map(inShort), ['REJECTED Conflict 1', 'REJECTED BELOW_FLOOR 1', 'REJECTED INVALID_SKU ']);
    deepEqual(receipts[1]?.result.refusal, {
      ...{ code: 'BELOW_FLOOR', message: 'The price is below the floor of the request.' },
      ...{ limit: 1600, actual: 1500, unit: 'minor' },
    });
    deepEqual((await stored(`${itemId}-a`)).termsRevision, 1);
  });

  once('that change nothing have no revision of their own, and setTo applies whatever the gates say', async () => {
    await market.take([offer('S1', `${itemId}-a`, itemId, { listingPrice: 25, active: false })]);
    const receipts = await submit([setTo(`${itemId}-a`, 2500), setTo(`${itemId}-b`, 2000)]);
    deepEqual(receipts.map(inShort), ['UNCHANGED 2500 2', 'APPLIED 2000 2']);
    const [inactive] = await submit([setTo(`${itemId}-a`, 2400)]);
    deepEqual([inactive?.state, inactive?.result.box?.failing], ['APPLIED', ['active']]);
  });

  once('take terms beside the price; null removes one, and bad ones are refused', async () => {
    const sku = `${itemId}-a`;
    const [receipt] = await submit([
      { sku, terms: { shippingMinor: 300, businessPriceMinor: 2200, quantityDiscounts: null } },
    ]);
    deepEqual(receipt?.result.after, {
      ...{ listingPriceMinor: 2500, quantityDiscounts: [], shippingMinor: 300, businessPriceMinor: 2200 },
    });
    const rising = [
      { quantity: 3, priceMinor: 100 },
      { quantity: 4, priceMinor: 100 },
    ];
    const [bad] = await submit([{ sku, terms: { quantityDiscounts: rising } }]);
    equal(bad && inShort(bad), 'REJECTED InvalidTerms 2');
    const [beaten] = await submit([{ sku, strategy: { type: 'match' }, terms: { shippingMinor: 100 } }]);
    equal(beaten && inShort(beaten), 'APPLIED 1900 3');
  });

  it('with the same key are applied once; what is stored is finished by a repeat', async () => {
    const once = { caller: 'app S1', operation: 'changePrices', key: `k-${itemId}`, body: { a: 1 } };
    const first = await submit([setTo(`${itemId}-a`, 1900)], { once });
    await submit([setTo(`${itemId}-a`, 1800)]);
    deepEqual(await submit([setTo(`${itemId}-a`, 1900)], { once }), first);
    equal((await stored(`${itemId}-a`)).offer.listingPriceMinor, 1800);
    const other = { ...once, body: { a: 2 } };
    const again = market.market.priceChanges.submit({
      ...{
        marketplaceId: 'M1',
        sellerId: 'S1',
        changes: [],
        by: { clientId: 'app', isConsole: false },
        requestId: 'x',
      },
      once: other,
    });
    deepEqual(await again, { rejected: 'keyReused' });
  });

  it('that a process left behind are finished by the worker, unless the listing has a newer change', async () => {
    const [applied] = await submit([setTo(`${itemId}-a`, 1900)]);
    market.clock.now += 1;
    const [old, second] = await submit([setTo(`${itemId}-a`, 1700), setTo(`${itemId}-b`, 1600)]);
    ok(applied && old && second);
    // As a process leaves them that dies before it applies them: the first of two calls.
    await market.db.run("UPDATE price_change SET state = 'ACCEPTED', outcome = NULL WHERE id = $1", [applied.id]);
    equal(await market.market.priceChanges.finishOld(), 0);
    market.clock.now += 6_000;
    equal(await market.market.priceChanges.finishOld(), 1);
    const found = await market.market.priceChanges.receipt('S1', applied.id);
    deepEqual([found?.state, found?.result.replacedBy], ['REPLACED', old.id]);
    equal((await stored(`${itemId}-a`)).offer.listingPriceMinor, 1700);
  });

  once('that cannot be finished do not keep those after them waiting', async () => {
    const [broken] = await submit([setTo(`${itemId}-a`, 1900)]);
    market.clock.now += 1;
    const [next] = await submit([setTo(`${itemId}-b`, 1901)]);
    ok(broken && next);
    const leave = "UPDATE price_change SET state = 'ACCEPTED', outcome = NULL, asked = $2 WHERE id = $1";
    await market.db.run(leave, [broken.id, 'no JSON']);
    await market.db.run(leave, [next.id, JSON.stringify(next.asked)]);
    market.clock.now += 6_000;
    await rejects(market.market.priceChanges.finishOld(), SyntaxError);
    equal((await market.market.priceChanges.receipt('S1', next.id))?.state, 'UNCHANGED');
    await market.db.run('DELETE FROM price_change WHERE id = $1', [broken.id]);
    equal(await market.market.priceChanges.finishOld(), 0);
  });

  once('are listed newest first, by SKU and by state', async () => {
    await submit([setTo(`${itemId}-a`, 1900), setTo(`${itemId}-b`, 1901)]);
    market.clock.now += 1;
    await submit([setTo(`${itemId}-a`, 1900)]);
    const { priceChanges } = market.market;
    const first = await priceChanges.page('S1', { sku: `${itemId}-a`, limit: 1 });
    deepEqual(first.receipts.map(inShort), ['UNCHANGED 1900 2']);
    const second = await priceChanges.page('S1', { sku: `${itemId}-a`, limit: 1, after: first.next });
    deepEqual([second.receipts.map(inShort), second.next], [['APPLIED 1900 2'], undefined]);
    const applied = await priceChanges.page('S1', { sku: `${itemId}-b`, state: 'APPLIED', limit: 10 });
    equal(applied.receipts.length, 1);
    deepEqual((await priceChanges.page('S3', { limit: 10 })).receipts, []);
  });

  once('undo restores the terms before, unless they changed since', async () => {
    const sku = `${itemId}-a`;
    const [changed] = await submit([{ ...setTo(sku, 1900), terms: { quantityDiscounts: null } }]);
    ok(changed);
    const undo = { sku, undoOf: changed.id, restore: changed.result.before, ifTermsRevision: changed.termsRevision };
    const [undone] = await submit([undo]);
    deepEqual([undone?.state, undone?.result.after], ['APPLIED', changed.result.before]);
    const [twice] = await submit([undo]);
    equal(twice && inShort(twice), 'REJECTED Conflict 3');
  });
});
