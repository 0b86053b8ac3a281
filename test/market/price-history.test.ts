import assert from 'node:assert/strict';
import { before, it as testOnBoth } from 'node:test';
import fc from 'fast-check';
import type { Db } from '../../src/db/db.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import type { ItemKey } from '../../src/domain/market/item.ts';
import type { DayShare } from '../../src/domain/pricing/day-share.ts';
import { boxNames, type Decision } from '../../src/domain/pricing/decision.ts';
import type { LogRow } from '../../src/market/projections/history/box-log.ts';
import { MarketHistory } from '../../src/market/projections/history/market-history.ts';
import { recordHistory } from '../../src/market/projections/history/project-history.ts';
import { keepHistory } from '../../src/market/projections/history/retention.ts';
import { keyText } from '../../src/market/records/record-table.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';
import {
  CONDITIONS,
  decisionAt,
  life,
  listings,
  type Moment,
  pricesOf,
  SELLERS,
  seenIn,
  seenInRow,
  shifted,
  timeOf,
} from './history-model.ts';

const boxes = CONDITIONS.flatMap(boxNames);
const dayOf = (timeMs: number) => Math.floor(timeMs / DAY_MS);
const NEVER = 100_000;

withEngines('price history', (engine) => {
  const it = testOnSqliteOrInTorture(engine);
  let db: Db;
  /** Another process. */
  let elsewhere: Db;
  let lives = 0;
  before(async () => {
    const database = await engine.migrated();
    db = await database.open();
    elsewhere = await database.open();
    await db.many(
      'INSERT INTO seller (seller_id, record) VALUES {rows: text, text}',
      SELLERS.map((sellerId) => [sellerId, '{}']),
    );
  });

  /** An item in a marketplace of its own, with all listings, which are on sale from `onSaleMs` on. */
  async function newItem(onSaleMs: number): Promise<ItemKey> {
    lives += 1;
    const key = { marketplaceId: `M${lives}`, itemId: `I${lives}` };
    const offers = listings.map((listing) => ({ ...key, ...listing }));
    await db.transaction(async (tx) => {
      await tx.run('INSERT INTO marketplace (marketplace_id, record) VALUES ($1, $2)', [key.marketplaceId, '{}']);
      await tx.run('INSERT INTO item (marketplace_id, item_id, record) VALUES ($1, $2, $3)', [
        key.marketplaceId,
        key.itemId,
        '{}',
      ]);
      await tx.many(
        'INSERT INTO offer (marketplace_id, seller_id, sku, item_id, record) VALUES {rows: text, text, text, text, text}',
        offers.map((one) => [one.marketplaceId, one.sellerId, one.sku, one.itemId, JSON.stringify(one)]),
      );
      await recordHistory(
        tx,
        [],
        offers.map((one) => ({ key: one, before: null, after: 'losing' })),
        onSaleMs,
      );
    });
    return key;
  }

  async function record(key: ItemKey, moments: readonly Moment[], last: Decision | null): Promise<void> {
    let current = last;
    for (const { atMs, decision } of moments) {
      const stored = current;
      await db.transaction((tx) => recordHistory(tx, [{ key, before: stored, after: decision }], [], atMs));
      current = decision;
    }
  }

  /** The log tells the state of every box at every moment since `fromMs`; pages of it are the same as the whole. */
  async function mustReplay(key: ItemKey, moments: readonly Moment[], fromMs: number, nowMs: number): Promise<void> {
    const history = new MarketHistory(db, () => nowMs);
    const changes = moments.map(({ atMs }) => atMs).filter((atMs) => atMs > fromMs);
    for (const name of boxes) {
      const box = { ...key, ...name };
      const { steps, next } = await history.steps(box, { fromMs, untilMs: nowMs }, 1_000);
      assert.equal(next, undefined);
      assert.equal(steps[0]?.at_ms, fromMs, `${JSON.stringify(name)}: the first step is the one in force at the begin`);
      for (const timeMs of [fromMs, ...changes.flatMap((atMs) => [atMs - 1, atMs]), nowMs - 1]) {
        const step = steps.findLast(({ at_ms }) => at_ms <= timeMs);
        assert.deepEqual(
          seenInRow(step),
          seenIn(decisionAt(moments, timeMs), name),
          `${JSON.stringify(name)} ${timeMs}`,
        );
      }
      assert.deepEqual(await history.newestSteps(box, fromMs, 1_000), steps);
      const states = steps.map(({ id: _id, at_ms: _at, follows_consumers: _follows, ...state }) => state);
      for (const [n, state] of states.entries())
        assert.notDeepEqual(state, states[n - 1], `${JSON.stringify(name)}: a step is a change`);
      assert.deepEqual(seenInRow((await history.newestSteps(box, fromMs, 1)).at(-1)), seenInRow(steps.at(-1)));
      if (name.customer === 'Business' && name.condition === 'Used') continue;
      // A page also ends after some rows, whether they are steps or not.
      for (const maxRows of [undefined, 2]) {
        const paged: LogRow[] = [];
        let page = await history.steps(box, { fromMs, untilMs: nowMs }, 3, maxRows);
        for (; page.next; page = await history.steps(box, { fromMs, untilMs: nowMs, after: page.next }, 3, maxRows)) {
          assert.ok(page.steps.length <= 3);
          paged.push(...page.steps);
        }
        assert.deepEqual([...paged, ...page.steps], steps);
      }
    }
  }

  /** The observed parts of the days since a time. */
  const daysSince = (fromMs: number, nowMs: number) =>
    Array.from({ length: dayOf(nowMs - 1) - dayOf(fromMs) + 1 }, (_, n) => {
      const day = dayOf(fromMs) + n;
      return { day, beginMs: Math.max(fromMs, day * DAY_MS), endMs: Math.min(nowMs, (day + 1) * DAY_MS) };
    });

  /** Listings' and sellers' shares are exact, and those of a condition and of nobody add up to the whole day. */
  async function mustShare(key: ItemKey, moments: readonly Moment[], fromMs: number, nowMs: number): Promise<void> {
    const history = new MarketHistory(db, () => nowMs);
    const days = daysSince(fromMs, nowMs);
    const heldOn = new Map<string, number>();
    const add = (text: string, ms: number) => heldOn.set(text, (heldOn.get(text) ?? 0) + ms);
    const consumers = (condition: 'New' | 'Used') => ({ condition, customer: 'Consumer', offerType: 'B2C' }) as const;
    for (const sellerId of SELLERS) {
      const own = listings.filter((one) => one.sellerId === sellerId);
      const skus = [...own.map(({ sku }) => sku), 'unknown'];
      const shares = await history.listingShares(key.marketplaceId, sellerId, skus, fromMs);
      for (const { sku, condition } of own) {
        const found = shares.find(({ offer }) => offer.sku === sku);
        const expected = days.map(({ day, beginMs, endMs }): DayShare => {
          const isHeld = (decision: Decision | null) => seenIn(decision, consumers(condition)).sku === sku;
          return { day, heldMs: timeOf(moments, beginMs, endMs, isHeld), ofMs: endMs - beginMs };
        });
        assert.equal(found?.observedSinceMs, fromMs);
        assert.deepEqual(found?.days, expected, sku);
        for (const { day, heldMs } of found.days) {
          add(`${condition} ${day}`, heldMs);
          add(`${sellerId} ${day}`, heldMs);
        }
      }
      assert.equal(shares.length, own.length);
      const all = await history.sellerShares(key.marketplaceId, sellerId, fromMs);
      const expected = days.map(({ day, beginMs, endMs }) => {
        return { day, heldMs: heldOn.get(`${sellerId} ${day}`) ?? 0, ofMs: own.length * (endMs - beginMs) };
      });
      assert.deepEqual(all, { observedSinceMs: fromMs, days: expected });
    }
    for (const condition of CONDITIONS)
      for (const { day, beginMs, endMs } of days) {
        const isFree = (decision: Decision | null) => seenIn(decision, consumers(condition)).seller === null;
        const nobodyMs = timeOf(moments, beginMs, endMs, isFree);
        assert.equal((heldOn.get(`${condition} ${day}`) ?? 0) + nobodyMs, endMs - beginMs, `${condition} ${day}`);
      }
  }

  /** The lowest and average prices of some days, and since when they are told. */
  async function mustPrice(
    key: ItemKey,
    moments: readonly Moment[],
    observedMs: number,
    nowMs: number,
    days: number,
  ): Promise<void> {
    const history = new MarketHistory(db, () => nowMs);
    const found = (await history.boxPrices([key], days)).get(keyText([key.marketplaceId, key.itemId])) ?? [];
    const sinceMs = Math.max(observedMs, (dayOf(nowMs) - days) * DAY_MS);
    for (const name of boxes) {
      const text = JSON.stringify({ name, days });
      const one = found.find((price) => boxNames(price.condition).some(() => sameBox(price, name)));
      const mayBeLater = name.customer === 'Business' && name.offerType === 'B2C';
      if (one === undefined) {
        if (!mayBeLater) assert.equal(pricesOf(moments, name, sinceMs, nowMs).ms, 0, text);
        continue;
      }
      assert.ok(mayBeLater ? one.sinceMs >= sinceMs : one.sinceMs === sinceMs, text);
      assert.deepEqual([one.untilMs, one.observedSinceMs], [nowMs, observedMs]);
      assert.equal(one.days, one.sinceMs === (dayOf(nowMs) - days) * DAY_MS ? days : undefined);
      const expected = pricesOf(moments, name, one.sinceMs, nowMs);
      assert.ok(
        Math.abs(one.averageMinor - expected.average) < 0.5001,
        `${text}: ${one.averageMinor} ${expected.average}`,
      );
      // Prices that another one replaced within the same millisecond may count; for businesses also those of consumers.
      const seenByConsumers = pricesOf(moments, { ...name, customer: 'Consumer' }, one.sinceMs, nowMs);
      const lowestEver = Math.min(expected.lowestEver, mayBeLater ? seenByConsumers.lowestEver : Infinity);
      assert.ok(one.lowestMinor >= lowestEver && one.lowestMinor <= expected.lowest, `${text}: ${JSON.stringify(one)}`);
    }
  }

  const sameBox = (a: object, b: object) =>
    ['condition', 'customer', 'offerType'].every((part) => Reflect.get(a, part) === Reflect.get(b, part));

  it('replayed gives the state at every moment, and the shares of a day add up to 1', async () => {
    await fc.assert(
      fc.asyncProperty(life, fc.boolean(), async ({ moments, nowMs }, isAddedUp) => {
        const fromMs = moments[0]?.atMs as number;
        const key = await newItem(fromMs);
        await record(key, moments, null);
        if (isAddedUp) await keepHistory(db, nowMs, NEVER);
        await mustReplay(key, moments, fromMs, nowMs);
        await mustShare(key, moments, fromMs, nowMs);
        for (const days of [0, 1, 30]) await mustPrice(key, moments, fromMs, nowMs, days);
      }),
      { numRuns: scaled(engine.name === 'sqlite' ? 5 : 2, 300) },
    );
  });

  it('tells the same since the horizon after everything before it is removed', async () => {
    let lived = 0;
    await fc.assert(
      fc.asyncProperty(life, fc.nat({ max: 13 }), fc.nat({ max: 4 }), async (drawn, at, days) => {
        lived += 1;
        // The horizon never goes back: each life begins after the one before.
        const { moments, nowMs } = shifted(drawn, lived * 200 * DAY_MS);
        const cut = Math.min(at, moments.length - 1);
        const [earlier, later] = [moments.slice(0, cut + 1), moments.slice(cut + 1)];
        const firstMs = moments[0]?.atMs as number;
        const sweptMs = earlier.at(-1)?.atMs as number;
        const horizonMs = (dayOf(sweptMs) - days) * DAY_MS;
        const key = await newItem(firstMs);
        await record(key, earlier, null);
        await keepHistory(db, sweptMs, days);
        const old = [key.marketplaceId, key.itemId, horizonMs];
        const kept = await db.get<{ n: number }>(
          `SELECT COUNT(*) AS n FROM (SELECT condition, customer, offer_type FROM market_log WHERE marketplace_id = $1
             AND item_id = $2 AND at_ms <= $3 GROUP BY condition, customer, offer_type HAVING COUNT(*) > 1) AS several`,
          old,
        );
        const keptDays = await db.get<{ n: number }>(
          `SELECT COUNT(*) AS n FROM (SELECT seller_id, sku FROM buy_box_time WHERE marketplace_id = $1
             AND item_id = $2 AND day < $3 GROUP BY seller_id, sku HAVING COUNT(*) > 1 OR SUM(delta) = 0) AS several`,
          [key.marketplaceId, key.itemId, dayOf(horizonMs)],
        );
        assert.deepEqual([kept?.n, keptDays?.n], [0, 0]);
        await record(key, later, earlier.at(-1)?.decision ?? null);
        await keepHistory(db, sweptMs, days);
        const fromMs = Math.max(firstMs, horizonMs);
        await mustReplay(key, moments, fromMs, nowMs);
        await mustShare(key, moments, fromMs, nowMs);
        for (const window of [1, 30]) await mustPrice(key, moments, fromMs, nowMs, window);
      }),
      { numRuns: scaled(engine.name === 'sqlite' ? 5 : 2, 300) },
    );
  });

  const heldBy = (sku: string, listingMinor: number): Decision => ({
    boxes: [
      {
        ...{ condition: 'New', customer: 'Consumer', offerType: 'B2C', eligible: 1 },
        holder: {
          ...{ sellerId: sku.slice(0, 2), sku, channel: 'FS', subCondition: 'New', listingMinor, shippingMinor: 0 },
          ...{ feedbackRating: 95, feedbackCount: 10 },
        },
      },
    ],
    lowest: [],
    offers: 1,
    hasBusiness: false,
  });

  it('never goes back when the clock does', async () => {
    // After the lives of the test above, of which each begins 200 days after the last one.
    const [startMs, nowMs] = [Date.parse('2400-01-05T12:00:00Z'), Date.parse('2400-01-05T20:00:00Z')];
    const key = await newItem(startMs);
    const hour = HOUR_MS;
    const set = [heldBy('S1-New-1', 1), heldBy('S2-New-1', 2), heldBy('S1-New-1', 3), heldBy('S2-New-1', 4)] as const;
    await record(key, [{ atMs: startMs, decision: set[0] }], null);
    await record(key, [{ atMs: startMs + 2 * hour, decision: set[1] }], set[0]);
    // Set back by three hours: what follows counts from the last change on, until the clock has caught up.
    await record(key, [{ atMs: startMs - hour, decision: set[2] }], set[1]);
    await record(key, [{ atMs: startMs + 4 * hour, decision: set[3] }], set[2]);
    const history = new MarketHistory(db, () => nowMs);
    const box = { ...key, condition: 'New', customer: 'Consumer', offerType: 'B2C' } as const;
    const { steps } = await history.steps(box, { fromMs: startMs, untilMs: nowMs }, 10);
    assert.deepEqual(
      steps.map(({ at_ms, sku }) => [(at_ms - startMs) / hour, sku]),
      [
        [0, 'S1-New-1'],
        [2, 'S2-New-1'],
        [2, 'S1-New-1'],
        [4, 'S2-New-1'],
      ],
    );
    for (const [sku, hours] of [
      ['S1-New-1', 4],
      ['S2-New-1', 4],
    ] as const) {
      const [shares] = await history.listingShares(key.marketplaceId, sku.slice(0, 2), [sku], startMs);
      assert.deepEqual(shares?.days, [{ day: dayOf(startMs), heldMs: hours * hour, ofMs: 8 * hour }]);
    }
  });

  if (engine.name === 'postgres')
    testOnBoth('lets two changes of one seller go on side by side', async () => {
      const nowMs = Date.parse('2400-02-01T00:00:00Z');
      const [one, other] = [await newItem(nowMs), await newItem(nowMs)];
      // A SKU is on one item.
      const [after, afterElsewhere] = [heldBy('S1-New-1', 5), heldBy('S1-New-2', 5)];
      let runs = 0;
      await db.transaction(async (tx) => {
        runs += 1;
        await recordHistory(tx, [{ key: one, before: null, after }], [], nowMs);
        // Another connection, while this transaction is open.
        const key = { ...other, marketplaceId: one.marketplaceId };
        await elsewhere.transaction((tx2) =>
          recordHistory(tx2, [{ key, before: null, after: afterElsewhere }], [], nowMs),
        );
      });
      assert.equal(runs, 1);
    });
});
