// run: without coverage

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ChangeSide } from '../../bench/compare/change-side.ts';
import { workingTree } from '../../bench/compare/checkout.ts';
import { CHANGE_KINDS, cycleOf, type PriceChange } from '../../bench/compare/price-changes.ts';
import { firstCents } from '../../bench/crowd.ts';
import { openDb } from '../../src/db/open.ts';
import { dueBoards } from '../../src/market/projections/boards/due-boards.ts';

const OFFERS = 20;
const CYCLES = 50;

/** The places of the offers, the cheapest first. */
const order = (prices: readonly number[]) => [...prices.keys()].sort((a, b) => (prices[a] ?? 0) - (prices[b] ?? 0));

describe('the price changes of a change row', () => {
  /** Calls `check` with the order of offers before and after each change of this kind. */
  function eachOfKind(kind: PriceChange['kind'], check: (before: number[], after: number[], at: number) => void) {
    const prices = Array.from({ length: OFFERS }, (_, at) => firstCents(at));
    for (let n = 0; n < CYCLES; n += 1) {
      const { measured, undo } = cycleOf(OFFERS, n);
      assert.deepEqual(
        measured.map((change) => change.kind),
        CHANGE_KINDS,
      );
      for (const change of [...measured, { kind: undefined, ...undo }]) {
        assert.notEqual(prices[change.at], change.cents, 'a change that changes nothing would cost too little');
        const before = order(prices);
        prices[change.at] = change.cents;
        if (change.kind === kind) check(before, order(prices), change.at);
      }
      assert.equal(prices[order(prices)[0] ?? 0], firstCents(0), 'each cycle ends with the first lowest price');
    }
  }

  it('make another offer the cheapest one', () => {
    eachOfKind('lowest', (before, now, at) => {
      assert.notEqual(before[0], at);
      assert.equal(now[0], at);
    });
  });

  it('change a price in the middle, and leave the cheapest quarter as it is', () => {
    eachOfKind('middle', (before, now, at) => {
      const shown = OFFERS / 4;
      assert.ok(before.indexOf(at) >= shown);
      assert.deepEqual(now.slice(0, shown), before.slice(0, shown));
    });
  });

  it('change the price of the holder, which stays the cheapest', () => {
    eachOfKind('holder', (before, now, at) => assert.deepEqual([before[0], now[0]], [at, at]));
  });
});

describe('the process that changes prices', () => {
  const folder = mkdtempSync(join(tmpdir(), 'price-changes-'));
  after(() => rmSync(folder, { recursive: true }));

  it('measures each kind until the board is rebuilt, for an item of many offers too', async () => {
    const store = { file: join(folder, 'service.db') };
    const side = await ChangeSide.start({ codeFolder: workingTree, store, sizes: [OFFERS, 600] });
    for (const offers of [OFFERS, 600]) {
      const costs = await side.measure({ offers, seconds: 0.01 });
      for (const kind of CHANGE_KINDS) {
        assert.ok(costs[kind].cpuMicros > 0 && costs[kind].wallMicros > 0, `${kind}: ${JSON.stringify(costs)}`);
      }
    }
    side.stop();
    const db = await openDb(store);
    assert.deepEqual(await dueBoards(db, { now: Date.now() }, 10), []);
    await db.close();
  });

  it('runs the code of the given folder', async () => {
    const started = ChangeSide.start({ codeFolder: folder, store: { file: join(folder, 'none.db') }, sizes: [OFFERS] });
    await assert.rejects(started, (error: Error) => error.message.includes(join(folder, 'src')));
  });
});
