import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Db } from '../../src/db/db.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { Intake } from '../../src/market/intake/intake.ts';
import { openMarket } from '../../src/market/market.ts';
import { withEngines } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';
import { fixtureOn, item, NOW, offer, type Plain } from './market-fixture.ts';

const KEY = { marketplaceId: 'M1', itemId: 'I1' };

/** The market as another process sees it, whose clock is `aheadMs` ahead of `clock`. */
function processOn(db: Db, clock: { now: number }, aheadMs: number) {
  const market = openMarket(db, () => clock.now + aheadMs);
  return {
    market,
    async change(...records: Plain[]) {
      const intake = await Intake.open(market, { boards: 'now', batchSize: 9, onReject: () => assert.fail() });
      for (const [n, record] of records.entries()) await intake.take(n, record);
      await intake.flush();
    },
    read: async () => {
      const board = await market.reader.itemBoard(KEY, 'Consumer', 'New');
      return (JSON.parse(board?.offers ?? '[]') as { SellerId: string; IsBuyBoxWinner?: boolean }[])
        .filter(({ IsBuyBoxWinner }) => IsBuyBoxWinner)
        .map(({ SellerId }) => SellerId);
    },
  };
}

/** Who held the buy box of the item, one after the other, as the history tells it. */
const holders = async (db: Db) =>
  (
    await db.all<{ sellerId: string | null }>(
      `SELECT seller_id AS "sellerId" FROM market_log WHERE condition = 'New' AND customer = 'Consumer' ORDER BY at_ms, id`,
    )
  ).map(({ sellerId }) => sellerId);

const startingAt = (ms: number) => ({ listingPrice: 10, startTime: new Date(ms).toISOString() });

withEngines('processes with different clocks', (engine) => {
  describe('300 ms apart', () => {
    it('let a winner change once, whoever reads, changes and refreshes in which order', async () => {
      const { db, clock, take } = await fixtureOn(await (await engine.migrated()).open());
      await take([item('I1'), offer('S1', 'A', 'I1')]);
      const [ahead, behind] = [processOn(db, clock, 300), processOn(db, clock, 0)];
      const startsMs = NOW + HOUR_MS;
      await behind.change(offer('S2', 'B', 'I1', startingAt(startsMs)));
      clock.now = startsMs - 200;
      assert.deepEqual(await behind.read(), ['S1']);
      assert.deepEqual(await ahead.read(), ['S2'], 'the first one who sees the offer start');
      assert.deepEqual(await behind.read(), ['S2']);
      assert.equal(await behind.market.maintenance.refreshDue(), 0);
      // A change of a rival, of the offer itself, and a rebuild of everything: none is made for the earlier moment.
      await behind.change(offer('S1', 'A', 'I1', { quantity: 4 }));
      assert.deepEqual(await behind.read(), ['S2']);
      await behind.change(offer('S2', 'B', 'I1', { ...startingAt(startsMs), quantity: 3 }));
      assert.deepEqual([await behind.read(), await ahead.read()], [['S2'], ['S2']]);
      await behind.market.maintenance.rebuild([KEY]);
      assert.deepEqual([await behind.read(), await ahead.read()], [['S2'], ['S2']]);
      assert.deepEqual(await holders(db), ['S1', 'S2']);
    });
  });

  describe('in any order', () => {
    it('never give the box back to an offer that lost it to a start time', async () => {
      const { db, clock, take } = await fixtureOn(await (await engine.migrated()).open());
      const anyStep = fc.record({
        isAhead: fc.boolean(),
        does: fc.constantFrom('read', 'refresh', 'rebuild', 'rival', 'own'),
        afterMs: fc.integer({ min: 0, max: 200 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 10 }), async (steps) => {
          await db.transaction(async (tx) => {
            for (const table of ['offer', 'shelf', 'board', 'item', 'market_log']) await tx.run(`DELETE FROM ${table}`);
          });
          clock.now = NOW;
          const startsMs = NOW + 400;
          await take([item('I1'), offer('S1', 'A', 'I1'), offer('S2', 'B', 'I1', startingAt(startsMs))]);
          const processes = [processOn(db, clock, 0), processOn(db, clock, 300)] as const;
          let quantity = 10;
          for (const { isAhead, does, afterMs } of steps) {
            clock.now += afterMs;
            const { market, change, read } = processes[isAhead ? 1 : 0];
            quantity += 1;
            if (does === 'read') await read();
            else if (does === 'refresh') await market.maintenance.refreshDue();
            else if (does === 'rebuild') await market.maintenance.rebuild([KEY]);
            else if (does === 'rival') await change(offer('S1', 'A', 'I1', { quantity }));
            else await change(offer('S2', 'B', 'I1', { ...startingAt(startsMs), quantity }));
          }
          clock.now = startsMs;
          for (const { read } of processes) assert.deepEqual(await read(), ['S2']);
          assert.deepEqual(await holders(db), ['S1', 'S2']);
        }),
        { numRuns: engine.name === 'sqlite' ? scaled(10, 1_000) : scaled(4, 200) },
      );
    });
  });

  describe('one of which is set back', () => {
    it('keep what has started for a day, and take back what was a mistake', async () => {
      const { db, clock, take } = await fixtureOn(await (await engine.migrated()).open());
      const { market, change, read } = processOn(db, clock, 0);
      const startsMs = NOW + 2 * DAY_MS;
      await take([item('I1'), offer('S1', 'A', 'I1'), offer('S2', 'B', 'I1', startingAt(startsMs))]);
      clock.now = startsMs + 1;
      assert.deepEqual(await read(), ['S2']);
      clock.now -= HOUR_MS;
      assert.deepEqual(await read(), ['S2']);
      await change(offer('S1', 'A', 'I1', { quantity: 4 }));
      await market.maintenance.rebuild([KEY]);
      assert.deepEqual(await read(), ['S2']);
      assert.equal(await market.maintenance.refreshDue(), 0);
      assert.deepEqual(await holders(db), ['S1', 'S2']);
      clock.now = startsMs - DAY_MS - 1;
      assert.deepEqual(await read(), ['S1'], 'the clock before was wrong');
      clock.now = startsMs;
      assert.deepEqual(await read(), ['S2']);
    });
  });
});
