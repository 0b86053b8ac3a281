import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import type { Receipt } from '../../../src/domain/price-changes/receipt.ts';
import { writeTime } from '../../../src/domain/time.ts';
import { applyLiveChanges } from '../../../src/market/intake/live-changes.ts';
import { keepTerms } from '../../../src/market/projections/terms/terms-retention.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { type Fixture, fixtureOn, item, offer, type Plain } from '../market-fixture.ts';

/* Decision 49: what the operator's records mean for terms that a seller has changed. */

withEngines("the operator's records in direct", (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let market: Fixture;
  let n = 0;
  let sku: string;
  let receiptId: string;
  const send = (...records: Plain[]) =>
    applyLiveChanges(market.market, [Buffer.from(JSON.stringify(records))] as never, {});
  const record = (more: Plain = {}) => offer('S1', sku, `I${n}`, { listingPrice: 25, ...more });
  const stored = async () => {
    const [found] = await market.market.reader.listingPositions([{ marketplaceId: 'M1', sellerId: 'S1', sku }]);
    ok(found);
    return [found.offer.listingPriceMinor, found.offer.quantity, found.termsRevision];
  };
  const state = async () => (await market.market.priceChanges.receipt('S1', receiptId))?.state;
  const at = (ms: number) => writeTime(market.clock.now + ms);

  before(async () => {
    const db = await (await engine.migrated()).open();
    market = await fixtureOn(db, migrations, { priceChanges: 'direct' });
  });

  beforeEach(async () => {
    n += 1;
    sku = `SKU-${n}`;
    market.clock.now += 3_600_000;
    await send(item(`I${n}`), item(`J${n}`), record());
    const strategy = { type: 'setTo', listingMinor: 2100 } as const;
    const [receipt] = (await market.market.priceChanges.submit({
      ...{ marketplaceId: 'M1', sellerId: 'S1', changes: [{ sku, customer: 'Consumer', strategy }], requestId: 'r' },
      by: { clientId: 'app', isConsole: false },
    })) as readonly Receipt[];
    equal(receipt?.state, 'APPLIED');
    receiptId = receipt?.id ?? '';
  });

  it('keep the terms of the seller, take all other fields, and say so', async () => {
    const report = await send(record({ listingPrice: 30, quantity: 9 }));
    deepEqual([report.changed, report.rejected], [1, 0]);
    const listing = {
      line: 1,
      marketplaceId: 'M1',
      sellerId: 'S1',
      sku,
      changedAt: at(0),
      terms: { listingPrice: 21, shipping: 0 },
    };
    deepEqual(report.keptTerms, { count: 1, listings: [listing] });
    deepEqual(await stored(), [2100, 9, 2]);
    equal(await state(), 'APPLIED');
    // The same terms, or nothing but other terms: nothing changes, and only other terms are kept.
    const same = await send(record({ listingPrice: 21, quantity: 9 }));
    deepEqual([same.unchanged, same.keptTerms], [1, undefined]);
    const again = await send(record({ listingPrice: 30, quantity: 9 }));
    deepEqual([again.unchanged, again.changed, again.keptTerms?.count], [1, 0, 1]);
  });

  once(
    'of an offer that comes back after its history is gone do not repeat the revisions of receipts: no undo fits them',
    async () => {
      const undo = async () => {
        const { id, termsRevision, result } = (await market.market.priceChanges.receipt('S1', receiptId)) as Receipt;
        const change = {
          sku,
          customer: 'Consumer',
          undoOf: id,
          restore: result.before,
          ifTermsRevision: termsRevision,
        } as const;
        const receipts = await market.market.priceChanges.submit({
          ...{ marketplaceId: 'M1', sellerId: 'S1', changes: [change], requestId: 'r' },
          by: { clientId: 'app', isConsole: false },
        });
        return (receipts as readonly Receipt[])[0];
      };
      await send({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku });
      market.clock.now += 100 * DAY_MS;
      await keepTerms(market.db, market.clock.now, 90);
      equal(await market.db.get('SELECT 1 AS found FROM terms_log WHERE sku = $1', [sku]), undefined);
      await send(record({ listingPrice: 40 }));
      deepEqual(await stored(), [4000, 5, 3]);
      await send(record({ listingPrice: 41 }));
      const undone = await undo();
      deepEqual([undone?.state, undone?.result.refusal?.code], ['REJECTED', 'Conflict']);
      deepEqual([await stored(), await state()], [[4100, 5, 4], 'OVERRIDDEN']);
    },
  );

  once('count with termsAsOf at the last change or later, where a time in the future is now', async () => {
    equal((await send(record({ listingPrice: 30, termsAsOf: at(-1) }))).keptTerms?.count, 1);
    deepEqual(await stored(), [2100, 5, 2]);
    equal((await send(record({ listingPrice: 30, termsAsOf: at(0) }))).keptTerms, undefined);
    deepEqual(await stored(), [3000, 5, 3]);
    equal(await state(), 'OVERRIDDEN');
    const receipt = await market.market.priceChanges.receipt('S1', receiptId);
    deepEqual([receipt?.result.overriddenMs, receipt?.result.after?.listingPriceMinor], [market.clock.now, 2100]);
    await send(record({ listingPrice: 31, termsAsOf: at(1_000_000) }));
    deepEqual(await stored(), [3100, 5, 4]);
  });

  once('count with terms override', async () => {
    equal((await send(record({ terms: 'Override', listingPrice: 30 }))).keptTerms, undefined);
    deepEqual(await stored(), [3000, 5, 3]);
    equal(await state(), 'OVERRIDDEN');
  });

  once('that move the SKU to another item change its terms, though the prices are kept', async () => {
    const report = await send({ ...record({ listingPrice: 30 }), itemId: `J${n}` });
    equal(report.keptTerms?.count, 1);
    deepEqual(await stored(), [2100, 5, 3]);
    equal(await state(), 'OVERRIDDEN');
  });

  once('that remove an offer end its pending change', async () => {
    await market.db.run(`UPDATE price_change SET state = 'PENDING' WHERE id = $1`, [receiptId]);
    await send({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku });
    const receipt = await market.market.priceChanges.receipt('S1', receiptId);
    deepEqual(
      [receipt?.state, receipt?.result.refusal?.code, receipt?.settledMs],
      ['REJECTED', 'OfferRemoved', market.clock.now],
    );
  });
});
