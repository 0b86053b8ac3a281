// run: mostly waiting

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptOutcome } from '../../../src/domain/notifications/delivery.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import {
  errorsOf,
  good,
  HOOK,
  ME,
  type NotificationApi,
  openNotificationApi,
  RIVAL,
  token,
} from './notifications-app.ts';

withEnginesInTorture('test notifications', (engine) => {
  let api: NotificationApi;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());
  beforeEach(async () => {
    for (const { channelId } of good(await api.get('/destinations')).channels)
      await api.delete(`/destinations/${channelId}`);
  });

  type Options = Parameters<NotificationApi['post']>[2];
  const send = (type: string, body?: unknown, options?: Options) =>
    api.post(`/subscriptions/${type}/testNotification`, body, options);
  const sent = async (type: string, body?: unknown, options?: Options) => {
    const answer = await send(type, body, options);
    assert.deepEqual([answer.statusCode, answer.body], [200, '{}']);
    return answer.headers;
  };
  const idOf = async (body: Record<string, unknown>) => (await api.create(body)).channelId as string;
  const hook = () => idOf({ webhookConfig: { url: HOOK } });
  const logOf = async (channelId: string) => good(await api.get(`/destinations/${channelId}/deliveries`)).deliveries;
  const eventOf = async (deliveryId: string) => good(await api.get(`/deliveries/${deliveryId}`)).event;
  const prefer = (value: string): Options => ({ headers: { prefer: value } });
  const settleSoon = async (...outcomes: AttemptOutcome['result'][]) => {
    await sleep(120);
    const claimed = await api.queue.claim(10);
    for (let n = 0; n < 100 && claimed.length < outcomes.length; n += 1) {
      await sleep(20);
      claimed.push(...(await api.queue.claim(10)));
    }
    assert.equal(claimed.length, outcomes.length);
    for (const [at, result] of outcomes.entries()) await api.settle(claimed.slice(at, at + 1), { result, code: 200 });
  };

  test('200 a test is durably queued with the content of the request and the default marketplace; the answer is an empty object', async () => {
    const id = await hook();
    const body = {
      destinationId: id,
      testNotification: { payloadVersion: '2.0', testScenario: 'erste Prüfung', other: 1 },
    };
    const headers = await sent('WEBHOOKS', { ...body, unknown: [1] });
    assert.equal(headers['x-delivery-status'], undefined);
    const [delivery] = await logOf(id);
    assert.equal(delivery.notificationId, headers['x-notification-id']);
    assert.deepEqual([delivery.state, delivery.isTest, delivery.eventType], ['PENDING', true, 'TEST_NOTIFICATION']);
    const { data, ...event } = await eventOf(delivery.deliveryId);
    assert.deepEqual([event.id, event.type], [delivery.notificationId, 'TEST_NOTIFICATION']);
    const { message, ...content } = data;
    assert.equal(typeof message, 'string');
    const expected = { payloadVersion: '2.0', sellerId: ME, marketplaceId: 'STORE_US', testScenario: 'erste Prüfung' };
    assert.deepEqual(content, expected);
  });

  test('200 without a destinationId one notification goes to every destination of the type that is not INACTIVE', async () => {
    const [one, two, off, pull] = [await hook(), await hook(), await hook(), await idOf({})];
    await api.patch(`/destinations/${off}`, { status: 'INACTIVE' });
    const headers = await sent('webhook');
    for (const id of [one, two]) {
      const log = await logOf(id);
      assert.deepEqual([log.length, log[0].notificationId], [1, headers['x-notification-id']]);
      assert.equal((await eventOf(log[0].deliveryId)).data.payloadVersion, '1.0');
    }
    for (const id of [off, pull]) assert.deepEqual(await logOf(id), []);
  });

  test('200 a test is also sent to an unconfirmed destination', async () => {
    const id = await idOf({ emailConfig: { address: 'new@store.example' } });
    await sent('Email', { channelId: id, destinationId: id });
    assert.equal((await logOf(id)).length, 2);
  });

  const outcomes: [results: AttemptOutcome['result'][], status: string][] = [
    [['delivered'], 'DELIVERED'],
    [['delivered', 'delivered'], 'DELIVERED'],
    [['delivered', 'stored'], 'STORED'],
    [['stored', 'refused'], 'DEAD'],
    [['delivered', 'refused'], 'DEAD'],
  ];
  for (const [results, status] of outcomes) {
    test(`200 with Prefer: wait the answer has the outcome: ${results} is ${status}`, async () => {
      for (const _ of results) await hook();
      const [headers] = await Promise.all([
        sent('WEBHOOKS', {}, prefer('respond-async, Wait="20"; x=y, wait=1')),
        settleSoon(...results),
      ]);
      assert.deepEqual([headers['x-delivery-status'], headers['preference-applied']], [status, 'wait=20']);
    });
  }

  test('200 with Prefer: wait the answer is PENDING when the time is up, and after a failure that is retried', async () => {
    await hook();
    const began = Date.now();
    const [headers] = await Promise.all([sent('WEBHOOKS', {}, prefer('wait=1')), settleSoon('failed')]);
    assert.ok(Date.now() - began >= 950);
    assert.deepEqual([headers['x-delivery-status'], headers['preference-applied']], ['PENDING', 'wait=1']);
    const now = await sent('WEBHOOKS', {}, prefer('wait=0'));
    assert.deepEqual([now['x-delivery-status'], now['preference-applied']], ['PENDING', 'wait=0']);
  });

  test('200 the answer does not wait for a PULL destination, and ignores an invalid preference', async () => {
    await idOf({});
    const began = Date.now();
    const pull = await sent('PULL', {}, prefer('wait=20'));
    assert.deepEqual([pull['x-delivery-status'], pull['preference-applied']], ['PENDING', undefined]);
    await hook();
    for (const value of ['wait', 'wait=', 'wait=-1', 'wait=1.5', 'waiting=20', 'wait=x, wait=20', 'handling=lenient']) {
      const headers = await sent('WEBHOOKS', {}, prefer(value));
      assert.deepEqual([headers['x-delivery-status'], headers['preference-applied']], [undefined, undefined], value);
    }
    assert.ok(Date.now() - began < 15_000);
  });

  test('200 a repeated Idempotency-Key queues one notification', async () => {
    const id = await hook();
    const keyed = { headers: { 'idempotency-key': 'test-1' } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => sent('WEBHOOKS', { destinationId: id }, keyed)));
    assert.equal(new Set(answers.map((headers) => headers['x-notification-id'])).size, 1);
    assert.equal(answers.filter((headers) => headers['idempotency-replayed'] === 'true').length, 7);
    assert.equal((await logOf(id)).length, 1);
    errorsOf(await send('WEBHOOKS', {}, keyed), 422, 'IdempotencyConflict');
    await idOf({});
    assert.equal(
      (await sent('PULL', {}, keyed))['idempotency-replayed'],
      undefined,
      'another type is another operation',
    );
    errorsOf(await send('WEBHOOKS', {}, { headers: { 'idempotency-key': 'a b' } }), 400, 'InvalidInput');
  });

  test('404 without a destination of the type the answer says how to create one', async () => {
    assert.match(errorsOf(await send('SMS'), 404, 'NotFound'), /POST \/notifications\/v4\/destinations/);
    await api.create({ type: 'EMAIL' }, token(RIVAL));
    errorsOf(await send('EMAIL'), 404, 'NotFound');
    const id = await hook();
    await api.patch(`/destinations/${id}`, { status: 'INACTIVE' });
    errorsOf(await send('WEBHOOKS'), 404, 'NotFound');
    assert.match(errorsOf(await send('WEBHOOKS', { destinationId: id }), 409, 'Conflict'), /INACTIVE.*ACTIVE/s);
  });

  test('400 all problems are reported at once', async () => {
    const id = await hook();
    const bad: [type: string, body: unknown, message: RegExp][] = [
      ['FAX', {}, /notificationType must be one of EMAIL, WEBHOOKS, SMS, PULL, MOBILE_PUSH/],
      ['constructor', {}, /notificationType must be one of/],
      ['x'.repeat(257), {}, /notificationType/],
      ['PULL', { destinationId: id }, /type PULL/],
      ['WEBHOOKS', [], /must be an object/],
      ['WEBHOOKS', { destinationId: 7 }, /destinationId must be a string/],
      ['WEBHOOKS', { channelId: '' }, /channelId must have 1 to 256/],
      ['WEBHOOKS', { destinationId: id, channelId: `${id}0` }, /two different/],
      ['WEBHOOKS', { testNotification: 'x' }, /testNotification must be an object/],
      ['WEBHOOKS', { testNotification: { payloadVersion: 1 } }, /payloadVersion must be a string/],
      ['WEBHOOKS', { testNotification: { payloadVersion: 'x'.repeat(21) } }, /at most 20/],
      ['WEBHOOKS', { testNotification: { testScenario: 'x'.repeat(257) } }, /at most 256/],
      ['WEBHOOKS', { testNotification: { testScenario: 'a\r\nb' } }, /control characters/],
    ];
    for (const [type, body, message] of bad)
      assert.match(errorsOf(await send(type, body), 400, 'InvalidInput'), message);
    const text = errorsOf(
      await send('FAX', { destinationId: 7, testNotification: { testScenario: 5 } }),
      400,
      'InvalidInput',
    );
    assert.equal(text.split('\n').length, 3);
    assert.deepEqual(await logOf(id), []);
  });
});
