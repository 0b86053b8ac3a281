import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onBothEngines } from '../faults/engines-by-scale.ts';
import { Fleet } from '../faults/fleet.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { PriceLoad, recordsOf, type WireReceipt } from './price-load.ts';

/* Decision 48 under kill -9 of API and worker, while sellers change their prices without a pause. */

const KILLS = scaled(6, 50);
const SELLERS = ['P0', 'P1', 'P2', 'P3'];
/** Its calls are large ones. */
const WITH_MANY = 'P3';

onBothEngines('price changes under kill -9 of API and worker', (engine) => {
  let fleet: Fleet;
  before(async () => {
    fleet = await Fleet.on(await engine.fresh(), { PRICE_CHANGES: 'direct' });
  });
  after(() => fleet.close());

  test(`${KILLS} kills: no change without receipt and event, no receipt without its change, nothing twice`, async (t) => {
    let api = await fleet.api('all');
    const workers = await fleet.workers(2);
    await fleet.operator().change(recordsOf(SELLERS, [WITH_MANY]));
    for (const id of SELLERS) await fleet.seller(id).webhook(fleet.receiver.url(`/${id}`));

    const load = SELLERS.map((id) => new PriceLoad(fleet, id, { hasMany: id === WITH_MANY }));
    const running = Promise.all(load.map((one) => one.run()));
    const killed = { api: 0, worker: 0 };
    const kill = (victim: ServiceProcess | undefined, role: keyof typeof killed) => {
      killed[role] += 1;
      return victim?.end();
    };
    const isOver = () => {
      for (const one of load) one.stop();
    };
    running.catch(isOver);
    try {
      for (let n = 0; n < KILLS; n += 1) {
        await sleep(Math.random() * 600);
        if (n % 3 === 2) {
          await kill(workers.shift(), 'worker');
          workers.push(await fleet.worker());
        } else {
          await kill(api, 'api');
          // With its own worker, and without.
          api = await fleet.api(n % 2 === 0 ? 'api' : 'all');
        }
      }
    } finally {
      isOver();
    }
    await running;
    await until(
      'nothing is left to apply',
      async () => (await count("price_change WHERE state = 'ACCEPTED'")) === 0,
      60_000,
    );
    await until('all events are addressed', async () => (await count('market_event')) === 0, 120_000);

    let applied = 0;
    for (const one of load) {
      const stored = await one.receipts();
      assert.equal(new Set(stored.map(({ PriceChangeId }) => PriceChangeId)).size, stored.length);
      for (const id of one.answered)
        assert.ok(
          stored.some((receipt) => receipt.PriceChangeId === id),
          `${id} was answered`,
        );
      applied += await checkListings(one, stored);
    }
    assert.equal(await count('price_change_feed'), applied);
    t.diagnostic(
      `figures of ${engine.name}: ${JSON.stringify(killed)}, ${applied} changes, ` +
        `${load.reduce((sum, one) => sum + one.unanswered, 0)} calls without an answer`,
    );
  });

  const count = async (table: string) =>
    (await fleet.db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0;

  /** Each listing has as many revisions as changes were applied, its last price, and an event for each. Returns how many there were. */
  async function checkListings(load: PriceLoad, stored: readonly WireReceipt[]): Promise<number> {
    const events = await fleet.seller(load.sellerId).events();
    let total = 0;
    for (const [sku, cents] of load.prices) {
      const applied = stored.filter(({ SellerSKU, State }) => SellerSKU === sku && State === 'APPLIED');
      const revisions = applied.map(({ TermsRevision }) => TermsRevision).sort((a, b) => a - b);
      assert.deepEqual(
        revisions,
        revisions.map((_one, n) => n + 2),
        sku,
      );
      const row = await fleet.db.get<{ listing_minor: number; terms_revision: number }>(
        'SELECT listing_minor, terms_revision FROM offer WHERE seller_id = $1 AND sku = $2',
        [load.sellerId, sku],
      );
      assert.deepEqual([row?.listing_minor, row?.terms_revision], [cents, applied.length + 1], sku);
      const published = events.filter(({ type, data }) => type === 'PRICE_CHANGED' && data.SellerSKU === sku);
      assert.deepEqual(
        published.map(({ data }) => String(data.PriceChangeId)).sort(),
        applied.map(({ PriceChangeId }) => PriceChangeId).sort(),
        sku,
      );
      total += applied.length;
    }
    return total;
  }
});
