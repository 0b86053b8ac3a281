// run: without coverage

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { type EventsApp, openEvents } from '../../contract/events/events-app.ts';
import { good, ME, type NotificationApi, openNotificationApi } from '../../contract/notifications/notifications-app.ts';
import { onEngine } from '../../db/engines.ts';
import { startCuttingProxy } from '../cutting-proxy.ts';
import { clientOf } from '../streams-client.ts';
import { startWorker } from './python-program.ts';

type Worker = Awaited<ReturnType<typeof startWorker>>;

const idOf = (name: string) => `${name} ${crypto.randomUUID()}`;

// What events.test.ts says of the TypeScript SDK.
onEngine('sqlite', 'a loop over events in Python', (engine) => {
  let api: EventsApp;
  let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
  let python: Worker;
  let base: string;
  let sellers = 0;
  before(async () => {
    api = await openEvents(engine);
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    base = `http://127.0.0.1:${port}`;
    [proxy, python] = await Promise.all([startCuttingProxy(port), startWorker('streams.py')]);
  });
  after(async () => {
    await python.close();
    await proxy.close();
    await api.close();
  });

  const sellerWith = async (count: number) => {
    sellers += 1;
    const sellerId = `A1PYTHON${sellers}`;
    if (count > 0) await api.publish(sellerId, count);
    return { sellerId, token: `for.${sellerId}` };
  };
  const removeEvents = async (sellerId: string, upTo: number) => {
    await api.db.run('DELETE FROM seller_event WHERE seller_id = $1 AND sequence <= $2', [sellerId, upTo]);
    await api.db.run('UPDATE event_receiver SET oldest_sequence = $2 WHERE seller_id = $1', [sellerId, upTo + 1]);
  };
  const read = (token: string, options: object) =>
    python.ask({ id: idOf('read'), ...{ do: 'events', base, token, ...options } });

  test('yields every event once, in order, over pages, from any sequence on', async () => {
    const { token } = await sellerWith(7);
    assert.equal((await read(token, { limit: 3 })).sequences, '1,2,3,4,5,6,7');
    assert.equal((await read(token, { limit: 2, after: 4 })).sequences, '5,6,7');
    assert.equal((await read(token, { after: 7 })).sequences, '');
    assert.match(String((await read(token, { after: -1 })).error), /A sequence must be an integer from 0 on/);
  });

  test('goes on where it was when answers are cut in their middle and connections fail', async () => {
    const { sellerId, token } = await sellerWith(5);
    const id = idOf('follow');
    const heard = (sequence: number) => python.hear(`${id} ${sequence}`);
    const [second, fourth, fifth] = [heard(2), heard(4), heard(5)];
    const done = python.ask({
      id,
      ...{ do: 'events', base: proxy.baseUrl, token, after: 0, limit: 2, count: 7, maxAttempts: 1 },
    });
    await second;
    proxy.cutAnswers(1);
    await fourth;
    await fifth;
    // While it waits for an event.
    setTimeout(() => {
      proxy.shut();
      proxy.open();
      void api.publish(sellerId, 2);
    }, 300);
    const { sequences, retries } = await done;
    assert.deepEqual([sequences, retries], ['1,2,3,4,5,6,7', ['ConnectionFailed']]);
  });

  test('raises EventsMissed when events are not kept any more; tells a gap once, and goes on where on_gap says', async () => {
    const { sellerId, token } = await sellerWith(6);
    await removeEvents(sellerId, 3);
    const missed = await read(token, { after: 1 });
    assert.deepEqual([missed.code, missed.message], ['EventsMissed', 'Events after 1 are not kept any more.']);
    assert.equal((await read(token, { after: 3 })).sequences, '4,5,6', 'nothing is missing');
    assert.equal((await read(token, {})).sequences, '4,5,6', 'nobody asked for more than there is');
    const { sequences, gaps } = await read(token, { after: 1, limit: 1, onGap: null });
    assert.deepEqual([sequences, gaps], ['4,5,6', [[1, 4, 6]]]);
    assert.equal((await read(token, { after: 1, onGap: 5 })).sequences, '6');
  });

  test('asyncio: calls run side by side while a loop waits, the event loop goes on, and errors are the same', async () => {
    const { sellerId, token } = await sellerWith(2);
    const id = idOf('async');
    const second = python.hear(`${id} 2`);
    const done = python.ask({ id, ...{ do: 'coroutines', base, token, count: 3 } });
    await second;
    setTimeout(() => void api.publish(sellerId, 1), 300);
    const { sequences, pages, ticks, code } = await done;
    assert.deepEqual([sequences, pages, code], ['1,2,3', 8, 'NotFound']);
    assert.ok(Number(ticks) >= 5, `${ticks} turns of the event loop`);
  });
});

// What messages.test.ts says of the TypeScript SDK.
onEngine('sqlite', 'a loop over pulled messages in Python', (engine) => {
  let api: NotificationApi;
  let python: Worker;
  let base: string;
  let channelId: string;
  const token = `for.${ME}`;
  before(async () => {
    api = await openNotificationApi(engine);
    const startMs = api.clock.now;
    // Visibility timeouts end by themselves.
    Object.defineProperty(api.clock, 'now', { get: () => startMs + Math.floor(performance.now()) });
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    base = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
    python = await startWorker('streams.py');
  });
  after(async () => {
    await python.close();
    await api.close();
  });
  beforeEach(async () => {
    for (const one of good(await api.get('/destinations')).channels) await api.delete(`/destinations/${one.channelId}`);
    ({ channelId } = await api.create({ pullConfig: { visibilityTimeoutSeconds: 40 }, windowSeconds: 0 }));
  });

  const drain = (options: object = {}, id = idOf('drain')) =>
    python.ask({ id, ...{ do: 'messages', base, token, channelId, ...options } });
  const seenBy = ({ seen }: Record<string, unknown>) => seen as [string, number][];
  const client = () => clientOf(base, token);
  const available = async () => {
    const { messages } = await client().receiveMessages({ path: { channelId }, body: { maxMessages: 100 } });
    const receiptHandles = messages.map(({ receiptHandle }) => receiptHandle);
    if (messages.length > 0) await client().giveBackMessages({ path: { channelId }, body: { receiptHandles } });
    return messages.length;
  };

  test('yields each message once; leaving the loop, also by an error, gives back the current one and the others', async () => {
    await api.publish(ME, 4);
    for (const exit of [{ leaves: true }, { fails: true }]) {
      const { seen, error } = await drain(exit);
      assert.deepEqual(
        [seen === undefined ? error : seenBy({ seen }).length, await available()],
        [seen ? 1 : 'expected', 4],
      );
    }
    const rest = seenBy(await drain({ max: 3 }));
    assert.deepEqual([rest.length, new Set(rest.map(([id]) => id)).size, await available()], [4, 4, 0]);
  });

  test('extends a message while the body works, longer than its visibility timeout', async () => {
    await api.publish(ME, 2);
    const id = idOf('works');
    const first = python.hear(`${id} 1`);
    const done = drain({ visibility: 1, works: 2.2 }, id);
    await first;
    const other = seenBy(await drain({}));
    assert.deepEqual([other, seenBy(await done).map(([, received]) => received)], [[], [1, 1]]);
  });

  /** Another consumer receives the message, as after a long pause of this process. */
  const take = async (deliveryId: unknown) => {
    await api.db.run('UPDATE delivery SET due_ms = 0 WHERE delivery_id = $1', [String(deliveryId)]);
    const { messages } = await client().receiveMessages({ path: { channelId }, body: { maxMessages: 1 } });
    assert.equal(messages.length, 1);
  };

  test('a message that another consumer has is stale: the loop raises it, or tells on_stale, and the message knows', async () => {
    await api.publish(ME, 1);
    const silent = idOf('stale');
    const one = python.hear(`${silent} 1`);
    const raised = drain({ waits: 'taken' }, silent);
    await take((await one).deliveryId);
    await python.ask({ id: idOf('taken'), ...{ do: 'taken' } });
    assert.equal((await raised).code, 'MessageStale');
    await api.publish(ME, 1);
    const heard = idOf('stale');
    const two = python.hear(`${heard} 1`);
    const loop = drain({ waits: 'lost', hears: true, visibility: 1 }, heard);
    const { deliveryId } = await two;
    await take(deliveryId);
    assert.deepEqual((await loop).stale, ['MessageStale', 'MessageStale', deliveryId]);
  });
});
