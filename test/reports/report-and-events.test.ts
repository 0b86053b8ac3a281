// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSnapshots } from '../../src/db/open.ts';
import type { Snapshots } from '../../src/db/snapshot.ts';
import { type EventsApp, openEvents } from '../contract/events/events-app.ts';
import { withEngines } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';
import { carriedBy, type LaterEvent, ReportFollower } from './report-follower.ts';
import { reportWithSequence } from './report-lines.ts';

const SELLERS = ['S1', 'S2', 'S3'];
const ITEMS = Array.from({ length: 20 }, (_, n) => `I${n}`);
/** 100 changes a second. */
const BETWEEN_CHANGES_MS = 10;
const CHANGES = scaled(200, 6_000);
const REPORTS = scaled(4, 60);

/** Few prices, so that ties, losses and returns are common. */
const priceOf = (n: number) => 15 + ((n * 7919) % 11) / 2;

withEngines('a report, and the events after it', (engine) => {
  let app: EventsApp;
  let snapshots: Snapshots;

  before(async () => {
    app = await openEvents(engine, { priceChanges: 'direct' });
    await app.apply([
      marketplace('M1', 'USD', true),
      ...SELLERS.map((id) => seller(id)),
      ...ITEMS.map((id) => item(id)),
    ]);
    // The first seller has two listings on some items: one of them may take the buy box from the other.
    await app.apply(
      listings.map(([sellerId, sku, itemId], n) => offer(sellerId, sku, itemId, { listingPrice: priceOf(n) })),
    );
    snapshots = await openSnapshots(app.databaseConfig);
  });
  after(async () => {
    await snapshots?.close();
    await app.close();
  });

  const listings: [string, string, string][] = ITEMS.flatMap((itemId, n) => [
    ...SELLERS.map((id): [string, string, string] => [id, `${itemId}-${id}`, itemId]),
    ...(n % 3 === 0 ? [['S1', `${itemId}-S1-second`, itemId] satisfies [string, string, string]] : []),
  ]);

  const positionsOf = (sellerId: string) =>
    reportWithSequence(snapshots, 'POSITIONS', { sellerId, marketplaceIds: ['M1'], parameters: {} }, app.clock.now);

  test('while 100 prices change a second, give what a report afterwards says', async () => {
    // Asking makes a seller a receiver of events.
    for (const sellerId of SELLERS) await app.events(sellerId);
    const reports: { sellerId: string; sequence: number; follower: ReportFollower }[] = [];
    const report = async (sellerId: string) => {
      const { lines, sequence } = await positionsOf(sellerId);
      reports.push({ sellerId, sequence, follower: new ReportFollower(lines) });
    };
    // The first report has a change whose event gets its sequence later.
    await app.apply([offer('S1', 'I1-S1', 'I1', { listingPrice: 5 })]);
    await report('S1');
    let isWriting = true;
    const dispatching = (async () => {
      while (isWriting) {
        await app.dispatch();
        await sleep(30);
      }
    })();
    const reporting = (async () => {
      for (let n = 0; n < REPORTS; n += 1) {
        await sleep((CHANGES * BETWEEN_CHANGES_MS) / (REPORTS + 1));
        await report(SELLERS[n % SELLERS.length] as string);
      }
    })();
    const startedAt = performance.now();
    for (let n = 0; n < CHANGES; n += 1) {
      const [sellerId, sku, itemId] = listings[(n * 31) % listings.length] as (typeof listings)[number];
      app.clock.now += BETWEEN_CHANGES_MS;
      // A rival's offer leaves now and then, and comes back with its next price.
      const more = sellerId === 'S3' && n % 5 === 0 ? { quantity: 0 } : {};
      await app.apply([offer(sellerId, sku, itemId, { listingPrice: priceOf(n), ...more })]);
      await sleep(Math.max(0, startedAt + (n + 1) * BETWEEN_CHANGES_MS - performance.now()));
    }
    await reporting;
    isWriting = false;
    await dispatching;
    await app.dispatch();

    const counted = { applied: 0, known: 0, changed: 0 };
    for (const { sellerId, sequence, follower } of reports) {
      const before = follower.lines;
      const old = new Map([...before].map(([sku, carried]) => [sku, { ...carried }]));
      const { events } = (await app.events(sellerId, sequence)) as { events: LaterEvent[] };
      for (const event of events) follower.apply(event);
      const fresh = await positionsOf(sellerId);
      // No event is about an item on which the seller has nothing on sale.
      for (const line of fresh.lines.filter(({ State }) => State !== 'inactive')) {
        const sku = String(line.SellerSKU);
        const carried = follower.lines.get(sku);
        assert.deepEqual(carried, carriedBy(line), `${sellerId} ${sku}, from sequence ${sequence}`);
        if (JSON.stringify(carried) !== JSON.stringify(old.get(sku))) counted.changed += 1;
      }
      counted.applied += follower.counted.applied;
      counted.known += follower.counted.known;
    }
    assert.ok(counted.changed > 20, JSON.stringify(counted));
    // Some events come after a report that has what they tell.
    assert.ok(counted.known > 0 && counted.applied > counted.known, JSON.stringify(counted));
  });
});
