import { deepEqual, equal, ok } from 'node:assert/strict';
import { it } from 'node:test';
import type { Receipt } from '../../../src/domain/price-changes/receipt.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { withEngines } from '../../db/engines.ts';
import { isTorture } from '../../harness/scale.ts';
import { type Fixture, fixtureOn, item, offer } from '../market-fixture.ts';
import { receive } from '../queued-events.ts';
import { callOf, ITEMS_OF_CALL, skuOf, submitDying } from './killed-call.ts';

/* Decision 48: a call is stored before anything is applied, and finished after a crash. */

const MAX_STEPS = 100;
/** After the call is stored, and in the transaction that applies. In torture: all steps. */
const SOME_STEPS = [6, 14];

type Facts = { revisions: number[]; prices: number[]; feed: number; logged: number; events: number };

withEngines('price changes under kill -9', (engine) => {
  it('leave no change without receipt and event, no receipt without its change, and nothing twice', async (t) => {
    const database = await engine.migrated();
    const db = await database.open();
    const market = await fixtureOn(db, migrations, { priceChanges: 'direct' });
    await receive(db, ['S1', 'S2']);
    let killed = 0;
    for (let n = 0; n < MAX_STEPS; n += 1) {
      const dyingAt = isTorture ? n + 1 : SOME_STEPS[n];
      if (dyingAt === undefined) break;
      const name = `K${dyingAt}`;
      await makeListings(market, name);
      const isKilled = await submitDying(database.config, dyingAt, name, market.clock.now);
      await checkAgreement(market, name, `killed at step ${dyingAt}`);
      await finish(market, name, n);
      const { revisions, prices, feed, logged, events } = await factsOf(market, name);
      const each = (value: number) => new Array(ITEMS_OF_CALL).fill(value);
      deepEqual(
        [revisions, prices, feed, logged, events],
        [each(2), each(1000), ITEMS_OF_CALL, ITEMS_OF_CALL, ITEMS_OF_CALL],
      );
      if (!isKilled) break;
      killed += 1;
    }
    t.diagnostic(`${killed} kills`);
    ok(isTorture ? killed > 20 && killed < MAX_STEPS : killed === SOME_STEPS.length, `${killed}`);
  });
});

async function makeListings({ take, market, db }: Fixture, name: string): Promise<void> {
  const items = Array.from({ length: ITEMS_OF_CALL }, (_, n) => skuOf(name, n));
  await take(
    items.flatMap((id) => [
      item(id),
      offer('S1', id, id, { listingPrice: 20 }),
      offer('S2', id, id, { listingPrice: 19 }),
    ]),
  );
  await db.run('DELETE FROM market_event');
  equal((await market.priceChanges.page('S1', { sku: items[0], limit: 1 })).receipts.length, 0);
}

/** By a repeat with the same key, or by the worker: in turn. A call that was not stored can only be repeated. */
async function finish({ market, clock }: Fixture, name: string, n: number): Promise<void> {
  const stored = await market.priceChanges.page('S1', { sku: skuOf(name, 0), limit: 1 });
  if (n % 2 === 0 || stored.receipts.length === 0) await market.priceChanges.submit(callOf(name));
  clock.now += 6_000;
  while ((await market.priceChanges.finishOld()) > 0);
  const receipts = await market.priceChanges.submit(callOf(name));
  if ('rejected' in receipts) throw new Error(receipts.rejected);
  deepEqual(
    receipts.map(({ state }) => state),
    [...new Array(ITEMS_OF_CALL).fill('APPLIED'), 'REJECTED'],
  );
}

/** Receipts, offers, the feed, the log of terms and the events agree at every moment. */
async function checkAgreement(fixture: Fixture, name: string, when: string): Promise<void> {
  const { revisions, prices, feed, logged, events } = await factsOf(fixture, name);
  const receipts: Receipt[] = [];
  for (let n = 0; n < ITEMS_OF_CALL; n += 1) {
    const { receipts: found } = await fixture.market.priceChanges.page('S1', { sku: skuOf(name, n), limit: 5 });
    ok(found.length <= 1, when);
    receipts.push(...found);
  }
  ok(receipts.length === 0 || receipts.length === ITEMS_OF_CALL, `${receipts.length} receipts, ${when}`);
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

async function factsOf({ db, market }: Fixture, name: string): Promise<Facts> {
  const keys = Array.from({ length: ITEMS_OF_CALL }, (_, n) => ({
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
