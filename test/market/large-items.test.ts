// run: without coverage

import { deepEqual, equal, fail, ok } from 'node:assert/strict';
import { before, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Sql } from '../../src/db/db.ts';
import { Intake } from '../../src/market/intake/intake.ts';
import { openMarket } from '../../src/market/market.ts';
import { BOARD_VERSION } from '../../src/wire/pricing/board.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { change, withTransaction } from './board-writes.ts';
import { type Fixture, fixtureOn, item, offer, seller } from './market-fixture.ts';

const OFFERS = 1_500;
const key = { marketplaceId: 'M1', itemId: 'LARGE' };

withEnginesInTorture('an item with very many offers', (engine) => {
  let market: Fixture;
  before(async () => {
    market = await fixtureOn(await (await engine.migrated()).open());
    const sellers = Array.from({ length: OFFERS }, (_, n) => `S${n}`);
    const intake = await Intake.open(market.market, {
      boards: 'later',
      batchSize: 5_000,
      onReject: () => fail('a record was rejected'),
    });
    const records = [
      ...[item('LARGE'), item('SMALL'), ...sellers.map((id) => seller(id)), offer('S1', 'S', 'SMALL')],
      ...sellers.map((id, n) => offer(id, 'A', 'LARGE', { listingPrice: 20 + n })),
      // More offers of one seller than a page has.
      ...Array.from({ length: 600 }, (_, n) => offer('S7', `B${n}`, 'LARGE', { listingPrice: 5_000 })),
    ];
    for (const [n, record] of records.entries()) await intake.take(n, record);
    await intake.flush();
  });
  const lowestPrice = async (itemId: string) => {
    const board = await market.market.reader.itemBoard({ ...key, itemId }, 'Consumer', 'New');
    const summary = JSON.parse(board?.summary ?? '') as {
      LowestPrices: { ListingPrice: { Amount: number } }[];
      TotalOfferCount: number;
    };
    return { lowest: summary.LowestPrices[0]?.ListingPrice.Amount, total: summary.TotalOfferCount };
  };

  it('is read in pages without losing or repeating an offer', async () => {
    deepEqual(await lowestPrice('LARGE'), { lowest: 20, total: OFFERS + 600 });
  });

  // On PostgreSQL each statement is a turn anyway.
  if (engine.name === 'sqlite') {
    it('is rebuilt in pieces: the rest of the process has its turns', async () => {
      let turns = 0;
      let isDone = false;
      const counting = (async () => {
        while (!isDone) {
          await turn();
          turns += 1;
        }
      })();
      // A board of another version: all its offers are judged.
      await openMarket(market.db, () => market.clock.now, { version: BOARD_VERSION + 1 }).maintenance.rebuild([key]);
      isDone = true;
      await counting;
      ok(turns >= 4, `${turns} turns`);
    });
  }

  it('reads the record of the changed offer and of no other when one changes', async () => {
    await market.market.maintenance.rebuild([key]);
    const read: string[] = [];
    const db = withTransaction(market.db, (work, options) =>
      market.db.transaction((tx) => work(recordsRead(tx, read)), options),
    );
    const changing = openMarket(db, () => market.clock.now);
    await change(changing, [offer('S3', 'A', 'LARGE', { listingPrice: 15 })]);
    deepEqual(new Set(read), new Set(['S3 A']));
    equal((await lowestPrice('LARGE')).lowest, 15);
  });

  it('becomes stale when very many of its offers change at once', async () => {
    const row = async () =>
      market.db.get<{ valid_until: number | null }>(`SELECT valid_until FROM board WHERE item_id = 'LARGE'`);
    const all = Array.from({ length: 600 }, (_, n) => offer('S7', `B${n}`, 'LARGE', { listingPrice: 4_000 }));
    await change(market.market, all);
    equal((await row())?.valid_until, -1);
    equal((await lowestPrice('LARGE')).lowest, 15);
    equal((await row())?.valid_until, null);
  });

  it('does not keep a small one from being rebuilt with its change', async () => {
    await market.take(
      [offer('S1', 'S', 'SMALL', { listingPrice: 3 }), offer('S4', 'A', 'LARGE', { listingPrice: 8 })],
      'now',
    );
    const row = await market.db.get<{ valid_until: number | null }>(
      `SELECT valid_until FROM board WHERE item_id = 'SMALL'`,
    );
    equal(row?.valid_until, null);
    equal((await lowestPrice('SMALL')).lowest, 3);
    equal((await lowestPrice('LARGE')).lowest, 8);
  });
});

/** The same transaction; adds the keys of the offers whose records it reads to `read`. */
function recordsRead(tx: Sql, read: string[]): Sql {
  const note = (rows: readonly object[]) => {
    for (const row of rows as { record?: string; offer?: string }[]) {
      const text = row.record ?? row.offer;
      const record = text === undefined ? {} : (JSON.parse(text) as { sellerId?: string; sku?: string });
      if (record.sku !== undefined) read.push(`${record.sellerId} ${record.sku}`);
    }
    return rows;
  };
  return new Proxy(tx, {
    get:
      (target, name) =>
      async (...args: unknown[]) => {
        const result = await Reflect.get(target, name).apply(target, args);
        return Array.isArray(result) ? note(result) : result;
      },
  });
}
