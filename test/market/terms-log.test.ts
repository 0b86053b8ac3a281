import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import type { OwnPriceStep } from '../../src/market/projections/terms/own-prices.ts';
import { keepTerms } from '../../src/market/projections/terms/terms-retention.ts';
import { withEngines } from '../db/engines.ts';
import { type Fixture, fixtureOn, item, offer, type Plain } from './market-fixture.ts';

type Row = { revision: number; since_ms: number | null; until_ms: number; listing_minor: number };

const removal = (sku: string) => ({ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku });
const keyOf = (sku: string) => ({ marketplaceId: 'M1', sellerId: 'S1', sku, itemId: 'I1' });

withEngines('the log of terms', (engine) => {
  let fixture: Fixture;
  before(async () => {
    fixture = await fixtureOn(await (await engine.migrated()).open());
    await fixture.take([item('I1'), item('I2')]);
  });

  const take = async (...records: Plain[]) => assert.deepEqual(await fixture.take(records), []);
  /** Applies each record an hour after the one before. Returns the time before the first. */
  async function hourly(...records: Plain[]): Promise<number> {
    const beginMs = fixture.clock.now;
    for (const record of records) {
      fixture.clock.now += HOUR_MS;
      await take(record);
    }
    return beginMs;
  }
  const logOf = async (sku: string) => {
    const rows = await fixture.db.all<Row>('SELECT * FROM terms_log WHERE sku = $1 ORDER BY until_ms, revision', [sku]);
    return rows.map((row) => ({ ...row }));
  };
  /** Hours after the begin, and the price: what a reader sees. */
  const shortly = (steps: readonly OwnPriceStep[], beginMs: number) =>
    steps.map(({ atMs, price }) => [(atMs - beginMs) / HOUR_MS, price?.listingMinor ?? null]);

  it('has the terms that were in force until they changed; other changes and new offers add nothing', async () => {
    const began = fixture.clock.now;
    await take(offer('S1', 'a', 'I1', { businessPrice: 19, quantityDiscounts: [{ quantity: 3, price: 18 }] }));
    await hourly(offer('S1', 'a', 'I1', { listingPrice: 21 }));
    assert.deepEqual(await logOf('a'), [
      {
        ...{ marketplace_id: 'M1', seller_id: 'S1', sku: 'a', since_ms: began, until_ms: began + HOUR_MS, revision: 1 },
        ...{ is_removal: 0, item_id: 'I1', listing_minor: 2000, shipping_minor: 0, business_minor: 1900 },
        discounts: '[{"quantity":3,"priceMinor":1800}]',
      },
    ]);
    await hourly(offer('S1', 'a', 'I1', { listingPrice: 21, quantity: 8 }), offer('S1', 'b', 'I1'));
    assert.equal((await logOf('a')).length, 1, 'stock is no part of the terms');
    await hourly(offer('S1', 'a', 'I2', { listingPrice: 21 }), removal('a'));
    assert.deepEqual(
      (await logOf('a')).map((row) => [row.revision, row.since_ms, row.until_ms]),
      [
        [1, began, began + HOUR_MS],
        [2, began + HOUR_MS, began + 4 * HOUR_MS],
        [3, began + 4 * HOUR_MS, began + 5 * HOUR_MS],
      ],
      'a SKU that moves to another item, and one that is removed',
    );
  });

  it('lets the revision of an offer that was removed go on, also within one batch', async () => {
    const revision = async () => {
      const sql = `SELECT terms_revision FROM offer WHERE marketplace_id = 'M1' AND seller_id = 'S1' AND sku = 'c'`;
      return (await fixture.db.get<{ terms_revision: number }>(sql))?.terms_revision;
    };
    const priced = (listingPrice: number) => offer('S1', 'c', 'I1', { listingPrice });
    await take(priced(20));
    assert.equal(await revision(), 1);
    await hourly(removal('c'), priced(20));
    assert.equal(await revision(), 2);
    await take(removal('c'), priced(21));
    assert.equal(await revision(), 3);
    await take(priced(22), priced(23), removal('c'), priced(24), { ...priced(24), quantity: 9 });
    assert.equal(await revision(), 6);
  });

  it('shows the own price of a listing on an item, step by step and in pages', async () => {
    const { market, clock } = fixture;
    const priced = (listingPrice: number, itemId = 'I1') => offer('S1', 'd', itemId, { listingPrice });
    const stock = { ...priced(21), quantity: 8 };
    const began = await hourly(priced(20), priced(21), stock, priced(21, 'I2'), priced(22), removal('d'), priced(23));
    const expected = [
      ...[[0, null] as const, [1, 2000] as const, [2, 2100] as const, [4, null] as const, [5, 2200] as const],
      ...[[6, null] as const, [7, 2300] as const],
    ];
    const untilMs = clock.now + 1;
    const read = async (fromMs: number, endMs: number, isFirst: boolean) => {
      const { steps } = await market.listings.ownPrices(keyOf('d'), { fromMs, untilMs: endMs, isFirst });
      return shortly(steps, began);
    };
    assert.deepEqual(await read(began, untilMs, true), expected);
    const part = await read(began + 2.5 * HOUR_MS, began + 5 * HOUR_MS, true);
    assert.deepEqual(part, [
      [2.5, 2100],
      [4, null],
    ]);
    const next = await read(began + 4 * HOUR_MS, untilMs, false);
    assert.deepEqual(next, expected.slice(4), 'a change at the begin was on the page before');
    const newest = await market.listings.newestOwnPrices(keyOf('d'), { sinceMs: began, nowMs: clock.now, limit: 3 });
    assert.deepEqual(shortly(newest, began), expected.slice(-3));
    const none = await market.listings.ownPrices(keyOf('nope'), { fromMs: began, untilMs, isFirst: true });
    assert.deepEqual(none, { steps: [] });
  });

  it('reads a listing with thousands of changes in pages', async () => {
    const { db, market, clock } = fixture;
    const began = clock.now;
    await take(offer('S1', 'e', 'I1'));
    const rows = Array.from({ length: 1_200 }, (_, n) => [began + n, began + n + 1, n + 1, 100 + n]);
    await db.many(
      `INSERT INTO terms_log (marketplace_id, seller_id, sku, since_ms, until_ms, revision, is_removal, item_id, listing_minor)
       SELECT 'M1', 'S1', 'e', k.column1, k.column2, k.column3, 0, 'I1', k.column4
         FROM (VALUES {rows: bigint, bigint, bigint, bigint}) AS k`,
      rows,
    );
    await db.run(`UPDATE offer SET terms_since_ms = $1 WHERE sku = 'e'`, [began + 1_200]);
    clock.now += 2_000;
    const prices: (number | undefined)[] = [];
    let pages = 0;
    for (let fromMs: number | undefined = began; fromMs !== undefined; pages += 1) {
      const isFirst: boolean = pages === 0;
      const page = await market.listings.ownPrices(keyOf('e'), { fromMs, untilMs: clock.now, isFirst });
      prices.push(...page.steps.map(({ price }) => price?.listingMinor));
      fromMs = page.nextMs === undefined ? undefined : page.nextMs - 1;
    }
    assert.deepEqual(prices, [...rows.map((row) => row[3]), 2000]);
    assert.equal(pages, 3);
    const newest = await market.listings.newestOwnPrices(keyOf('e'), { sinceMs: 0, nowMs: clock.now, limit: 100 });
    assert.deepEqual(
      newest.map(({ price }) => price?.listingMinor),
      [...rows.slice(-99).map((row) => row[3]), 2000],
    );
  });

  it('keeps terms that ended within the days, and those in force at their begin', async () => {
    await take(offer('S1', 'f', 'I1'));
    const began = await hourly(...[21, 22, 23].map((listingPrice) => offer('S1', 'f', 'I1', { listingPrice })));
    assert.ok((await keepTerms(fixture.db, began + 2 * DAY_MS + 1.5 * HOUR_MS, 2)) > 1);
    assert.deepEqual(
      (await logOf('f')).map(({ listing_minor }) => listing_minor),
      [2100, 2200],
    );
  });
});
