import { deepEqual, equal, ok } from 'node:assert/strict';
import { it } from 'node:test';
import type { Receipt } from '../../../src/domain/price-changes/receipt.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { withEngines } from '../../db/engines.ts';
import { isTorture } from '../../harness/scale.ts';
import { type Fixture, fixtureOn, item, offer } from '../market-fixture.ts';
import { receive } from '../queued-events.ts';
import { callOf, type KilledCall, skuOf, submitDying } from './killed-call.ts';

/* Decision 48: a call is stored before anything is applied, and finished after a crash. A call that fits one transaction is stored and applied in it. */

const MAX_STEPS = 150;
const LARGE = 52;
const SMALL = 2;
/** The pieces of a large call are alike: from here on it is killed at every fourth step. */
const ALL_STEPS = 50;
/**
 * In torture: all steps, or nearly. A large call: after it is stored, and in the transaction that applies. A small one: in the only transaction, and
 * after it.
 */
const SOME_STEPS = new Map([
  [LARGE, [6, 14]],
  [SMALL, [8, 17]],
]);

type Facts = { revisions: number[]; prices: number[]; feed: number; logged: number; events: number };

withEngines('price changes under kill -9', (engine) => {
  for (const items of [LARGE, SMALL])
    it(`leave no change without receipt and event, no receipt without its change, and nothing twice: ${items} items`, async (t) => {
      const database = await engine.migrated();
      const db = await database.open();
      const market = await fixtureOn(db, migrations, { priceChanges: 'direct' });
      await receive(db, ['S1', 'S2']);
      const some = SOME_STEPS.get(items) ?? [];
      let killed = 0;
      for (let n = 0; n < MAX_STEPS; n += 1) {
        const dyingAt = isTorture ? n + 1 + 3 * Math.max(0, n - ALL_STEPS) : some[n];
        if (dyingAt === undefined) break;
        const call = { name: `K${dyingAt}`, items };
        await makeListings(market, call);
        const isKilled = await submitDying(database.config, dyingAt, call, market.clock.now);
        await checkAgreement(market, call, `killed at step ${dyingAt}`);
        await finish(market, call, n);
        const { revisions, prices, feed, logged, events } = await factsOf(market, call);
        const each = (value: number) => new Array(items).fill(value);
        deepEqual([revisions, prices, feed, logged, events], [each(2), each(1000), items, items, items]);
        if (!isKilled) break;
        killed += 1;
      }
      t.diagnostic(`${killed} kills`);
      ok(isTorture ? killed > 10 && killed < MAX_STEPS : killed === some.length, `${killed}`);
    });
});

async function makeListings({ take, market, db }: Fixture, { name, items }: KilledCall): Promise<void> {
  const skus = Array.from({ length: items }, (_, n) => skuOf(name, n));
  await take(
    skus.flatMap((id) => [
      item(id),
      offer('S1', id, id, { listingPrice: 20 }),
      offer('S2', id, id, { listingPrice: 19 }),
    ]),
  );
  await db.run('DELETE FROM market_event');
  equal((await market.priceChanges.page('S1', { sku: skus[0], limit: 1 })).receipts.length, 0);
}

/** By a repeat with the same key, or by the worker: in turn. A call that was not stored can only be repeated. */
async function finish({ market, clock }: Fixture, call: KilledCall, n: number): Promise<void> {
  const stored = await market.priceChanges.page('S1', { sku: skuOf(call.name, 0), limit: 1 });
  if (n % 2 === 0 || stored.receipts.length === 0) await market.priceChanges.submit(callOf(call));
  clock.now += 6_000;
  while ((await market.priceChanges.finishOld()) > 0);
  const receipts = await market.priceChanges.submit(callOf(call));
  if ('rejected' in receipts) throw new Error(receipts.rejected);
  deepEqual(
    receipts.map(({ state }) => state),
    [...new Array(call.items).fill('APPLIED'), 'REJECTED'],
  );
}

/** Receipts, offers, the feed, the log of terms and the events agree at every moment. */
async function checkAgreement(fixture: Fixture, call: KilledCall, when: string): Promise<void> {
  const { name, items } = call;
  const { revisions, prices, feed, logged, events } = await factsOf(fixture, call);
  const receipts: Receipt[] = [];
  for (let n = 0; n < items; n += 1) {
    const { receipts: found } = await fixture.market.priceChanges.page('S1', { sku: skuOf(name, n), limit: 5 });
    ok(found.length <= 1, when);
    receipts.push(...found);
  }
  ok(receipts.length === 0 || receipts.length === items, `${receipts.length} receipts, ${when}`);
  if (items === SMALL)
    ok(
      receipts.every(({ state }) => state === 'APPLIED'),
      `all of it or nothing, ${when}`,
    );
  const applied = new Set(receipts.filter(({ state }) => state === 'APPLIED').map(({ sku }) => sku));
  const isApplied = (n: number) => applied.has(skuOf(name, n));
  deepEqual(
    revisions,
    revisions.map((_one, n) => (isApplied(n) ? 2 : 1)),
    when,
  );
  deepEqual(
    prices,
    prices.map((_one, n) => (isApplied(n) ? 1000 : 2000)),
    when,
  );
  deepEqual([feed, logged, events], [applied.size, applied.size, applied.size], when);
}

async function factsOf({ db, market }: Fixture, { name, items }: KilledCall): Promise<Facts> {
  const keys = Array.from({ length: items }, (_, n) => ({
    marketplaceId: 'M1',
    sellerId: 'S1',
    sku: skuOf(name, n),
  }));
  const positions = new Map((await market.reader.listingPositions(keys)).map((one) => [one.offer.sku, one]));
  const placed = keys.flatMap(({ sku }) => positions.get(sku) ?? []);
  const count = async (sql: string, value: string) => Number((await db.get<{ n: number }>(sql, [value]))?.n);
  return {
    revisions: placed.map(({ termsRevision }) => termsRevision),
    prices: placed.map(({ offer: { listingPriceMinor } }) => listingPriceMinor),
    feed: await count(
      'SELECT COUNT(*) AS n FROM price_change_feed JOIN price_change ON price_change.id = change_id WHERE sku LIKE $1',
      `${name}-%`,
    ),
    logged: await count('SELECT COUNT(*) AS n FROM terms_log WHERE sku LIKE $1', `${name}-%`),
    events: await count(
      "SELECT COUNT(*) AS n FROM market_event WHERE kind = 'PRICE_CHANGED' AND item_id LIKE $1",
      `${name}-%`,
    ),
  };
}
