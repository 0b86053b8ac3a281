import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import type { DestinationStatus } from '../../../src/domain/notifications/destination.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import {
  errorsOf,
  good,
  HOOK,
  ME,
  type NotificationApi,
  openNotificationApi,
  RIVAL,
  type Sent,
} from './notifications-app.ts';

const own = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');

withEnginesInTorture('changing destinations', (engine) => {
  let api: NotificationApi;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());
  beforeEach(async () => {
    for (const { channelId } of good(await api.get('/destinations')).channels)
      await api.delete(`/destinations/${channelId}`);
  });

  const make = async (body: Sent) => `/destinations/${(await api.create(body)).channelId}`;
  const hook = (more: Sent = {}) => make({ webhookConfig: { url: HOOK, ...more } });
  const stored = async (path: string) =>
    (await api.notifications.destinations.find({ sellerId: ME }, path.slice(14))) ?? assert.fail();
  const settingsOf = async (path: string) => (await stored(path)).settings.webhook ?? assert.fail();
  const setStatus = (path: string, status: DestinationStatus) =>
    api.notifications.destinations.change({ sellerId: ME }, path.slice(14), (one) => ({
      ...one,
      status,
      failingSinceMs: 5,
    }));

  test('200 an empty change updates only lastModifiedTimestamp; name and eventTypes can be changed', async () => {
    const path = await hook({ headers: { 'X-A': 'secret-a' }, maxInFlight: 4 });
    const before = good(await api.get(path));
    api.clock.now += 1_000;
    const same = good(await api.patch(path, {}));
    assert.deepEqual(same, { ...before, lastModifiedTimestamp: before.createdTimestamp + 1_000 });
    const named = good(await api.patch(path, { name: 'New', eventTypes: ['pricing_health'] }));
    assert.deepEqual([named.channelName, named.eventTypes], ['New', ['PRICING_HEALTH']]);
    const all = good(await api.patch(path, { eventTypes: null }));
    assert.ok(!('eventTypes' in all));
    assert.equal(all.channelName, 'New');
  });

  test('200 an answer that is sent back unchanged changes nothing', async () => {
    const more = { headers: { 'X-A': 'secret-a' }, signing: { secret: own(1) }, team: { apiKey: 'k', n: 1 } };
    const path = await hook(more);
    const before = await stored(path);
    const read = good(await api.get(path));
    assert.deepEqual(
      good(await api.patch(path, { ...read, webhookConfig: { ...read.webhookConfig, signing: { secret: '****' } } })),
      read,
    );
    assert.deepEqual(await stored(path), before);
  });

  test('200 webhookConfig is merged key by key: headers are replaced as a whole, a mask keeps a value, null removes it', async () => {
    const path = await hook({
      headers: { 'X-A': 'a', 'X-B': 'b' },
      maxInFlight: 4,
      note: 1,
      deep: [{ token: 't', n: 1 }],
    });
    await api.patch(path, { webhookConfig: { headers: { 'x-a': '****', 'X-C': 'c' } } });
    assert.deepEqual((await settingsOf(path)).headers, { 'x-a': 'a', 'X-C': 'c' });
    const url = 'https://other.example/';
    for (const headers of [undefined, { 'x-a': '****' }]) {
      const rejected = await api.patch(path, { webhookConfig: { url, ...(headers ? { headers } : {}) } });
      assert.match(errorsOf(rejected, 400, 'InvalidInput'), /webhookConfig\.headers must be given again/);
    }
    await api.patch(path, {
      webhookConfig: { note: null, deep: [{ token: '****', n: 2 }], url, headers: { 'X-A': 'new' } },
    });
    const settings = await settingsOf(path);
    assert.deepEqual(settings.others, { deep: [{ token: 't', n: 2 }] });
    assert.deepEqual([settings.url, settings.maxInFlight], ['https://other.example/', 4]);
    await api.patch(path, { webhookConfig: { headers: null, maxInFlight: null } });
    const { headers, maxInFlight } = await settingsOf(path);
    assert.deepEqual([headers, maxInFlight], [{}, 10]);
  });

  test('200 a destination that is sent back as it was read changes nothing, in every status', async () => {
    for (const body of [{ type: 'PULL' }, { emailConfig: { address: 'other@elsewhere.example' } }]) {
      const path = await make(body);
      const read = good(await api.get(path));
      const { lastModifiedTimestamp: _time, ...same } = read;
      const { lastModifiedTimestamp: _later, ...after } = good(await api.patch(path, read));
      assert.deepEqual(after, same);
    }
  });

  test('200 a secret from the seller is in force at once, and no answer shows it', async () => {
    const path = await hook();
    await api.post(`${path}/rotateSecret`);
    const answer = await api.patch(path, { webhookConfig: { signing: { secret: own(2) } } });
    assert.ok(!answer.body.includes('whsec_'));
    assert.deepEqual(api.notifications.destinations.secretsOf(await stored(path)), [own(2)]);
  });

  test('200 the settings of the other types can be changed', async () => {
    const pull = await make({ pullConfig: { visibilityTimeoutSeconds: 5, retentionSeconds: 100 } });
    const changed = good(
      await api.patch(pull, { pullConfig: { retentionSeconds: null, visibilityTimeoutSeconds: 7 } }),
    );
    assert.deepEqual(changed.pullConfig, { visibilityTimeoutSeconds: 7, retentionSeconds: 345_600 });
    const subscription = { endpoint: 'https://push.example.com/a', keys: { p256dh, auth: 'x'.repeat(22) } };
    const push = await make({ mobilePushConfig: { subscription } });
    const keys = { p256dh: '****', auth: 'y'.repeat(22) };
    await api.patch(push, { mobilePushConfig: { subscription: { endpoint: 'https://push.example.com/b', keys } } });
    assert.deepEqual((await stored(push)).settings.push, {
      endpoint: 'https://push.example.com/b',
      keys: { ...keys, p256dh },
    });
    const ignored = good(await api.patch(push, { webhookConfig: { url: 5 }, emailConfig: 'x' }));
    assert.deepEqual(ignored.webhookConfig, {});
  });

  test('200 a new address must be confirmed, unless it is the registered one', async () => {
    const path = await make({ type: 'EMAIL' });
    const patch = async (body: Sent) => good(await api.patch(path, body)).status;
    assert.equal(await patch({ emailConfig: { address: 'DEMO@store.example' } }), 'ACTIVE');
    assert.equal(
      await patch({ emailConfig: { address: 'other@store.example' }, status: 'ACTIVE' }),
      'PENDING_VERIFICATION',
    );
    assert.match(errorsOf(await api.patch(path, { status: 'ACTIVE' }), 409, 'Conflict'), /confirm/);
    assert.equal(await patch({ status: 'inactive' }), 'INACTIVE');
    assert.equal(await patch({ status: 'ACTIVE' }), 'PENDING_VERIFICATION', 'off and on is no confirmation');
    assert.equal(await patch({ emailConfig: { address: null } }), 'ACTIVE');
    assert.equal((await stored(path)).settings.email?.address, 'demo@store.example');
    await patch({ status: 'INACTIVE' });
    assert.equal(await patch({ emailConfig: { address: 'third@store.example' } }), 'INACTIVE');
    assert.equal((await stored(path)).isConfirmed, false);
    const sms = await make({ type: 'SMS' });
    const changed = good(await api.patch(sms, { smsConfig: { phoneNumber: '+4915112345678' } }));
    assert.equal(changed.status, 'PENDING_VERIFICATION');
  });

  test('200 the owner sets ACTIVE and INACTIVE; ACTIVE clears a suspension and its failures', async () => {
    const path = await hook();
    assert.equal(good(await api.patch(path, { status: 'INACTIVE' })).status, 'INACTIVE');
    await setStatus(path, 'SUSPENDED');
    assert.equal(good(await api.patch(path, { status: 'Active' })).status, 'ACTIVE');
    assert.equal((await stored(path)).failingSinceMs, undefined);
  });

  test('400 an invalid change is rejected as a whole, with the reason', async () => {
    const path = await hook({ headers: { 'X-A': 'a' } });
    const before = await stored(path);
    const bad: [body: unknown, message: RegExp][] = [
      [[], /must be an object/],
      [{ status: 'SUSPENDED', name: 'x' }, /status must be one of ACTIVE, INACTIVE/],
      [{ status: 'PENDING_VERIFICATION' }, /status must be one of/],
      [{ status: null }, /status must be one of/],
      [{ type: 'PULL' }, /type is WEBHOOKS and cannot be changed/],
      [{ type: 'FAX' }, /type must be one of/],
      [{ channelId: 'ch_1' }, /channelId cannot be changed/],
      [{ channelName: null }, /channelName must be a string/],
      [{ channelName: 'a\u202eb' }, /channelName must not contain .* U\+202E/],
      [{ webhookConfig: [] }, /webhookConfig must be an object/],
      [{ webhookConfig: { url: null } }, /webhookConfig\.url must be a string/],
      [{ webhookConfig: { url: 'http://x.example' } }, /must be https/],
      [{ webhookConfig: { headers: { 'X-NEW': '****' } } }, /not the mask/],
      [{ webhookConfig: { headers: 'x' } }, /headers must be an object/],
      [{ webhookConfig: { signing: null } }, /signing must be an object/],
      [{ webhookConfig: { signing: { secret: null } } }, /signing\.secret must be a string/],
      [{ webhookConfig: { signing: { secret: 'whsec_short' } } }, /24 to 64 bytes/],
      [{ webhookConfig: { newToken: '****' } }, /newToken must be its value/],
      [{ webhookConfig: { maxInFlight: 0 } }, /from 1 to 100/],
    ];
    for (const [body, message] of bad)
      assert.match(errorsOf(await api.patch(path, body), 400, 'InvalidInput'), message);
    assert.deepEqual(await stored(path), before);
  });

  test('403 a change of the owner, and a change without the right to write', async () => {
    const path = await hook();
    errorsOf(await api.patch(path, { channelOwner: RIVAL }), 403, 'AccessDenied');
    const reader = { token: `reader.${ME}` };
    errorsOf(await api.patch(path, {}, reader), 403, 'AccessDenied');
    errorsOf(await api.delete(path, reader), 403, 'AccessDenied');
    errorsOf(await api.post(`${path}/rotateSecret`, {}, reader), 403, 'AccessDenied');
    good(await api.get(path, reader));
    good(await api.get('/destinations', reader));
  });

  test('204 a deleted destination answers 404 everywhere', async () => {
    const path = await hook();
    const answer = await api.delete(path);
    assert.deepEqual([answer.statusCode, answer.body], [204, '']);
    for (const again of [api.delete(path), api.get(path), api.patch(path, {}), api.get(`${path}/deliveries`)]) {
      errorsOf(await again, 404, 'NotFound');
    }
    assert.deepEqual(good(await api.get('/destinations')).channels, []);
  });

  test('200 rotation shows the new secret once, and the previous one is valid during the grace period', async () => {
    type Step = { from: string | undefined; to: string | undefined };
    const steps: Step[] = [
      { from: undefined, to: undefined },
      { from: undefined, to: own(3) },
      { from: own(1), to: undefined },
      { from: own(1), to: own(3) },
    ];
    for (const { from, to } of steps) {
      const created = await api.create({
        webhookConfig: { url: HOOK, ...(from ? { signing: { secret: from } } : {}) },
      });
      const path = `/destinations/${created.channelId}`;
      const first = created.webhookConfig.signing.secret;
      const body = { graceSeconds: 60, ...(to ? { secret: to } : {}) };
      const shown = good(await api.post(`${path}/rotateSecret`, body)).webhookConfig.signing.secret;
      assert.notEqual(shown, first);
      if (to) assert.equal(shown, to);
      assert.deepEqual(api.notifications.destinations.secretsOf(await stored(path)), [shown, first]);
      api.clock.now += 60_000;
      assert.deepEqual(api.notifications.destinations.secretsOf(await stored(path)), [shown]);
      // Another change in between does not affect the grace period.
      const second = own(4);
      good(await api.post(`${path}/rotateSecret`, { secret: second }));
      await api.patch(path, { webhookConfig: { maxInFlight: 2 } });
      api.clock.now += DAY_MS - 1;
      assert.deepEqual(api.notifications.destinations.secretsOf(await stored(path)), [second, shown]);
      const third = good(await api.post(`${path}/rotateSecret`, { graceSeconds: 0 })).webhookConfig.signing.secret;
      assert.deepEqual(api.notifications.destinations.secretsOf(await stored(path)), [third]);
      assert.equal((await settingsOf(path)).previousSecret, undefined);
      assert.equal(good(await api.get(path)).webhookConfig.signing, undefined);
    }
  });

  test('400 rotation of a destination without a secret, or to an invalid secret', async () => {
    const pull = await make({});
    assert.match(errorsOf(await api.post(`${pull}/rotateSecret`), 400, 'InvalidInput'), /type PULL.*WEBHOOKS/s);
    const path = await hook();
    const bad: [body: unknown, message: RegExp][] = [
      [{ graceSeconds: -1 }, /from 0 to 604800/],
      [{ graceSeconds: 604_801 }, /from 0 to 604800/],
      [{ graceSeconds: '5' }, /not a string/],
      [{ secret: 'whsec_topsecret' }, /secret must be whsec_/],
      [{ secret: 7 }, /secret must be a string/],
      [[], /must be an object/],
    ];
    for (const [body, message] of bad) {
      const text = errorsOf(await api.post(`${path}/rotateSecret`, body), 400, 'InvalidInput');
      assert.match(text, message);
      assert.ok(!text.includes('topsecret'));
    }
    assert.equal((await stored(path)).secretVersion, 1);
  });
});
