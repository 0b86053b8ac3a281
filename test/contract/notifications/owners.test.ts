import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import {
  delegated,
  errorsOf,
  good,
  HOOK,
  type NotificationApi,
  type Options,
  openNotificationApi,
  RIVAL,
  token,
} from './notifications-app.ts';

const handles = { receiptHandles: ['dlv_x.y'] };

type Theirs = { hook: string; pull: string; mail: string; delivery: string };

async function createTheirs(api: NotificationApi, owner: Options): Promise<Theirs> {
  const hook = await api.create({ webhookConfig: { url: HOOK } }, owner);
  api.clock.now += 1;
  const pull = await api.create({}, owner);
  api.clock.now += 1;
  const mail = await api.create({ emailConfig: { address: `a${api.clock.now}@other.example` } }, owner);
  await api.post('/subscriptions/PULL/testNotification', {}, owner);
  const { deliveries } = good(await api.get(`/destinations/${pull.channelId}/deliveries`, owner));
  const [{ deliveryId: delivery }] = deliveries;
  return { hook: hook.channelId, pull: pull.channelId, mail: mail.channelId, delivery };
}

type Send = (api: NotificationApi, id: string, by: Options) => ReturnType<NotificationApi['get']>;

/** Every notification endpoint that takes the id of a destination or delivery. */
const requests: [name: string, of: keyof Theirs, send: Send][] = [
  ['GET', 'hook', (api, id, by) => api.get(`/destinations/${id}`, by)],
  ['PATCH', 'hook', (api, id, by) => api.patch(`/destinations/${id}`, { status: 'FAX' }, by)],
  ['DELETE', 'hook', (api, id, by) => api.delete(`/destinations/${id}`, by)],
  ['confirm', 'mail', (api, id, by) => api.post(`/destinations/${id}/confirm`, { code: '123456' }, by)],
  ['rotateSecret', 'hook', (api, id, by) => api.post(`/destinations/${id}/rotateSecret`, { graceSeconds: -1 }, by)],
  ['deliveries', 'pull', (api, id, by) => api.get(`/destinations/${id}/deliveries`, by)],
  ['deliveries with a token', 'pull', (api, id, by) => api.get(`/destinations/${id}/deliveries?nextToken=x`, by)],
  ['recover', 'hook', (api, id, by) => api.post(`/destinations/${id}/recover`, { since: '2026-01-01' }, by)],
  ['receive', 'pull', (api, id, by) => api.post(`/destinations/${id}/receive`, { waitSeconds: 1 }, by)],
  ['receive of no queue', 'hook', (api, id, by) => api.post(`/destinations/${id}/receive`, undefined, by)],
  ['acknowledge', 'pull', (api, id, by) => api.post(`/destinations/${id}/acknowledge`, handles, by)],
  [
    'extend',
    'pull',
    (api, id, by) => api.post(`/destinations/${id}/extend`, { ...handles, visibilityTimeoutSeconds: 5 }, by),
  ],
  ['giveBack', 'pull', (api, id, by) => api.post(`/destinations/${id}/giveBack`, handles, by)],
  ['a test', 'hook', (api, id, by) => api.post('/subscriptions/WEBHOOKS/testNotification', { destinationId: id }, by)],
  [
    'a test of another type',
    'hook',
    (api, id, by) => api.post('/subscriptions/PULL/testNotification', { channelId: id }, by),
  ],
  ['a subscription', 'hook', (api, id, by) => api.post('/subscriptions/FEE_CHANGED', { destinationId: id }, by)],
  ['a delivery', 'delivery', (api, id, by) => api.get(`/deliveries/${id}`, by)],
  ['resend', 'delivery', (api, id, by) => api.post(`/deliveries/${id}/resend`, undefined, by)],
];

/** Each row has sellers of its own. */
const callers: [title: string, owner: Options, by: Options][] = [
  ['another seller', token('S1'), token('S2')],
  ['another application of the same seller', delegated('app-a', 'S3'), delegated('app-b', 'S3')],
  ['the seller itself, for a delegated application', token('S4'), delegated('app-b', 'S4')],
  ['the same application, for another seller', delegated('app-a', 'S5'), delegated('app-a', 'S6')],
];

withEnginesInTorture('destinations of others', (engine) => {
  let api: NotificationApi;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());

  for (const [title, owner, by] of callers) {
    describe(title, () => {
      let theirs: Theirs;
      before(async () => {
        theirs = await createTheirs(api, owner);
      });

      for (const [name, of, send] of requests) {
        test(`404 ${name}: the answer for the id of another and for an unknown id has the same bytes`, async () => {
          const other = await send(api, theirs[of], by);
          errorsOf(other, 404, 'NotFound');
          const almost = theirs[of].replace(/.$/, (last) => (last === '0' ? '1' : '0'));
          // What cannot be an id never reaches the store, whoever asks.
          const malformed = owner === callers[0]?.[1] ? ['nope', '..%2f', '%00', 'ü'.repeat(200)] : [];
          for (const id of [almost, ...malformed]) {
            const isBody = name.startsWith('a test') || name === 'a subscription';
            const unknown = await send(api, isBody ? id.replaceAll('%', '') : id, by);
            assert.deepEqual([unknown.statusCode, unknown.body], [404, other.body], id);
          }
        });
      }

      test('404 requests for others change nothing, and a caller lists and tests only its own destinations', async () => {
        errorsOf(await api.post('/subscriptions/WEBHOOKS/testNotification', {}, by), 404, 'NotFound');
        assert.deepEqual(good(await api.get('/destinations', by)), { channels: [] });
        const { channels } = good(await api.get('/destinations', owner));
        assert.deepEqual(
          channels.map(({ channelId, status }: { channelId: string; status: string }) => [channelId, status]),
          [
            [theirs.hook, 'ACTIVE'],
            [theirs.pull, 'ACTIVE'],
            [theirs.mail, 'PENDING_VERIFICATION'],
          ],
        );
        const { deliveries } = good(await api.get(`/destinations/${theirs.pull}/deliveries`, owner));
        assert.deepEqual([deliveries.length, deliveries[0].state, deliveries[0].attemptCount], [1, 'PENDING', 0]);
      });

      test('200 the same Idempotency-Key of another caller creates another destination', async () => {
        const headers = { 'idempotency-key': 'one-key' };
        const mine = await api.create({}, { ...by, headers });
        const other = await api.create({}, { ...owner, headers });
        assert.notEqual(mine.channelId, other.channelId);
        assert.equal((await api.delete(`/destinations/${mine.channelId}`, by)).statusCode, 204);
      });
    });
  }

  test('403 the right to read does not allow writing, and the answer names the right that is missing', async () => {
    const theirs = await createTheirs(api, token(RIVAL));
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
