import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEngines } from '../db/engines.ts';
import { errorsOf, good, HOOK, type NotificationApi, openNotificationApi, RIVAL, token } from './notifications-app.ts';

const handles = { receiptHandles: ['dlv_x.y'] };

withEngines('destinations of other sellers', (engine) => {
  let api: NotificationApi;
  let theirs: { hook: string; pull: string; delivery: string };
  before(async () => {
    api = await openNotificationApi(engine);
    const hook = await api.create({ webhookConfig: { url: HOOK } }, token(RIVAL));
    api.clock.now += 1;
    const pull = await api.create({}, token(RIVAL));
    await api.post('/subscriptions/PULL/testNotification', {}, token(RIVAL));
    const { deliveries } = good(await api.get(`/destinations/${pull.channelId}/deliveries`, token(RIVAL)));
    theirs = { hook: hook.channelId, pull: pull.channelId, delivery: deliveries[0].deliveryId };
  });
  after(() => api.close());

  type Send = (id: string) => ReturnType<NotificationApi['get']>;
  const requests: [name: string, of: 'hook' | 'pull' | 'delivery', send: Send][] = [
    ['GET', 'hook', (id) => api.get(`/destinations/${id}`)],
    ['PATCH', 'hook', (id) => api.patch(`/destinations/${id}`, { status: 'FAX' })],
    ['DELETE', 'hook', (id) => api.delete(`/destinations/${id}`)],
    ['rotateSecret', 'hook', (id) => api.post(`/destinations/${id}/rotateSecret`, { graceSeconds: -1 })],
    ['deliveries', 'pull', (id) => api.get(`/destinations/${id}/deliveries`)],
    ['deliveries with a token', 'pull', (id) => api.get(`/destinations/${id}/deliveries?nextToken=x`)],
    ['recover', 'hook', (id) => api.post(`/destinations/${id}/recover`, { since: '2026-01-01' })],
    ['receive', 'pull', (id) => api.post(`/destinations/${id}/receive`, { waitSeconds: 1 })],
    ['receive of no queue', 'hook', (id) => api.post(`/destinations/${id}/receive`)],
    ['acknowledge', 'pull', (id) => api.post(`/destinations/${id}/acknowledge`, handles)],
    ['extend', 'pull', (id) => api.post(`/destinations/${id}/extend`, { ...handles, visibilityTimeoutSeconds: 5 })],
    ['giveBack', 'pull', (id) => api.post(`/destinations/${id}/giveBack`, handles)],
    ['a test', 'hook', (id) => api.post('/subscriptions/WEBHOOKS/testNotification', { destinationId: id })],
    ['a test of another type', 'hook', (id) => api.post('/subscriptions/PULL/testNotification', { channelId: id })],
    ['a delivery', 'delivery', (id) => api.get(`/deliveries/${id}`)],
    ['resend', 'delivery', (id) => api.post(`/deliveries/${id}/resend`)],
  ];
  for (const [name, of, send] of requests) {
    test(`404 ${name}: the answer for another seller's id and for an unknown id has the same bytes`, async () => {
      const other = await send(theirs[of]);
      errorsOf(other, 404, 'NotFound');
      const ids = [
        theirs[of].replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        'nope',
        '..%2f',
        '%00',
        'ü'.repeat(200),
      ];
      for (const id of ids) {
        const isBody = name.startsWith('a test');
        const unknown = await send(isBody ? id.replaceAll('%', '') : id);
        assert.deepEqual([unknown.statusCode, unknown.body], [404, other.body], id);
      }
    });
  }

  test('404 requests for other sellers change nothing, and a seller lists only its own destinations', async () => {
    assert.deepEqual(good(await api.get('/destinations')), { channels: [] });
    const { channels } = good(await api.get('/destinations', token(RIVAL)));
    assert.deepEqual(
      channels.map(({ channelId, status }: { channelId: string; status: string }) => [channelId, status]),
      [theirs.hook, theirs.pull].map((id) => [id, 'ACTIVE']),
    );
    const { deliveries } = good(await api.get(`/destinations/${theirs.pull}/deliveries`, token(RIVAL)));
    assert.deepEqual([deliveries.length, deliveries[0].state, deliveries[0].attemptCount], [1, 'PENDING', 0]);
  });

  test('403 the right to read does not allow writing, and the answer names the right that is missing', async () => {
    const reader = { token: `reader.${RIVAL}` };
    const writes = [
      api.post('/subscriptions/PULL/testNotification', {}, reader),
      api.post(`/deliveries/${theirs.delivery}/resend`, undefined, reader),
      api.post(`/destinations/${theirs.hook}/recover`, { since: '2026-01-01' }, reader),
    ];
    for (const answer of await Promise.all(writes)) {
      assert.match(errorsOf(answer, 403, 'AccessDenied'), /seller-api:notifications:write/);
    }
    const received = good(await api.post(`/destinations/${theirs.pull}/receive`, {}, reader));
    assert.equal(received.messages.length, 1);
    for (const path of ['/destinations', `/deliveries/${theirs.delivery}`, `/destinations/${theirs.pull}/deliveries`]) {
      good(await api.get(path, reader));
      errorsOf(await api.get(path, { token: 'no-rights' }), 403, 'AccessDenied');
      errorsOf(await api.get(path, { token: 'operator' }), 403, 'AccessDenied');
    }
  });
});
