import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultFeeSchedule } from '../../src/cli/fee-schedules/default.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { onBothEngines } from '../faults/engines-by-scale.ts';
import { Fleet } from '../faults/fleet.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';

const KILLS = scaled(2, 20);
const LISTINGS = scaled(1_000, 8_000);
const SELLERS = ['SELLER-A', 'SELLER-B', 'SELLER-C'];
const sku = (n: number) => `SKU-${String(n).padStart(5, '0')}`;

/* A walk through thousands of listings takes many transactions. Workers are killed in the middle of them. */

onBothEngines('events about fees under kill -9 of workers', (engine) => {
  let fleet: Fleet;
  before(async () => {
    fleet = await Fleet.on(await engine.fresh());
    await fleet.api();
    await fleet
      .operator()
      .change([
        ...[marketplace('M1', 'USD', true), { ...defaultFeeSchedule('M1') }, item('BOOK')],
        ...SELLERS.map((id) => seller(id)),
        ...SELLERS.flatMap((id) => Array.from({ length: LISTINGS }, (_, n) => offer(id, sku(n), 'BOOK'))),
      ]);
    for (const id of SELLERS) await fleet.seller(id).events();
  });
  after(() => fleet.close());

  test(`${KILLS} kills lose and repeat nothing`, async (t) => {
    const workers = await fleet.workers(2);
    const effectiveFrom = new Date(Date.now() + 3 * DAY_MS).toISOString();
    let changes = 0;
    let inWalk = 0;
    const change = async () => {
      changes += 1;
      const next = { ...defaultFeeSchedule('M1'), effectiveFrom, version: String(changes) };
      await fleet.operator().change([{ ...next, closing: { amount: changes } }]);
    };
    const publishedTo = async (id: string) =>
      (await fleet.seller(id).events()).filter(({ type }) => type === 'FEE_CHANGED');
    const openTask = () => fleet.db.get('SELECT 1 AS one FROM fee_task UNION ALL SELECT 1 FROM fee_walk LIMIT 1');
    for (let kills = 0; kills < KILLS; kills += 1) {
      await change();
      // The walk begins with the next poll.
      await sleep(Math.random() * 500);
      inWalk += Number((await openTask()) !== undefined);
      for (const worker of workers.splice(0, 2)) await worker.end();
      workers.push(...(await fleet.workers(2)));
      await until(
        'all sellers are told',
        async () => {
          for (const id of SELLERS) if ((await publishedTo(id)).length < changes) return false;
          return true;
        },
        120_000,
      );
    }
    for (const id of SELLERS) {
      assert.deepEqual(
        (await publishedTo(id)).map(({ data }) => [
          data.version,
          data.ListingCount,
          (data.TotalDifference as { Amount: number }).Amount,
        ]),
        Array.from({ length: changes }, (_, n) => [String(n + 1), LISTINGS, LISTINGS * (n + 1)]),
      );
    }
    t.diagnostic(`${inWalk} of ${KILLS} kills hit a walk on ${engine.name}`);
  });
});
