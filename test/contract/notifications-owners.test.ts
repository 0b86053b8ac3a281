import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEngines } from '../db/engines.ts';
import { type Door, errorsOf, good, HOOK, openNotificationDoor, RIVAL, token } from './notifications-app.ts';

const handles = { receiptHandles: ['dlv_x.y'] };

withEngines('destinations of others', (engine) => {
  let door: Door;
  let theirs: { hook: string; pull: string; delivery: string };
  before(async () => {
    door = await openNotificationDoor(engine);
    const hook = await door.create({ webhookConfig: { url: HOOK } }, token(RIVAL));
    door.clock.now += 1;
    const pull = await door.create({}, token(RIVAL));
    await door.post('/subscriptions/PULL/testNotification', {}, token(RIVAL));
    const { deliveries } = good(await door.get(`/destinations/${pull.channelId}/deliveries`, token(RIVAL)));
    theirs = { hook: hook.channelId, pull: pull.channelId, delivery: deliveries[0].deliveryId };
  });
  after(() => door.close());

  type Ask = (id: string) => ReturnType<Door['get']>;
  const asks: [name: string, of: 'hook' | 'pull' | 'delivery', ask: Ask][] = [
    ['GET', 'hook', (id) => door.get(`/destinations/${id}`)],
    ['PATCH', 'hook', (id) => door.patch(`/destinations/${id}`, { status: 'FAX' })],
    ['DELETE', 'hook', (id) => door.delete(`/destinations/${id}`)],
    ['rotateSecret', 'hook', (id) => door.post(`/destinations/${id}/rotateSecret`, { graceSeconds: -1 })],
    ['deliveries', 'pull', (id) => door.get(`/destinations/${id}/deliveries`)],
    ['deliveries with a token', 'pull', (id) => door.get(`/destinations/${id}/deliveries?nextToken=x`)],
    ['recover', 'hook', (id) => door.post(`/destinations/${id}/recover`, { since: '2026-01-01' })],
    ['receive', 'pull', (id) => door.post(`/destinations/${id}/receive`, { waitSeconds: 1 })],
    ['receive of no queue', 'hook', (id) => door.post(`/destinations/${id}/receive`)],
    ['acknowledge', 'pull', (id) => door.post(`/destinations/${id}/acknowledge`, handles)],
    ['extend', 'pull', (id) => door.post(`/destinations/${id}/extend`, { ...handles, visibilityTimeoutSeconds: 5 })],
    ['giveBack', 'pull', (id) => door.post(`/destinations/${id}/giveBack`, handles)],
    ['a test', 'hook', (id) => door.post('/subscriptions/WEBHOOKS/testNotification', { destinationId: id })],
    ['a test of another type', 'hook', (id) => door.post('/subscriptions/PULL/testNotification', { channelId: id })],
    ['a delivery', 'delivery', (id) => door.get(`/deliveries/${id}`)],
    ['resend', 'delivery', (id) => door.post(`/deliveries/${id}/resend`)],
  ];
  for (const [name, of, ask] of asks) {
    test(`404 ${name}: another seller's gives the same bytes as one that nobody has`, async () => {
      const other = await ask(theirs[of]);
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
        const nobodys = await ask(isBody ? id.replaceAll('%', '') : id);
        assert.deepEqual([nobodys.statusCode, nobodys.body], [404, other.body], id);
      }
    });
  }

  test('404 nothing of it happened, and a seller sees only its own', async () => {
    assert.deepEqual(good(await door.get('/destinations')), { channels: [] });
    const { channels } = good(await door.get('/destinations', token(RIVAL)));
    assert.deepEqual(
      channels.map(({ channelId, status }: { channelId: string; status: string }) => [channelId, status]),
      [theirs.hook, theirs.pull].map((id) => [id, 'ACTIVE']),
    );
    const { deliveries } = good(await door.get(`/destinations/${theirs.pull}/deliveries`, token(RIVAL)));
    assert.deepEqual([deliveries.length, deliveries[0].state, deliveries[0].attemptCount], [1, 'PENDING', 0]);
  });

  test('403 reading is no right to write; writing operations say which right they need', async () => {
    const reader = { token: `reader.${RIVAL}` };
    const writes = [
      door.post('/subscriptions/PULL/testNotification', {}, reader),
      door.post(`/deliveries/${theirs.delivery}/resend`, undefined, reader),
      door.post(`/destinations/${theirs.hook}/recover`, { since: '2026-01-01' }, reader),
    ];
    for (const answer of await Promise.all(writes)) {
      assert.match(errorsOf(answer, 403, 'AccessDenied'), /seller-api:notifications:write/);
    }
    const received = good(await door.post(`/destinations/${theirs.pull}/receive`, {}, reader));
    assert.equal(received.messages.length, 1);
    for (const path of ['/destinations', `/deliveries/${theirs.delivery}`, `/destinations/${theirs.pull}/deliveries`]) {
      good(await door.get(path, reader));
      errorsOf(await door.get(path, { token: 'no-rights' }), 403, 'AccessDenied');
      errorsOf(await door.get(path, { token: 'operator' }), 403, 'AccessDenied');
    }
  });
});
