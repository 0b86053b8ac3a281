import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { setLanes } from '../../src/notifications/deliveries/lane.ts';
import { onEngine } from '../db/engines.ts';
import { until } from '../harness/until.ts';
import { openEvents } from './event-store.ts';
import { boxEvent } from './window-store.ts';

// SQLite runs transactions one by one.
onEngine('postgres', 'workers that write the same lanes', (engine) => {
  let store: Awaited<ReturnType<typeof openEvents>>;
  let other: Db;
  beforeEach(async () => {
    const database = await engine.migrated();
    store = await openEvents(database);
    other = await database.open();
  });
  afterEach(() => store.stopDispatchers());

  test('the dispatcher does not repeat its work because another worker claims and settles meanwhile', async () => {
    await store.webhook('S1');
    await store.add([{ itemId: 'A', sellers: ['S1'] }]);
    let runs = 0;
    const dispatcher = store.dispatcher({
      source: Object.assign(Object.create(store.source), {
        async partsOf(...args: Parameters<typeof store.source.partsOf>) {
          runs += 1;
          // Three times, or it would never end.
          if (runs <= 3) await other.run('UPDATE lane SET due_ms = NULL');
          return store.source.partsOf(...args);
        },
      }),
    });
    await store.untilDone();
    await dispatcher.stop();
    assert.equal(runs, 1);
    assert.equal(
      (await store.queue.claim(10)).length,
      1,
      'what the other worker did to the lane does not hide the event',
    );
  });

  /** Runs `work` while another transaction holds the lane; what `look` says when `work` waits for it. */
  const whileHeld = <T>(lane: string, work: () => Promise<unknown>, look: () => Promise<T>): Promise<T> =>
    whileRowHeld('lane WHERE channel_id', lane, work, look);

  async function whileRowHeld<T>(
    row: string,
    id: string,
    work: () => Promise<unknown>,
    look: () => Promise<T>,
  ): Promise<T> {
    const gate = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = other.transaction(async (tx) => {
      await tx.run(`SELECT 1 FROM ${row} = $1 FOR UPDATE`, [id]);
      held.resolve();
      await gate.promise;
    });
    await held.promise;
    const waiting = work();
    await until('the work waits', async () => {
      const sql = `SELECT 1 AS found FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await store.db.get(sql)) !== undefined;
    });
    const seen = await look();
    gate.resolve();
    await Promise.all([holding, waiting]);
    return seen;
  }

  const free = async (table: string) => {
    const sql = `SELECT channel_id AS id FROM ${table} ORDER BY channel_id FOR UPDATE SKIP LOCKED`;
    return (await store.db.all<{ id: string }>(sql)).map(({ id }) => id);
  };

  test('lanes are written in one order, so that two transactions do not wait for each other', async () => {
    const ids: string[] = [];
    for (const seller of ['S1', 'S2', 'S3']) ids.push((await store.webhook(seller)).destinationId);
    ids.sort();
    const [first = '', ...others] = ids;
    const work = () => store.db.transaction((tx) => setLanes(tx, ids.toReversed(), store.clock.now));
    assert.deepEqual(await whileHeld(first, work, () => free('lane')), others);
  });

  test('a settlement waits for the lane before it writes deliveries, as a claim does', async () => {
    const { destinationId } = await store.webhook('S1');
    await store.publish('S1');
    const claimed = await store.queue.claim(10);
    const work = () => store.settle(claimed, { result: 'delivered', code: 200 });
    assert.deepEqual(await whileHeld(destinationId, work, () => free('delivery')), [destinationId]);
    assert.equal((await store.db.get<{ state: string }>('SELECT state FROM delivery'))?.state, 'DELIVERED');
  });

  type Made = Awaited<ReturnType<typeof store.webhook>>;

  test('events with windows lock all lanes that they write at once: some first would not be in one order', async () => {
    const window = { windowSeconds: 60 } as const;
    const made = [];
    for (const seller of ['S1', 'S2']) made.push(await store.webhook(seller, window));
    // Two ids of one millisecond may be in any order.
    const [first, second] = made.sort((a, b) => (a.destinationId < b.destinationId ? -1 : 1)) as [Made, Made];
    const append = (...sellers: string[]) => {
      const news = sellers.map((seller) => boxEvent({ holder: seller, before: 'OTHER' }, seller));
      const { events } = store.notifications;
      return store.db.transaction((tx) => events.append(tx, news), { seesLatest: true });
    };
    // Only the second destination has an event that a newer one may replace.
    await append(second.sellerId);
    const seen = await whileHeld(
      first.destinationId,
      () => append('S1', 'S2'),
      () => free('lane'),
    );
    assert.deepEqual(seen, [second.destinationId]);
  });

  test('a change of the window waits for the lane before it releases deliveries', async () => {
    const { destinationId } = await store.webhook('S1', { windowSeconds: 60 });
    const append = () =>
      store.db.transaction((tx) => store.notifications.events.append(tx, [boxEvent({ holder: 'S1', before: 'A' })]));
    await append();
    await store.settle(await store.queue.claim(10), { result: 'delivered', code: 200 });
    await append();
    const access = { sellerId: 'S1' };
    const work = () =>
      store.notifications.destinations.change(access, destinationId, (one) => ({ ...one, windowSeconds: 0 }));
    const seen = await whileHeld(destinationId, work, () => free('delivery'));
    assert.deepEqual(seen, [destinationId, destinationId]);
    assert.equal((await store.queue.claim(10)).length, 1);
  });

  test('a settlement that suspends locks in the order of the dispatcher: receivers, destinations, lanes, each by id', async () => {
    const freeOnes = async () => ({ destinations: await free('destination'), lanes: await free('lane') });
    const seenWhileHeld = async (row: string, seller: string, idOf: (ids: string[]) => string) => {
      const ids: string[] = [];
      for (let n = 0; n < 3; n += 1) ids.push((await store.webhook(seller)).destinationId);
      ids.sort();
      await store.publish(seller);
      const claimed = (await store.queue.claim(10)).filter(({ destination }) => destination.destinationId === ids[2]);
      const settle = () => store.settle(claimed, { result: 'gone', code: 410 });
      const { destinations, lanes } = await whileRowHeld(row, idOf(ids), settle, freeOnes);
      const published = await store.db.get<{ status: string }>('SELECT status FROM destination WHERE channel_id = $1', [
        ids[2] ?? '',
      ]);
      assert.equal(published?.status, 'SUSPENDED');
      const numbers = (list: string[]) => ids.flatMap((id, n) => (list.includes(id) ? [n] : []));
      return { destinations: numbers(destinations), lanes: numbers(lanes) };
    };
    assert.deepEqual(await seenWhileHeld('event_receiver WHERE seller_id', 'S1', () => 'S1'), {
      ...{ destinations: [0, 1, 2], lanes: [0, 1, 2] },
    });
    assert.deepEqual(await seenWhileHeld('destination WHERE channel_id', 'S2', ([first = '']) => first), {
      ...{ destinations: [1, 2], lanes: [0, 1, 2] },
    });
    const seen = await seenWhileHeld('lane WHERE channel_id', 'S3', ([first = '']) => first);
    assert.deepEqual(seen, { destinations: [], lanes: [1, 2] });
  });
});
