import { deepEqual, equal, fail, ok } from 'node:assert/strict';
import { before, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Intake } from '../../src/market/intake.ts';
import { withEngines } from '../db/engines.ts';
import { type Fixture, fixtureOn, item, offer, seller } from './market-fixture.ts';

const OFFERS = 1_500;
const key = { marketplaceId: 'M1', itemId: 'LARGE' };

withEngines('an item with very many offers', (engine) => {
  let market: Fixture;
  before(async () => {
    market = await fixtureOn(await (await engine.fresh()).open());
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
    const board = await market.market.itemBoard({ ...key, itemId }, 'Consumer', 'New');
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
      await market.market.rebuild([key]);
      isDone = true;
      await counting;
      ok(turns >= 4, `${turns} turns`);
    });
  }

  it('shows every change to the next reader, and is rebuilt once for many changes', async () => {
    let rebuilds = 0;
    const row = async () =>
      market.db.get<{ valid_until: number | null }>(`SELECT valid_until FROM board WHERE item_id = 'LARGE'`);
    for (let n = 1; n <= 20; n += 1) {
      await market.take([offer('S3', 'A', 'LARGE', { listingPrice: 20 - n / 2 })], 'now');
      if ((await row())?.valid_until === null) rebuilds += 1;
    }
    equal(rebuilds, 0);
    equal((await lowestPrice('LARGE')).lowest, 10);
    equal((await row())?.valid_until, null);
    await market.take([offer('S3', 'A', 'LARGE', { listingPrice: 9 })], 'now');
    equal((await lowestPrice('LARGE')).lowest, 9);
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
