import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import type { Db } from '../../../src/db/db.ts';
import type { PriceChangeMode } from '../../../src/domain/price-changes/mode.ts';
import type { Receipt } from '../../../src/domain/price-changes/receipt.ts';
import { type Market, openMarket } from '../../../src/market/market.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { OperatorKey } from '../../../src/notifications/keys/operator-key.ts';
import { withEngines } from '../../db/engines.ts';
import { type Fixture, fixtureOn, item, offer } from '../market-fixture.ts';
import { receive } from '../queued-events.ts';

/* Decisions 48 and 59: small calls that come at the same time share a transaction, and nothing else. */

const ITEMS = 12;
const SELLERS = ['S1', 'S2', 'S3'];
const skuOf = (sellerId: string, itemId: string) => `${sellerId}-${itemId}`;
const seal = new OperatorKey('a key of the tests, long enough');

type Asked = { sellerId?: string | undefined; itemId: string; listingMinor: number; key?: string };

const submit = ({ priceChanges }: Market, { sellerId = 'S1', itemId, listingMinor, key }: Asked) =>
  priceChanges.submit({
    ...{ marketplaceId: 'M1', sellerId, by: { clientId: `app of ${sellerId}`, isConsole: false } },
    changes: [{ sku: skuOf(sellerId, itemId), customer: 'Consumer', strategy: { type: 'setTo', listingMinor } }],
    requestId: `${sellerId} ${itemId} ${listingMinor}`,
    once: key === undefined ? undefined : { caller: sellerId, operation: 'changePrices', key, body: { itemId } },
  });

const receiptIn = (answer: Awaited<ReturnType<typeof submit>>): Receipt => {
  if ('rejected' in answer || answer[0] === undefined) throw new Error(JSON.stringify(answer));
  return answer[0];
};

/** Adds items that each of the sellers offers at 20.00. */
async function stock({ take, db }: Fixture, itemIds: readonly string[]): Promise<void> {
  const offers = itemIds.flatMap((id) => SELLERS.map((seller) => offer(seller, skuOf(seller, id), id)));
  await take([...itemIds.map((id) => item(id)), ...offers]);
  for (const table of ['market_event', 'price_change', 'price_change_feed', 'idempotency_key'])
    await db.run(`DELETE FROM ${table}`);
}

/** The same store, which counts its transactions. */
function counting(db: Db): { db: Db; transactions(): number } {
  let count = 0;
  const counted: Db = new Proxy(db, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'transaction') count += 1;
        return value.apply(target, args);
      };
    },
  });
  return { db: counted, transactions: () => count };
}

const stateOf = async (db: Db, sku: string) =>
  db.get<{ price: number; revision: number }>(
    'SELECT listing_minor AS price, terms_revision AS revision FROM offer WHERE sku = $1',
    [sku],
  );

const count = async (db: Db, from: string) =>
  Number((await db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${from}`))?.n);

withEngines('price changes that come at the same time', (engine) => {
  let fixture: Fixture;
  let transactions: () => number;
  /** The market as another process has it. */
  let other: (mode: PriceChangeMode) => Market;
  let itemIds: string[] = [];
  let tests = 0;

  before(async () => {
    const database = await engine.migrated();
    const counted = counting(await database.open());
    transactions = counted.transactions;
    fixture = await fixtureOn(counted.db, migrations, { priceChanges: 'direct', seal });
    const db = await database.open();
    other = (mode) => openMarket(db, () => fixture.clock.now, { priceChanges: mode, seal });
    await receive(counted.db, SELLERS);
  });

  beforeEach(async () => {
    tests += 1;
    itemIds = Array.from({ length: ITEMS }, (_, n) => `T${tests}-${n}`);
    await stock(fixture, itemIds);
  });

  it('share a transaction, and each has its own receipt, events and line of the feed', async () => {
    const { db, market } = fixture;
    const before = transactions();
    const asked = itemIds.map((itemId, n) => ({ sellerId: SELLERS[n % 3], itemId, listingMinor: 1900, key: itemId }));
    const receipts = (await Promise.all(asked.map((one) => submit(market, one)))).map(receiptIn);
    ok(transactions() - before <= 2, `${transactions() - before} transactions for ${ITEMS} calls`);
    for (const [n, { sellerId = '', itemId }] of asked.entries()) {
      const receipt = receipts[n] as Receipt;
      deepEqual(
        [receipt.state, receipt.sku, receipt.itemId, receipt.requestId, receipt.by.clientId],
        ['APPLIED', skuOf(sellerId, itemId), itemId, `${sellerId} ${itemId} 1900`, `app of ${sellerId}`],
      );
      deepEqual(receipt, await market.priceChanges.receipt(sellerId, receipt.id));
      const events = await db.all<{ named: string; facts: string }>(
        "SELECT named, facts FROM market_event WHERE kind = 'PRICE_CHANGED' AND item_id = $1",
        [itemId],
      );
      deepEqual(
        events.map(({ named }) => JSON.parse(named)),
        [[sellerId]],
      );
      ok(events[0]?.facts.includes(receipt.id));
    }
    equal(await count(db, 'price_change_feed'), ITEMS);
    const again = await Promise.all(asked.map((one) => submit(market, one)));
    deepEqual(again.map(receiptIn), receipts);
  });

  it('of one item are applied one after the other, and those of one listing in turns', async () => {
    const { db, market } = fixture;
    const [itemId = '', second = ''] = itemIds;
    const prices = [1500, 1400, 1300];
    const ofItem = SELLERS.map((sellerId, n) => submit(market, { sellerId, itemId, listingMinor: prices[n] ?? 0 }));
    const ofListing = prices.map((listingMinor) => submit(market, { itemId: second, listingMinor }));
    const receipts = (await Promise.all([...ofItem, ...ofListing])).map(receiptIn);
    deepEqual(
      receipts.map(({ state, termsRevision }) => `${state} ${termsRevision}`),
      [...['APPLIED 2', 'APPLIED 2', 'APPLIED 2'], ...['APPLIED 2', 'APPLIED 3', 'APPLIED 4']],
    );
    deepEqual(
      receipts.slice(0, 3).map(({ result }) => result.box?.isHolder),
      [true, true, true],
    );
    deepEqual({ ...(await stateOf(db, skuOf('S1', second))) }, { price: 1300, revision: 4 });
    equal(await count(db, `market_event WHERE kind = 'PRICE_CHANGED' AND item_id = '${itemId}'`), 3);
  });

  it('with the same key are applied once, also in two processes', async () => {
    const { db, market } = fixture;
    const elsewhere = other('direct');
    for (const [n, itemId] of itemIds.slice(0, 3).entries()) {
      const ask = { itemId, listingMinor: 1900 + n, key: `key ${n}` };
      const answers = await Promise.all([market, elsewhere, market, elsewhere].map((one) => submit(one, ask)));
      equal(new Set(answers.map((answer) => receiptIn(answer).id)).size, 1);
      deepEqual({ ...(await stateOf(db, skuOf('S1', itemId))) }, { price: 1900 + n, revision: 2 });
      const reused = await submit(market, { itemId: itemIds[9] ?? '', listingMinor: 1000, key: `key ${n}` });
      deepEqual(reused, { rejected: 'keyReused' });
    }
    equal(await count(db, 'price_change'), 3);
  });

  it('with a key that has expired are new', async () => {
    const { clock, market } = fixture;
    const ask = { itemId: itemIds[0] ?? '', listingMinor: 1900, key: 'k' };
    const first = receiptIn(await submit(market, ask));
    clock.now += 86_400_000;
    const second = receiptIn(await submit(market, ask));
    deepEqual([first.state, second.state], ['APPLIED', 'UNCHANGED']);
    equal(receiptIn(await submit(market, ask)).id, second.id);
  });

  it('fail alone', async () => {
    const { db, market } = fixture;
    const sku = skuOf('S1', itemIds[7] ?? '');
    // A cost that the operator's key cannot open: the check of the change fails.
    await market.limits.set({ marketplaceId: 'M1', sellerId: 'S1' }, [{ sku, wanted: { costMinor: 5 } }], true);
    await db.run("UPDATE listing_limits SET cost = 'damaged'");
    const calls = itemIds.map((itemId) => submit(market, { itemId, listingMinor: 1900, key: itemId }));
    const results = await Promise.allSettled(calls);
    deepEqual(
      results.flatMap(({ status }, n) => (status === 'rejected' ? [n] : [])),
      [7],
    );
    equal(await count(db, "price_change WHERE state = 'APPLIED'"), ITEMS - 1);
    equal(await count(db, 'idempotency_key'), ITEMS - 1);
    deepEqual({ ...(await stateOf(db, sku)) }, { price: 2000, revision: 1 });
  });

  it('leave one that waits for the operator, in two processes', async () => {
    const { db } = fixture;
    const markets = [other('confirmed'), other('confirmed')];
    for (const itemId of itemIds.slice(0, 4)) {
      const asked = [1900, 1890, 1880].map((listingMinor) => ({ itemId, listingMinor }));
      const answers = await Promise.all(asked.flatMap((one) => markets.map((market) => submit(market, one))));
      deepEqual(new Set(answers.map((answer) => receiptIn(answer).state)), new Set(['PENDING']));
      const ofListing = `price_change WHERE sku = '${skuOf('S1', itemId)}'`;
      equal(await count(db, `${ofListing} AND state = 'PENDING'`), 1);
      equal(await count(db, `${ofListing} AND state = 'REPLACED'`), answers.length - 1);
    }
  });
});
