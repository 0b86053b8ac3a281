import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onBothEngines } from '../faults/engines-by-scale.ts';
import { Fleet } from '../faults/fleet.ts';
import { type SellerEvent, withoutPrevious } from '../faults/seller.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { type Box, EventLoad, SELLERS } from './event-load.ts';

const KILLS = scaled(6, 50);

onBothEngines('events under kill -9 of API, worker and import', (engine) => {
  let fleet: Fleet;
  const folder = mkdtempSync(join(tmpdir(), 'killed-events-'));
  before(async () => {
    fleet = await Fleet.on(await engine.fresh());
  });
  after(async () => {
    await fleet.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test(`${KILLS} kills lose no event, and none is out of order or repeated but in deliveries`, async (t) => {
    const load = new EventLoad(fleet, folder);
    let api = await fleet.api();
    const workers = await fleet.workers(3);
    await fleet.operator().change(load.market());
    for (const sellerId of SELLERS) await fleet.seller(sellerId).webhook(fleet.receiver.url(`/${sellerId}`));

    const beganMs = performance.now();
    const changes = load.run();
    const killed = { api: 0, worker: 0, import: 0 };
    const kill = async (victim: ServiceProcess | undefined, role: keyof typeof killed) => {
      if (victim?.child.exitCode !== null) return;
      killed[role] += 1;
      await victim.end();
    };
    for (let n = 0; n < KILLS; ) {
      const role = (['worker', 'import', 'api'] as const)[n % 3] ?? 'api';
      await sleep(Math.random() * (role === 'import' ? 2_000 : 800));
      const before = killed[role];
      if (role === 'api') {
        await kill(api, role);
        api = await fleet.api();
      } else if (role === 'worker') {
        await kill(workers.shift(), role);
        workers.push(await fleet.worker());
      } else await kill(load.importing, role);
      n += killed[role] - before;
    }
    load.stop();
    await changes;
    const loadMs = performance.now() - beganMs;

    await until('all events are addressed', async () => (await count('market_event')) === 0, 120_000);
    await until('all are delivered', async () => (await count(`delivery WHERE state <> 'DELIVERED'`)) === 0, 120_000);
    const lists = await Promise.all(SELLERS.map((sellerId) => fleet.seller(sellerId).events()));
    const expected = [...load.boxes].map(([itemId, states]) => [itemId, states.slice(1)] as const);
    let repeated = 0;
    for (const [n, listed] of lists.entries()) {
      const path = `/${SELLERS[n]}`;
      inOrder(listed);
      for (const [itemId, states] of expected) assert.deepEqual(boxesIn(listed, itemId), states, `${path} ${itemId}`);
      repeated += sentAsListed(path, listed);
    }
    t.diagnostic(
      `figures of ${engine.name}: ${JSON.stringify({ ...killed, acknowledged: load.acknowledged, unanswered: load.unanswered })} ` +
        `imports ${load.imports}, events ${lists.flat().length}, repeated deliveries ${repeated}, ${Math.round(loadMs / 1_000)} s`,
    );
  });

  const count = async (table: string) =>
    (await fleet.db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0;

  /** Everything in the log arrived, with the same bytes each time, and as a chain. Returns how many deliveries were repeats. */
  function sentAsListed(path: string, listed: readonly SellerEvent[]): number {
    const texts = new Map<string, string>();
    const arrivals = fleet.receiver.arrivals(path);
    for (const { id, body } of arrivals) {
      assert.equal(texts.get(id) ?? body, body, 'a repeated delivery has the same bytes');
      texts.set(id, body);
    }
    const sent = listed.map(({ id }) => JSON.parse(texts.get(id) ?? '{}') as SellerEvent);
    assert.deepEqual(sent.map(withoutPrevious), listed);
    assert.deepEqual(
      sent.map(({ previoussequence }) => previoussequence),
      sent.map((_, n) => sent[n - 1]?.sequence),
    );
    assert.equal(texts.size, listed.length, 'nothing arrived that the log does not have');
    return arrivals.length - texts.size;
  }
});

/** Sequences without a gap, ids and revisions of a seller only once, and the revisions of each item rise. */
function inOrder(listed: readonly SellerEvent[]): void {
  assert.deepEqual(
    listed.map(({ sequence }) => sequence),
    listed.map((_, n) => String(n + 1)),
  );
  assert.equal(new Set(listed.map(({ id }) => id)).size, listed.length);
  const revisions = Map.groupBy(listed, ({ subject }) => subject);
  for (const [itemId, events] of revisions) {
    const numbers = events.map(({ data }) => data.revision);
    assert.ok(
      numbers.every((revision, n) => n === 0 || revision > (numbers[n - 1] ?? 0)),
      `${itemId}: ${numbers}`,
    );
  }
}

/** The states of an item's buy box, as its events tell them. */
function boxesIn(listed: readonly SellerEvent[], itemId: string): Box[] {
  return listed
    .filter(({ type, subject }) => type === 'BUY_BOX_CHANGED' && subject === itemId)
    .map(({ data }) => {
      const price = data.BuyBoxPrice as { sellerId: string; LandedPrice: { Amount: number } };
      return { sellerId: price.sellerId, cents: Math.round(100 * price.LandedPrice.Amount) };
    });
}
