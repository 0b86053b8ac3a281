import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { MarketEvents } from '../../src/market/projections/events/event-queue.ts';
import { BatchSize } from '../../src/notifications/dispatch/batch-size.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { receive } from '../market/queued-events.ts';
import { openEvents } from './event-store.ts';
import { holdFormerLease } from './former-lease.ts';

const sellers = (count: number, prefix = 'S') => Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`);

withEngines('the dispatcher', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let store: Awaited<ReturnType<typeof openEvents>>;
  beforeEach(async () => {
    store = await openEvents(await engine.migrated());
  });
  afterEach(() => store.stopDispatchers());

  once('a seller is told from its first destination on, if there is something to tell', async () => {
    const dispatcher = store.dispatcher();
    await store.add([{ itemId: 'A', sellers: ['S1'] }]);
    await store.untilDone();
    for (const seller of ['S1', 'S2']) await store.webhook(seller);
    await store.add([
      { itemId: 'A', sellers: ['S1', 'S2', 'S3'], kind: 'PRICING_HEALTH', part: '"Health":"UNHEALTHY"' },
    ]);
    await store.untilDone();
    await dispatcher.stop();
    assert.deepEqual(
      (await store.stored()).map(({ seller_id, sequence }) => [seller_id, sequence]),
      [['S1', 1]],
    );
    const [claimed] = await store.queue.claim(10);
    const body = JSON.parse(claimed?.delivery.body ?? '');
    assert.equal(body.subject, 'A');
    assert.deepEqual([body.sequence, body.previoussequence, body.data.Own], ['1', undefined, true]);
    assert.equal(body.data.Health, 'UNHEALTHY');
    const receivers = await store.db.all('SELECT 1 AS one FROM event_receiver');
    assert.equal(receivers.length, 2);
  });

  test('dispatchers at once give every seller each event once, numbered without gaps, an item in its order', async () => {
    for (const seller of sellers(6)) await store.webhook(seller);
    const dispatchers = [1, 2, 3].map(() => store.dispatcher({ transaction: (work) => store.db.transaction(work) }));
    const expected = new Map<string, number>();
    const rounds = scaled(20, 400);
    for (let n = 0; n < rounds; n += 1) {
      const items = sellers(1 + (n % 4), 'ITEM').map((itemId, m) => ({
        itemId,
        sellers: sellers(6).filter((_, k) => (n + m + k) % 3 !== 0),
      }));
      for (const one of items.flatMap((item) => item.sellers)) expected.set(one, (expected.get(one) ?? 0) + 1);
      await store.add(items);
      // A holder that gives up in the middle of the work.
      if (n % 7 === 3) {
        await dispatchers.shift()?.stop();
        dispatchers.push(store.dispatcher({ transaction: (work) => store.db.transaction(work) }));
      }
    }
    await store.untilDone();
    for (const dispatcher of dispatchers) await dispatcher.stop();
    const events = await store.assertInOrder();
    const counts = Map.groupBy(events, ({ seller_id }) => seller_id);
    assert.deepEqual(new Map([...counts].map(([seller, list]) => [seller, list.length])), expected);
    // The item's part is stored once.
    const contents = await store.db.get<{ n: number }>('SELECT COUNT(*) AS n FROM event_content');
    assert.equal(contents?.n, new Set(events.map(({ revision }) => revision)).size);
    assert.deepEqual(store.failures, []);
  });

  test('a process of the release before and dispatchers that share the work exclude each other', async () => {
    await store.webhook('S1');
    const dispatcher = store.dispatcher();
    const add = () => store.add([{ itemId: 'A', sellers: ['S1'] }]);
    const former = (token: number, inMs = 0) => {
      const nowMs = store.clock.now + inMs;
      return store.db.transaction((tx) => holdFormerLease(tx, 'dispatcher', token, { nowMs, untilMs: nowMs + 3_000 }));
    };
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual(await store.db.all('SELECT name FROM lease'), [], 'one that has nothing to do writes nothing');
    await add();
    await store.untilDone();
    assert.equal(await former(0), undefined, 'dispatchers hold the lease together');
    store.clock.now += 21_000;
    const token = await former(0);
    assert.equal(token, 2, 'all were idle: it has ended');
    await add();
    dispatcher.wake();
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(await store.open(), 1, 'they wait for the former one');
    assert.equal(await former(2, 1), 2);
    store.clock.now += 3_001;
    await store.untilDone();
    assert.equal(await former(2), undefined, 'a former one that was stopped past its lease changes nothing');
    await dispatcher.stop();
    assert.equal(await former(2), 4, 'the last dispatcher has given it back');
    await store.assertInOrder();
  });

  once('events without a group, of a process of the release before, stay in the order of their item', async () => {
    for (const seller of sellers(3)) await store.webhook(seller);
    const dispatchers = [1, 2].map(() => store.dispatcher());
    for (let n = 0; n < 20; n += 1) {
      await store.add(sellers(6, 'ITEM').map((itemId) => ({ itemId, sellers: sellers(3) })));
      if (n % 3 < 2) await store.db.run('UPDATE market_event SET item_group = NULL WHERE id % 2 = 0');
    }
    await store.untilDone();
    for (const dispatcher of dispatchers) await dispatcher.stop();
    assert.equal((await store.assertInOrder()).length, 20 * 6 * 3);
    assert.deepEqual(store.failures, []);
  });

  // SQLite has one transaction at a time: nobody can write anything while a process stands still in one.
  if (engine.name === 'postgres') {
    test('a process that stands still in the middle of a transaction is passed, and what it had begun is undone', async () => {
      await store.webhook('S1');
      await store.add([{ itemId: 'A', sellers: ['S1'] }]);
      const gate = Promise.withResolvers<void>();
      const standing = Promise.withResolvers<void>();
      class StandingEvents extends MarketEvents {
        override async finish(...args: Parameters<MarketEvents['finish']>) {
          standing.resolve();
          await gate.promise;
          return super.finish(...args);
        }
      }
      store.dispatcher({
        source: new StandingEvents(store.db, () => store.clock.now),
        transaction: (work) => store.db.transaction(work, { timeoutMs: 400 }),
      });
      try {
        await standing.promise;
        store.dispatcher({ transaction: (work) => store.db.transaction(work, { timeoutMs: 5_000 }) });
        // The first one is signed in for 3 s.
        store.clock.now += 3_000;
        // Only the other one can end the event: the first still stands before its last statement.
        await store.untilDone();
      } finally {
        gate.resolve();
      }
      await store.stopDispatchers();
      assert.equal((await store.assertInOrder()).length, 1);
    });
  }

  once('slow answers of the store do not make batches so small that the queue grows', () => {
    let passedMs = 0;
    const size = new BatchSize(engine.name, { wallMs: () => passedMs, cpuMs: () => passedMs / 50 });
    for (let n = 0; n < 2; n += 1) {
      const learn = size.start();
      passedMs += 110;
      learn();
    }
    assert.ok(size.limits().rows >= (engine.name === 'postgres' ? 200 : 50), `${size.limits().rows}`);
  });

  once('a large item goes in batches, and the events of others do not wait for it', async () => {
    const many = sellers(scaled(600, 5_000), 'BIG');
    await receive(store.db, [...many, 'S1']);
    await store.add([
      { itemId: 'BIG', sellers: many },
      { itemId: 'BIG', sellers: many },
      ...sellers(10, 'ITEM').map((itemId) => ({ itemId, sellers: ['S1'] })),
    ]);
    const countOf = async (whose: string) =>
      (await store.db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM seller_event WHERE seller_id ${whose}`))?.n;
    let published: number | undefined;
    const dispatcher = store.dispatcher({
      async transaction(work, options) {
        const done = await store.db.transaction(work, options);
        // Only few rows after each transaction: all of them would cost the square of their number.
        if (published === undefined && (await countOf("= 'S1'")) === 10) published = await countOf("<> 'S1'");
        return done;
      },
    });
    // On a busy machine batches get small: hundreds of transactions.
    await store.untilDone(scaled(60_000, 300_000));
    await dispatcher.stop();
    const events = await store.assertInOrder();
    assert.equal(events.length, 2 * many.length + 10);
    for (const seller of many.slice(0, 50))
      assert.deepEqual(
        events.filter(({ seller_id }) => seller_id === seller).map(({ revision }) => revision),
        [1, 2],
      );
    assert.ok(store.batches.every((rows) => rows <= 500));
    assert.ok(store.batches.length > 4, `${store.batches.length} batches`);
    assert.ok(
      published !== undefined && published < many.length,
      `${published} events of the large item came before the others`,
    );
  });

  once(
    'an item whose events cannot be told is postponed with all of them; others go on; later it is tried again',
    async () => {
      await store.webhook('S1');
      await store.add([
        { itemId: 'GOOD1', sellers: ['S1'] },
        // Without the facts of its box it cannot be told.
        { itemId: 'POISON', sellers: ['S1'], kind: 'BUY_BOX_CHANGED' },
        { itemId: 'POISON', sellers: ['S1'] },
        { itemId: 'GOOD2', sellers: ['S1'] },
      ]);
      const dispatcher = store.dispatcher();
      await until('the good ones are told', async () => (await store.stored()).length === 2);
      await store.add([{ itemId: 'GOOD3', sellers: ['S1'] }]);
      await until('a later one is told', async () => (await store.stored()).length === 3);
      assert.equal(await store.open(), 2);
      assert.deepEqual([store.postponed, dispatcher.postponed()], [['POISON'], 1]);
      assert.ok(store.failures.length > 0);
      await store.db.run(`UPDATE market_event SET kind = 'ANY_OFFER_CHANGED'`);
      store.clock.now += 1_001;
      await store.untilDone();
      assert.equal(dispatcher.postponed(), 0);
      await dispatcher.stop();
      const events = await store.assertInOrder();
      assert.deepEqual(
        events.map(({ revision }) => revision),
        [1, 4, 5, 2, 3],
      );
    },
  );

  once('events of a kind that only a newer version knows stay in the queue until a worker knows it', async () => {
    await store.webhook('S1');
    await store.add([
      { itemId: 'NEWER', sellers: ['S1'] },
      { itemId: 'KNOWN', sellers: ['S1'] },
    ]);
    await store.db.run(`UPDATE market_event SET kind = 'NEWER_KIND' WHERE item_id = 'NEWER'`);
    const dispatcher = store.dispatcher();
    await until('the known one is published', async () => (await store.stored()).length === 1);
    await until('the other is postponed', () => store.postponed.length > 0);
    assert.deepEqual([await store.open(), store.postponed], [1, ['NEWER']]);
    await store.db.run(`UPDATE market_event SET kind = 'ANY_OFFER_CHANGED'`);
    store.clock.now += 1_001;
    await store.untilDone();
    await dispatcher.stop();
    assert.equal((await store.stored()).length, 2);
  });
});
