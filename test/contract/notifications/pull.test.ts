// run: mostly waiting

import assert from 'node:assert/strict';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test as testOnBoth } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../../../src/domain/duration.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { BASE, errorsOf, good, HOOK, ME, type NotificationApi, openNotificationApi } from './notifications-app.ts';

type Message = {
  receiptHandle: string;
  deliveryId: string;
  notificationId: string;
  receiveCount: number;
  event: { id: string };
};

withEngines('a PULL destination', (engine) => {
  const test = testOnSqliteOrInTorture(engine);
  let api: NotificationApi;
  let path: string;
  before(async () => {
    api = await openNotificationApi(engine);
    await api.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => api.close());
  beforeEach(async () => {
    for (const { channelId } of good(await api.get('/destinations')).channels)
      await api.delete(`/destinations/${channelId}`);
    path = `/destinations/${(await api.create({ pullConfig: { visibilityTimeoutSeconds: 40 }, windowSeconds: 0 })).channelId}`;
  });

  const receive = async (body?: object): Promise<Message[]> => good(await api.post(`${path}/receive`, body)).messages;
  const results = async (operation: string, receiptHandles: string[], more: object = {}): Promise<string[]> => {
    const body = { receiptHandles, ...more };
    const answer = good(await api.post(`${path}/${operation}`, body));
    assert.deepEqual(
      answer.results.map(({ receiptHandle }: Message) => receiptHandle),
      receiptHandles,
    );
    return answer.results.map(({ status }: { status: string }) => status);
  };
  const handlesOf = (messages: Message[]) => messages.map(({ receiptHandle }) => receiptHandle);
  const one = async (): Promise<Message> => (await receive({ maxMessages: 1 }))[0] ?? assert.fail('nothing there');
  const stateOf = async ({ deliveryId }: { deliveryId: string }) => good(await api.get(`/deliveries/${deliveryId}`));

  test('200 a received message is hidden from others, and an acknowledged one is gone', async () => {
    assert.deepEqual(await receive(), []);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      api.clock.now += 1;
      ids.push(...(await api.publish(ME)));
    }
    const first = await receive({ maxMessages: 2 });
    assert.deepEqual(
      first.map(({ deliveryId, receiveCount }) => [deliveryId, receiveCount]),
      [
        [ids[0], 1],
        [ids[1], 1],
      ],
    );
    for (const { event, notificationId } of first) assert.equal(event.id, notificationId);
    const rest = await receive();
    assert.deepEqual(
      rest.map(({ deliveryId }) => deliveryId),
      [ids[2]],
    );
    assert.deepEqual(await results('acknowledge', handlesOf(first)), ['ACKNOWLEDGED', 'ACKNOWLEDGED']);
    assert.deepEqual(await results('acknowledge', handlesOf(first)), ['STALE', 'STALE']);
    const done = await stateOf(first[0] ?? assert.fail());
    assert.deepEqual([done.state, done.attempts[0].outcome], ['DELIVERED', 'DELIVERED']);
    api.clock.now += HOUR_MS;
    assert.deepEqual(
      (await receive()).map(({ deliveryId }) => deliveryId),
      [ids[2]],
    );
  });

  test('200 receive returns at most ten messages by default', async () => {
    await api.publish(ME, 12);
    assert.equal((await receive()).length, 10);
    assert.equal((await receive({ maxMessages: 100 })).length, 2);
  });

  test('200 an unacknowledged message is available again after its visibility timeout, and its old handle is stale', async () => {
    await api.publish(ME);
    const first = await one();
    api.clock.now += 39_999;
    assert.deepEqual(await receive(), []);
    api.clock.now += 1;
    const second = await one();
    assert.deepEqual([second.deliveryId, second.receiveCount], [first.deliveryId, 2]);
    assert.notEqual(second.receiptHandle, first.receiptHandle);
    for (const [operation, more] of [
      ['acknowledge', {}],
      ['extend', { visibilityTimeoutSeconds: 5 }],
      ['giveBack', {}],
    ] as const) {
      assert.deepEqual(await results(operation, [first.receiptHandle], more), ['STALE']);
    }
    const { attempts } = await stateOf(second);
    assert.deepEqual(
      attempts.map(({ outcome }: { outcome: string }) => outcome),
      ['UNKNOWN', 'IN_PROGRESS'],
    );
    assert.deepEqual(await results('acknowledge', [second.receiptHandle, 'nobody.ever']), ['ACKNOWLEDGED', 'STALE']);
  });

  test('200 a receiver sets the visibility timeout, extends it, and gives a message back', async () => {
    await api.publish(ME);
    const [short = assert.fail()] = await receive({ visibilityTimeoutSeconds: 1 });
    assert.deepEqual(await results('extend', [short.receiptHandle], { visibilityTimeoutSeconds: 100 }), ['EXTENDED']);
    api.clock.now += 99_999;
    assert.deepEqual(await receive(), []);
    assert.deepEqual(await results('giveBack', [short.receiptHandle]), ['GIVEN_BACK']);
    const again = await one();
    assert.equal(again.deliveryId, short.deliveryId);
    assert.deepEqual(await results('acknowledge', [short.receiptHandle]), ['STALE']);
  });

  test('200 a handle of another destination is stale, and a message is gone after its retention', async () => {
    await api.publish(ME);
    const message = await one();
    const other = `/destinations/${(await api.create({ pullConfig: { retentionSeconds: 60 } })).channelId}`;
    const foreign = good(await api.post(`${other}/acknowledge`, { receiptHandles: [message.receiptHandle] }));
    assert.deepEqual(
      foreign.results.map(({ status }: { status: string }) => status),
      ['STALE'],
    );
    await api.publish(ME);
    api.clock.now += 60_000;
    assert.deepEqual(good(await api.post(`${other}/receive`)).messages, []);
  });

  testOnBoth('200 of eight concurrent receivers each message goes to one', async () => {
    await api.publish(ME, 20);
    const all = await Promise.all(Array.from({ length: 8 }, () => receive({ maxMessages: 5 })));
    const ids = all.flat().map(({ deliveryId }) => deliveryId);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length + (await receive({ maxMessages: 100 })).length, 20);
  });

  test('200 a long poll ends with the first message, or when its time is up', async () => {
    const began = Date.now();
    const [messages] = await Promise.all([receive({ waitSeconds: 20 }), sleep(150).then(() => api.publish(ME))]);
    assert.equal(messages.length, 1);
    assert.ok(Date.now() - began < 15_000);
    const idle = Date.now();
    assert.deepEqual(await receive({ waitSeconds: 1 }), []);
    assert.ok(Date.now() - idle >= 950 && Date.now() - idle < 15_000);
  });

  /** A client on a real socket with a long poll, which may close the connection. */
  const waitingClient = (): ClientRequest => {
    const { port } = api.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer for.${ME}`, 'content-type': 'application/json' };
    const client = request({ port, host: '127.0.0.1', method: 'POST', path: `${BASE}${path}/receive`, headers });
    client.on('error', () => undefined);
    client.end('{"waitSeconds":20}');
    return client;
  };

  test('200 no message is taken for a client that has closed the connection', async () => {
    const { pull } = api.notifications;
    const client = waitingClient();
    const originalReceive = pull.receive.bind(pull);
    const polled = new Promise<void>((resolve) => {
      pull.receive = async (...args) => {
        const received = await originalReceive(...args);
        pull.receive = originalReceive;
        resolve();
        return received;
      };
    });
    // Between the first poll and the second a message arrives, and the client closes the connection.
    await polled;
    const [deliveryId = ''] = await api.publish(ME);
    client.destroy();
    await sleep(500);
    assert.deepEqual([(await stateOf({ deliveryId })).attemptCount, (await one()).deliveryId], [0, deliveryId]);
  });

  test('200 a message that was taken while the client closed the connection is given back at once', async () => {
    const { pull } = api.notifications;
    const client = waitingClient();
    const originalReceive = pull.receive.bind(pull);
    pull.receive = async (...args) => {
      const received = await originalReceive(...args);
      if (received.length === 0) return received;
      client.destroy();
      await sleep(100);
      return received;
    };
    await sleep(100);
    await api.publish(ME);
    await sleep(700);
    pull.receive = originalReceive;
    assert.equal((await one()).receiveCount, 2);
  });

  test('409 an INACTIVE destination gives no messages, but received ones can be acknowledged', async () => {
    await api.publish(ME, 2);
    const message = await one();
    await api.patch(path, { status: 'INACTIVE' });
    assert.match(errorsOf(await api.post(`${path}/receive`), 409, 'Conflict'), /INACTIVE/);
    assert.deepEqual(await results('acknowledge', [message.receiptHandle]), ['ACKNOWLEDGED']);
  });

  test('400 another type of destination, or an invalid body', async () => {
    const hook = `/destinations/${(await api.create({ webhookConfig: { url: HOOK } })).channelId}`;
    const handles = { receiptHandles: ['a.b'] };
    for (const [operation, body] of Object.entries({
      ...{ receive: {}, acknowledge: handles, giveBack: handles },
      extend: { ...handles, visibilityTimeoutSeconds: 1 },
    })) {
      assert.match(errorsOf(await api.post(`${hook}/${operation}`, body), 400, 'InvalidInput'), /WEBHOOKS.*PULL/s);
    }
    const bad: [operation: string, body: unknown, message: RegExp][] = [
      ['receive', { maxMessages: 0 }, /maxMessages/],
      ['receive', { maxMessages: 101 }, /maxMessages/],
      ['receive', { maxMessages: '5' }, /maxMessages must be an integer, not a string/],
      ['receive', { waitSeconds: -1 }, /waitSeconds/],
      ['receive', { waitSeconds: 21 }, /waitSeconds/],
      ['receive', { visibilityTimeoutSeconds: 0 }, /visibilityTimeoutSeconds/],
      ['receive', { visibilityTimeoutSeconds: 43_201 }, /visibilityTimeoutSeconds/],
      ['receive', [], /must be an object/],
      ['acknowledge', {}, /receiptHandles is missing/],
      ['acknowledge', { receiptHandles: [] }, /at least 1/],
      ['acknowledge', { receiptHandles: Array(101).fill('a.b') }, /at most 100 elements, not 101/],
      ['acknowledge', { receiptHandles: ['a\0b'] }, /receiptHandles\[0\]/],
      ['acknowledge', { receiptHandles: 'a.b' }, /must be an array/],
      ['acknowledge', { receiptHandles: [7] }, /receiptHandles\[0\] must be a string/],
      ['extend', handles, /visibilityTimeoutSeconds is missing/],
      ['extend', { ...handles, visibilityTimeoutSeconds: 0 }, /visibilityTimeoutSeconds/],
      ['giveBack', {}, /receiptHandles is missing/],
    ];
    for (const [operation, body, message] of bad) {
      assert.match(errorsOf(await api.post(`${path}/${operation}`, body), 400, 'InvalidInput'), message);
    }
  });

  test('200 long polls are answered at once when the service stops', async () => {
    const own = await openNotificationApi(engine);
    const queue = await own.create({});
    await own.create({ webhookConfig: { url: HOOK } });
    const waiting = [
      own.post(`/destinations/${queue.channelId}/receive`, { waitSeconds: 20 }),
      own.post('/subscriptions/WEBHOOKS/testNotification', {}, { headers: { prefer: 'wait=20' } }),
    ];
    await sleep(300);
    const began = Date.now();
    await own.close();
    const [received, test] = await Promise.all(waiting);
    assert.ok(Date.now() - began < 15_000);
    assert.deepEqual(received && good(received), { messages: [] });
    assert.equal(test?.headers['x-delivery-status'], 'PENDING');
  });
});
