import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { Db, Sql } from '../../../src/db/db.ts';
import type { PriceChangeMode } from '../../../src/domain/price-changes/mode.ts';
import { type Market, openMarket } from '../../../src/market/market.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { OperatorKey } from '../../../src/notifications/keys/operator-key.ts';
import { onEngine, withEngines } from '../../db/engines.ts';
import { withTransaction } from '../board-writes.ts';
import { fixtureOn, item, NOW, offer } from '../market-fixture.ts';

/* Decisions 50 and 59: limits and terms change under one row, so no interleaving applies a price that the limits forbid. */

const scope = { marketplaceId: 'M1', sellerId: 'S1' };
const seal = new OperatorKey('a key of the tests, long enough');
const opened = (db: Db, mode: PriceChangeMode = 'direct') => openMarket(db, () => NOW, { priceChanges: mode, seal });

async function setTo({ priceChanges }: Market, sku: string, listingMinor: number) {
  const change = { sku, customer: 'Consumer', strategy: { type: 'setTo', listingMinor }, confirm: true } as const;
  const by = { clientId: 'app', isConsole: false };
  const receipts = await priceChanges.submit({ ...scope, changes: [change], by, requestId: 'r' });
  ok(Array.isArray(receipts));
  return receipts[0];
}

async function setMinimum({ limits }: Market, sku: string, minimumPriceMinor: number) {
  const outcomes = await limits.set(scope, [{ sku, wanted: { minimumPriceMinor } }], false);
  ok(Array.isArray(outcomes));
  return outcomes[0];
}

async function priceOf({ reader }: Market, sku: string) {
  const [found] = await reader.listingPositions([{ ...scope, sku }]);
  return found?.offer.listingPriceMinor;
}

withEngines('limits and price changes at the same time', (engine) => {
  test('no change is applied to a price that the limits forbid, whichever comes first', async () => {
    const db = await (await engine.migrated()).open();
    const { take, market } = await fixtureOn(db, migrations, { priceChanges: 'direct', seal });
    const other = opened(db);
    const skus = Array.from({ length: 8 }, (_, n) => `SKU-${n}`);
    await take(skus.flatMap((sku) => [item(`I-${sku}`), offer('S1', sku, `I-${sku}`, { listingPrice: 25 })]));
    const seen = new Set<string>();
    for (const [n, sku] of skus.entries()) {
      const change = () => setTo(market, sku, 1500);
      const tighten = () => setMinimum(other, sku, 2000);
      const [receipt, outcome] =
        n % 2 === 0
          ? await Promise.all([change(), tighten()])
          : await Promise.all([tighten(), change()]).then(([o, r]) => [r, o] as const);
      const price = await priceOf(market, sku);
      seen.add(receipt?.state);
      equal(price, receipt?.state === 'APPLIED' ? 1500 : 2500);
      if (receipt?.state === 'REJECTED') equal(receipt.result.refusal?.code, 'BelowMinimumPrice');
      // A price outside the limits was in force before them: the answer to the change of limits says so.
      else equal(outcome?.terms?.listingPriceMinor, 1500);
    }
    ok(seen.has('REJECTED'), [...seen].join());
  });
});

/** Only where transactions run concurrently: SQLite runs them one by one. */
onEngine('postgres', 'a price change that has read the limits', (engine) => {
  for (const mode of ['direct', 'confirmed'] as const)
    test(`is checked again when they are tightened before it commits: ${mode}`, async () => {
      const db = await (await engine.migrated()).open();
      const { take, market } = await fixtureOn(db, migrations, { priceChanges: mode, seal });
      await take([item('I1'), offer('S1', 'A', 'I1', { listingPrice: 25 })]);
      const pause = pausedAfterLimits(db);
      const changing = setTo(opened(pause.db, mode), 'A', 1500);
      await pause.reached;
      await setMinimum(market, 'A', 2000);
      pause.resume();
      const receipt = await changing;
      deepEqual([receipt?.state, receipt?.result.refusal?.code], ['REJECTED', 'BelowMinimumPrice']);
      equal(await priceOf(market, 'A'), 2500);
    });
});

/** A Db whose transactions wait after they first read limits, until `resume` is called. */
function pausedAfterLimits(db: Db): { db: Db; reached: Promise<void>; resume(): void } {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow = (tx: Sql): Sql =>
    new Proxy(tx, {
      get:
        (target, name) =>
        async (sql: string, ...rest: unknown[]) => {
          const result = await Reflect.get(target, name).call(target, sql, ...rest);
          if (/JOIN listing_limits/.test(sql)) {
            reached.resolve();
            await gate.promise;
          }
          return result;
        },
    });
  const paused = withTransaction(db, (work, options) => db.transaction((tx) => work(slow(tx)), options));
  return { db: paused, reached: reached.promise, resume: gate.resolve };
}
