import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { applyRetention } from '../../src/notifications/retention/delivery-retention.ts';
import { keepEvents } from '../../src/notifications/retention/event-retention.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { boxEvent, eventText, healthEvent, offersEvent, openWindows } from './window-store.ts';

const ME = 'S1';
const lost = boxEvent({ holder: 'A', before: ME });
const won = boxEvent({ holder: ME, before: 'A' });
const price = (holder: string) => boxEvent({ holder, before: holder });

withEnginesInTorture('windows', (engine) => {
  let store: Awaited<ReturnType<typeof openWindows>>;
  beforeEach(async () => {
    store = await openWindows(engine);
  });
  const hook = async (windowSeconds: 0 | 60 | 300 | 600 = 60, more = {}) =>
    (await store.webhook(ME, { windowSeconds, ...more })).destinationId;
  const seconds = (count: number) => {
    store.clock.now += count * 1_000;
  };
  const states = async (destinationId: string) =>
    (await store.log(destinationId)).map(({ sequence, state }) => `${sequence} ${state}`);

  test('the first event is sent at once, the others of a window at its end, and each window follows the one before', async () => {
    const id = await hook();
    await store.append(price('A'));
    assert.deepEqual(await store.send(), ['1']);
    seconds(10);
    await store.append(price('A'));
    seconds(10);
    await store.append(price('A'));
    assert.deepEqual(await store.send(), []);
    const [, second, third] = await store.log(id);
    const [, , newest] = (await store.log(id)).map(({ notificationId }) => notificationId);
    assert.deepEqual([second?.state, second?.supersededBy], ['SUPERSEDED', newest]);
    assert.deepEqual([third?.state, third?.reason, third?.dueMs], ['PENDING', 'WINDOW', store.clock.now + 40_000]);
    seconds(39);
    assert.deepEqual(await store.send(), []);
    seconds(1);
    assert.deepEqual(await store.send(), ['3 for 2']);
    // What is sent at the end is the first event of the next window.
    seconds(1);
    await store.append(price('A'));
    seconds(58);
    assert.deepEqual(await store.send(), []);
    seconds(1);
    assert.deepEqual(await store.send(), ['4']);
    // That one held something too; the next one holds nothing, so the next event is sent at once.
    seconds(120);
    await store.append(price('A'));
    assert.deepEqual(await store.send(), ['5']);
  });

  test('the event that changed the holder is told beside the latest one, unless the change was undone', async () => {
    await hook();
    await store.append(price(ME));
    assert.deepEqual(await store.send(), ['1']);
    await store.append(price(ME), lost, price('A'), price('A'));
    seconds(60);
    assert.deepEqual(await store.send(), ['3 for 2', '5 for 4']);
    await store.append(won, price(ME), lost, price('A'));
    seconds(60);
    assert.deepEqual(await store.send(), ['9 for 6,7,8']);
    await store.append(won);
    await store.append(boxEvent({ holder: 'B', before: ME }));
    seconds(60);
    assert.deepEqual(await store.send(), ['11 for 10']);
  });

  test('an event about the one box of all customers is not undone by one about consumers alone', async () => {
    await hook();
    const customers = ['Consumer', 'Business'];
    const [lostByAll, wonByAll] = [
      boxEvent({ holder: 'A', before: ME, customers }),
      boxEvent({ holder: ME, before: 'A', customers }),
    ];
    await store.append(boxEvent({ holder: ME, before: ME, customers }));
    assert.deepEqual(await store.send(), ['1']);
    await store.append(lostByAll, boxEvent({ holder: ME, before: 'A', customers: ['Consumer'] }));
    seconds(60);
    assert.deepEqual(await store.send(), ['2', '3'], 'businesses still see the other seller');
    await store.append(boxEvent({ holder: 'A', before: ME, customers: ['Consumer'] }), wonByAll, lostByAll);
    seconds(60);
    assert.deepEqual(await store.send(), ['6 for 4,5'], 'the last one tells both boxes');
  });

  for (const [title, choice] of [
    ['by default', {}],
    ['with a filter', { eventTypes: ['BUY_BOX_CHANGED'], filter: { changes: ['LOST'] } }],
  ] as const) {
    test(`people do not read that they lost a box that they have won back meanwhile, ${title}`, async () => {
      const settings = { email: { address: 'seller@shop.example' } };
      const { destinationId } = await store.webhook(ME, { type: 'EMAIL', settings, windowSeconds: 60, ...choice });
      const business = boxEvent({ holder: 'A', before: ME, box: 'Business/B2B' });
      await store.append(lost);
      assert.deepEqual(await store.send(), ['1']);
      // The hour of the first e-mail is not over.
      await store.append(won, lost, business);
      seconds(60);
      assert.deepEqual(await store.send(), []);
      await store.append(price('A'));
      const waiting = async () =>
        (await store.log(destinationId)).flatMap(({ sequence, state }) => (state === 'PENDING' ? [sequence] : []));
      assert.deepEqual(await waiting(), [3, 4]);
      await store.append(won);
      assert.deepEqual(await waiting(), [4]);
      const log = await store.log(destinationId);
      const ended = log.find(({ sequence }) => sequence === 3);
      assert.deepEqual([ended?.state, ended?.supersededBy !== undefined], ['SUPERSEDED', true]);
      seconds(3_600);
      assert.deepEqual(await store.send(), ['4']);
    });
  }

  test('each buy box and each SKU has its own state, and the last event of each is told', async () => {
    await hook();
    const business = (holder: string, before: string) => boxEvent({ holder, before, box: 'Business/B2B' });
    await store.append(price(ME));
    assert.deepEqual(await store.send(), ['1']);
    await store.append(business('A', ME), lost, business('A', 'A'), price('A'), business('A', 'A'));
    seconds(60);
    assert.deepEqual(await store.send(), ['2', '3', '5', '6 for 4']);
    await store.append(healthEvent({ a: 'UNHEALTHY', b: 'UNHEALTHY' }));
    assert.deepEqual(await store.send(), ['7']);
    await store.append(healthEvent({ a: 'RECOVERED' }), healthEvent({ ['__proto__']: 'UNHEALTHY', c: 'UNHEALTHY' }));
    await store.append(
      healthEvent({ a: 'UNHEALTHY' }),
      healthEvent({ c: 'RECOVERED' }),
      healthEvent({ c: 'UNHEALTHY' }),
    );
    seconds(60);
    assert.deepEqual(await store.send(), ['9', '10 for 8', '12 for 11']);
  });

  test('item, condition, kind, seller and destination have windows of their own; with 0 everything is sent at once', async () => {
    await hook();
    await hook(0);
    const events = [
      ...[offersEvent(), offersEvent('Used'), offersEvent('New', 'OTHER'), price('A'), healthEvent({ a: 'RECOVERED' })],
      boxEvent({ holder: 'A', before: 'A', condition: 'Used' }),
    ];
    await store.append(...events);
    assert.equal((await store.send()).length, 12);
    await store.append(...events);
    assert.equal((await store.send()).length, 6);
    await hook();
    await store.append(offersEvent());
    assert.equal((await store.send()).length, 2);
    seconds(60);
    assert.deepEqual((await store.send()).sort(), ['10', '11', '12', '13 for 7', '8', '9']);
  });

  test('an event that nobody has sent yet gives its place to the one that replaces it', async () => {
    const id = await hook(600);
    await store.append(price('A'), price('A'));
    await store.append(price('A'));
    assert.deepEqual(await store.send('failed'), ['3 for 1,2']);
    seconds(2);
    await store.append(price('A'));
    assert.deepEqual(await store.send(), []);
    seconds(10);
    // It does not wait for the window, but for the retry that it replaces.
    assert.deepEqual(await store.send(), ['4 for 1,2,3']);
    assert.deepEqual(await states(id), ['1 SUPERSEDED', '2 SUPERSEDED', '3 SUPERSEDED', '4 DELIVERED']);
    const [, , tried, last] = await store.log(id);
    assert.deepEqual(
      [tried?.supersedes, last?.supersedes],
      [
        [1, 2],
        [1, 2, 3],
      ],
    );
  });

  test('what is in flight is not replaced, and counts as told until it fails', async () => {
    const id = await hook();
    await store.append(lost);
    const inFlight = await store.queue.claim(10);
    await store.append(price('A'), won, boxEvent({ holder: 'A', before: ME }));
    assert.deepEqual(await states(id), ['1 SENDING', '2 SUPERSEDED', '3 SUPERSEDED', '4 PENDING']);
    await store.settle(inFlight, { result: 'failed' });
    await store.append(price('A'));
    assert.deepEqual(await states(id), [...['1 PENDING', '2 SUPERSEDED', '3 SUPERSEDED', '4 SUPERSEDED', '5 PENDING']]);
    seconds(60);
    // A destination that fails gets one at a time.
    assert.deepEqual([...(await store.send()), ...(await store.send())], ['1', '5 for 2,3,4']);
  });

  test('a lease that has ended protects nothing, and its late worker changes nothing', async () => {
    const id = await hook();
    await store.append(price('A'));
    const late = await store.queue.claim(10);
    seconds(31);
    await store.append(price('A'));
    assert.deepEqual(await states(id), ['1 SUPERSEDED', '2 PENDING']);
    await store.settle(late, { result: 'delivered' });
    assert.deepEqual(await states(id), ['1 SUPERSEDED', '2 PENDING']);
    assert.deepEqual(await store.send(), ['2 for 1']);
  });

  test('a queue that is pulled has windows: what nobody fetched is replaced, what is held by a receiver is not', async () => {
    const pull = { visibilityTimeoutSeconds: 30, retentionSeconds: 60 };
    const id = await hook(600, { type: 'PULL', settings: { pull } });
    const fetch = async () => {
      const received = await store.notifications.pull.receive(id, 10, 30_000);
      return {
        texts: received.map(({ delivery }) => eventText(delivery.body)),
        handles: received.map((one) => one.receiptHandle),
      };
    };
    await store.append(price('A'));
    seconds(50);
    await store.append(price('A'));
    const held = await fetch();
    assert.deepEqual(held.texts, ['2 for 1']);
    await store.append(price('A'));
    assert.deepEqual((await fetch()).texts, []);
    assert.deepEqual(await store.notifications.pull.acknowledge(id, held.handles), [true]);
    // Its lifetime begins when it is due: one minute would be over.
    seconds(550);
    assert.deepEqual((await fetch()).texts, ['3']);
    seconds(31);
    const before = await fetch();
    assert.deepEqual(before.texts, ['3']);
    seconds(25);
    assert.deepEqual(await store.notifications.pull.changeVisibility(id, before.handles, 0), [true]);
    await store.append(price('A'));
    assert.deepEqual((await fetch()).texts, ['4 for 3']);
    assert.deepEqual(await store.notifications.pull.acknowledge(id, before.handles), [false]);
  });

  test('another window releases what waits, and events that were sent without a window still count', async () => {
    const id = await hook(600);
    const setWindow = (windowSeconds: 0 | 60 | 600) =>
      store.notifications.destinations.change({ sellerId: ME }, id, (one) => ({ ...one, windowSeconds }));
    await store.append(price(ME));
    assert.deepEqual(await store.send(), ['1']);
    await store.append(price(ME));
    seconds(1);
    await setWindow(0);
    assert.deepEqual(await store.send(), ['2']);
    await store.append(lost, price('A'));
    assert.deepEqual(await store.send(), ['3', '4']);
    seconds(1);
    await setWindow(60);
    await store.append(won, price(ME));
    seconds(60);
    // Its window last knew that the seller holds the box: it lost it since.
    assert.deepEqual(await store.send(), ['5', '6']);
  });

  test('one event names at most 1,000 sequences, and every superseded one is named', async () => {
    const id = await hook();
    await store.append(offersEvent());
    await store.send();
    for (let n = 0; n < 5; n += 1) await store.append(...Array.from({ length: 250 }, () => offersEvent()));
    seconds(60);
    assert.equal((await store.send()).length, 2);
    const log = await store.log(id);
    const sent = log.filter(({ state }) => state === 'DELIVERED');
    assert.deepEqual(
      sent.map(({ sequence, supersedes }) => [sequence, supersedes.length]),
      [
        [1, 0],
        [1_002, 1_000],
        [1_251, 248],
      ],
    );
    const named = sent.flatMap(({ supersedes }) => supersedes);
    assert.deepEqual(new Set([...named, 1, 1_002, 1_251]).size, 1_251);
    const counts = store.tallies.flatMap((tally) => [...tally.entries()]);
    const total = (what: string) => counts.reduce((sum, one) => sum + (one.what === what ? one.count : 0), 0);
    assert.equal(total('superseded'), named.length);
    assert.ok(total('held') >= 2);
  });

  test('a superseded delivery is sent again when it is asked for by its id; recover leaves it alone', async () => {
    const id = await hook();
    await store.append(price('A'), price('A'));
    await store.send();
    const [first] = await store.log(id);
    const destination = await store.notifications.destinations.find({ sellerId: ME }, id);
    assert.equal(await store.notifications.redelivery.recover(destination as NonNullable<typeof destination>, 0), 0);
    assert.equal(first?.state, 'SUPERSEDED');
    const resent = await store.notifications.redelivery.resend({ sellerId: ME }, first?.deliveryId ?? '');
    assert.deepEqual('rejected' in resent ? resent : [resent.state, resent.supersededBy], ['PENDING', undefined]);
    await store.append(price('A'));
    assert.deepEqual(await store.send(), ['1']);
    // A replay sends everything at once.
    await store.notifications.replay.replay({ access: { sellerId: ME }, destinationId: id }, { fromSequence: 1 });
    assert.deepEqual(await store.send(), ['1', '2', '3']);
  });

  test('windows are kept for a day, while a delivery is open, and until their destination is deleted', async () => {
    const id = await hook();
    const times = { eventMs: 30 * DAY_MS, logMs: 30 * DAY_MS };
    const rows = async () => {
      await keepEvents(store.db, store.clock.now, times);
      return (await store.db.get<{ n: number }>('SELECT COUNT(*) AS n FROM event_window'))?.n;
    };
    await store.append(...Array.from({ length: 250 }, (_, n) => offersEvent('New', `ITEM${n}`)));
    assert.equal(await rows(), 250);
    for (let n = 0; n < 3; n += 1) await store.send();
    store.clock.now += 23 * HOUR_MS;
    assert.equal(await rows(), 250);
    store.clock.now += 25 * HOUR_MS;
    // 30 were claimed and delivered.
    assert.equal(await rows(), 220);
    await store.append(offersEvent('New', 'ITEM249'));
    assert.equal((await store.log(id)).at(-1)?.supersedes.join(), '250');
    await store.notifications.destinations.remove({ sellerId: ME }, id);
    await applyRetention(store.db, store.clock.now, HOUR_MS);
    assert.equal(await rows(), 0);
  });
});
