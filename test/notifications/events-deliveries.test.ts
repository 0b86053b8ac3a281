import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { HOUR_MS } from '../../src/domain/duration.ts';
import type { NewEvent } from '../../src/notifications/events/event-table.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { openNotifications } from './notification-store.ts';

const content = {
  ...{ revision: 7, marketplaceId: 'STORE_US', itemId: 'ITEM', atMs: 0 },
  itemPart: '"Offers":[{"MyOffer":false,"SellerId":"S1"},{"MyOffer":false,"SellerId":"S2"}]',
};

withEnginesInTorture('deliveries of events', (engine) => {
  let store: Awaited<ReturnType<typeof openNotifications>>;
  beforeEach(async () => {
    store = await openNotifications(await engine.migrated());
  });

  const append = (...events: Partial<NewEvent>[]) =>
    store.db.transaction((tx) =>
      store.notifications.events.append(
        tx,
        events.map((one) => ({ sellerId: 'S1', kind: 'BUY_BOX_CHANGED', atMs: 0, sellerPart: '"Own":true', ...one })),
      ),
    );
  const bodiesOf = async (destinationId: string) => {
    const deliveries = await store.notifications.log.deliveries(destinationId, { limit: 100 });
    return deliveries.toReversed().map(({ body }) => JSON.parse(body));
  };

  test('previoussequence is the event before that was queued for the same destination', async () => {
    const all = await store.webhook('S1');
    const health = await store.webhook('S1', { eventTypes: ['PRICING_HEALTH'] });
    await append({}, { kind: 'PRICING_HEALTH' }, {});
    await append({ kind: 'PRICING_HEALTH' }, { sellerId: 'S2' });
    const pull = await store.webhook('S1', {
      type: 'PULL',
      settings: { pull: { visibilityTimeoutSeconds: 30, retentionSeconds: 3_600 } },
    });
    await append({ kind: 'PRICING_HEALTH' }, {});
    const links = async (destinationId: string) =>
      (await bodiesOf(destinationId)).map(({ sequence, previoussequence }) => [previoussequence, sequence]);
    const chain = (...sequences: number[]) => sequences.map((one, n) => [sequences[n - 1]?.toString(), `${one}`]);
    assert.deepEqual(await links(all.destinationId), chain(1, 2, 3, 4, 5, 6));
    assert.deepEqual(await links(health.destinationId), chain(2, 4, 5));
    assert.deepEqual(await links(pull.destinationId), chain(5, 6));
    const pulled = await store.notifications.pull.receive(pull.destinationId, 10, 1_000);
    assert.deepEqual(
      pulled.map(({ delivery }) => JSON.parse(delivery.body).sequence),
      ['5', '6'],
    );
    assert.equal(pulled[0]?.delivery.expiresMs, store.clock.now + HOUR_MS);
  });

  test('without eventTypes programs get every kind, and people what they may have to act upon (decision 42)', async () => {
    const email = { type: 'EMAIL', settings: { email: { address: 'seller@example.com' } } } as const;
    const person = await store.webhook('S1', email);
    const asked = await store.webhook('S1', { ...email, eventTypes: ['ANY_OFFER_CHANGED', 'BUY_BOX_CHANGED'] });
    const program = await store.webhook('S1');
    const change = (word: string) => ({ sellerPart: `"Change":"${word}","Own":true` });
    await append(change('LOST'), change('WON'), { kind: 'ANY_OFFER_CHANGED' }, { kind: 'PRICING_HEALTH' });
    await append(change('HOLDER'), { kind: 'DESTINATION_SUSPENDED' });
    const sequences = async (destinationId: string) =>
      (await bodiesOf(destinationId)).map(({ sequence, previoussequence }) => [previoussequence, sequence].join('<'));
    assert.deepEqual(await sequences(person.destinationId), ['<1', '1<4', '4<6']);
    assert.deepEqual(await sequences(asked.destinationId), ['<1', '1<2', '2<3', '3<5']);
    assert.equal((await sequences(program.destinationId)).length, 6);
    const again = { fromSequence: 1 };
    const replayed = await store.notifications.replay.replay(
      { access: { sellerId: 'S1' }, destinationId: person.destinationId },
      again,
    );
    assert.equal('queued' in replayed && replayed.queued, 3);
  });

  test('every attempt, the log, a redelivery and the list of events show the same bytes', async () => {
    const { destinationId } = await store.webhook('S1');
    const [deliveryId = ''] = await append({ content });
    const bodies: (string | undefined)[] = [];
    for (let n = 0; n < 2; n += 1) {
      const claimed = await store.queue.claim(1);
      bodies.push(claimed[0]?.delivery.body);
      await store.settle(claimed, { result: 'failed' });
      store.clock.now += 10_000;
    }
    const access = { sellerId: 'S1' };
    bodies.push((await store.notifications.log.delivery(access, deliveryId))?.delivery.body);
    bodies.push((await store.notifications.log.deliveries(destinationId, { limit: 1 }))[0]?.body);
    const resent = await store.notifications.redelivery.resend(access, deliveryId);
    bodies.push('rejected' in resent ? resent.rejected : resent.body);
    bodies.push((await store.queue.claim(1))[0]?.delivery.body);
    const query = { after: 0, limit: 10, maxBytes: 100_000 };
    bodies.push((await store.notifications.events.page(access, query)).events[0]?.text);
    assert.deepEqual(
      bodies,
      bodies.map(() => bodies[0]),
    );
    assert.match(
      bodies[0] ?? '',
      /"revision":7,"Offers":\[\{"MyOffer":true,"SellerId":"S1"\},\{"MyOffer":false,"SellerId":"S2"\}\],"Own":true\}\}$/,
    );
    // No copy of the text is stored.
    assert.equal((await store.db.all('SELECT 1 AS one FROM delivery_body')).length, 0);
  });

  test('INACTIVE and failing destinations keep their events; others get none, but the seller has the event', async () => {
    const statuses = ['ACTIVE', 'INACTIVE', 'SUSPENDED', 'PENDING_VERIFICATION', 'WITHDRAWN'] as const;
    for (const status of statuses) await store.webhook('S1', { status });
    await store.db.run(`UPDATE destination SET status = 'WITHDRAWN' WHERE status = 'WITHDRAWN'`);
    assert.equal((await append({})).length, 3);
    await store.db.run(`UPDATE destination SET status = 'WITHDRAWN'`);
    assert.deepEqual(await append({}), []);
    const page = await store.notifications.events.page({ sellerId: 'S1' }, { after: 0, limit: 10, maxBytes: 100_000 });
    assert.deepEqual(
      page.events.map(({ sequence }) => sequence),
      [1, 2],
    );
  });

  test('an event that is queued while a worker claims is claimed in time', async () => {
    await store.webhook('S1', {}, 100);
    await append({});
    const gate = Promise.withResolvers<void>();
    const event = { sellerId: 'S1', kind: 'BUY_BOX_CHANGED', atMs: 0, sellerPart: '' } as const;
    const appended = store.db.transaction(async (tx) => {
      await store.notifications.events.append(tx, [event]);
      await gate.promise;
    });
    // On SQLite the claim waits for the transaction, on PostgreSQL it does not see what is appended.
    const claimed = store.queue.claim(10);
    setTimeout(gate.resolve, 100);
    await appended;
    const all = [...(await claimed), ...(await store.queue.claim(10))];
    assert.deepEqual(
      all.map(({ delivery }) => JSON.parse(delivery.body).sequence),
      ['1', '2'],
    );
  });

  test('events that are due at the same time are sent and pulled in the order of their sequences', async () => {
    await store.webhook('S1', {}, 100);
    await append(...Array.from({ length: 60 }, () => ({})));
    const sequencesOf = (list: readonly { delivery: { body: string } }[]) =>
      list.map(({ delivery }) => Number(JSON.parse(delivery.body).sequence));
    const claims = [await store.queue.claim(25), await store.queue.claim(100)];
    assert.deepEqual(
      claims.flatMap(sequencesOf),
      Array.from({ length: 60 }, (_, n) => n + 1),
    );
  });
});
