import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { DestinationStatus } from '../../src/domain/notifications/destination.ts';
import { withEngines } from '../db/engines.ts';
import { type Door, errorsOf, good, HOOK, ME, openNotificationDoor, RIVAL, type Sent } from './notifications-app.ts';

const own = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');

withEngines('changing destinations', (engine) => {
  let door: Door;
  before(async () => {
    door = await openNotificationDoor(engine);
  });
  after(() => door.close());
  beforeEach(async () => {
    for (const { channelId } of good(await door.get('/destinations')).channels)
      await door.delete(`/destinations/${channelId}`);
  });

  const make = async (body: Sent) => `/destinations/${(await door.create(body)).channelId}`;
  const hook = (more: Sent = {}) => make({ webhookConfig: { url: HOOK, ...more } });
  const stored = async (path: string) =>
    (await door.notifications.destinations.find(ME, path.slice(14))) ?? assert.fail();
  const settingsOf = async (path: string) => (await stored(path)).settings.webhook ?? assert.fail();
  const setStatus = (path: string, status: DestinationStatus) =>
    door.notifications.destinations.change(ME, path.slice(14), (one) => ({ ...one, status, failingSinceMs: 5 }));

  test('200 an empty change changes nothing but the time; the name and the events change', async () => {
    const path = await hook({ headers: { 'X-A': 'secret-a' }, maxInFlight: 4 });
    const before = good(await door.get(path));
    door.clock.now += 1_000;
    const same = good(await door.patch(path, {}));
    assert.deepEqual(same, { ...before, lastModifiedTimestamp: before.createdTimestamp + 1_000 });
    const named = good(await door.patch(path, { name: 'New', eventTypes: ['pricing_health'] }));
    assert.deepEqual([named.channelName, named.eventTypes], ['New', ['PRICING_HEALTH']]);
    const all = good(await door.patch(path, { eventTypes: null }));
    assert.ok(!('eventTypes' in all));
    assert.equal(all.channelName, 'New');
  });

  test('200 an answer sent back as it is changes nothing', async () => {
    const more = { headers: { 'X-A': 'secret-a' }, signing: { secret: own(1) }, team: { apiKey: 'k', n: 1 } };
    const path = await hook(more);
    const before = await stored(path);
    const read = good(await door.get(path));
    assert.deepEqual(
      good(await door.patch(path, { ...read, webhookConfig: { ...read.webhookConfig, signing: { secret: '****' } } })),
      read,
    );
    assert.deepEqual(await stored(path), before);
  });

  test('200 webhookConfig key by key: headers as a whole, masks stay, null takes away', async () => {
    const path = await hook({
      headers: { 'X-A': 'a', 'X-B': 'b' },
      maxInFlight: 4,
      note: 1,
      deep: [{ token: 't', n: 1 }],
    });
    await door.patch(path, { webhookConfig: { headers: { 'x-a': '****', 'X-C': 'c' } } });
    assert.deepEqual((await settingsOf(path)).headers, { 'x-a': 'a', 'X-C': 'c' });
    const url = 'https://other.example/';
    for (const headers of [undefined, { 'x-a': '****' }]) {
      const refused = await door.patch(path, { webhookConfig: { url, ...(headers ? { headers } : {}) } });
      assert.match(errorsOf(refused, 400, 'InvalidInput'), /webhookConfig\.headers must be given again/);
    }
    await door.patch(path, {
      webhookConfig: { note: null, deep: [{ token: '****', n: 2 }], url, headers: { 'X-A': 'new' } },
    });
    const settings = await settingsOf(path);
    assert.deepEqual(settings.others, { deep: [{ token: 't', n: 2 }] });
    assert.deepEqual([settings.url, settings.maxInFlight], ['https://other.example/', 4]);
    await door.patch(path, { webhookConfig: { headers: null, maxInFlight: null } });
    const { headers, maxInFlight } = await settingsOf(path);
    assert.deepEqual([headers, maxInFlight], [{}, 10]);
  });

  test('200 a document sent back as it was read changes nothing, whatever its status', async () => {
    for (const body of [{ type: 'PULL' }, { emailConfig: { address: 'other@elsewhere.example' } }]) {
      const path = await make(body);
      const read = good(await door.get(path));
      const { lastModifiedTimestamp: _time, ...same } = read;
      const { lastModifiedTimestamp: _later, ...after } = good(await door.patch(path, read));
      assert.deepEqual(after, same);
    }
  });

  test('200 an own secret is in force at once; it is shown nowhere', async () => {
    const path = await hook();
    await door.post(`${path}/rotateSecret`);
    const answer = await door.patch(path, { webhookConfig: { signing: { secret: own(2) } } });
    assert.ok(!answer.body.includes('whsec_'));
    assert.deepEqual(door.notifications.destinations.secretsOf(await stored(path)), [own(2)]);
  });

  test('200 the settings of the other types', async () => {
    const pull = await make({ pullConfig: { visibilityTimeoutSeconds: 5, retentionSeconds: 100 } });
    const changed = good(
      await door.patch(pull, { pullConfig: { retentionSeconds: null, visibilityTimeoutSeconds: 7 } }),
    );
    assert.deepEqual(changed.pullConfig, { visibilityTimeoutSeconds: 7, retentionSeconds: 345_600 });
    const subscription = { endpoint: 'https://push.example.com/a', keys: { p256dh, auth: 'x'.repeat(22) } };
    const push = await make({ mobilePushConfig: { subscription } });
    const keys = { p256dh: '****', auth: 'y'.repeat(22) };
    await door.patch(push, { mobilePushConfig: { subscription: { endpoint: 'https://push.example.com/b', keys } } });
    assert.deepEqual((await stored(push)).settings.push, {
      endpoint: 'https://push.example.com/b',
      keys: { ...keys, p256dh },
    });
    const ignored = good(await door.patch(push, { webhookConfig: { url: 5 }, emailConfig: 'x' }));
    assert.deepEqual(ignored.webhookConfig, {});
  });

  test('200 a new address must be confirmed, unless it is the registered one', async () => {
    const path = await make({ type: 'EMAIL' });
    const patch = async (body: Sent) => good(await door.patch(path, body)).status;
    assert.equal(await patch({ emailConfig: { address: 'DEMO@store.example' } }), 'ACTIVE');
    assert.equal(
      await patch({ emailConfig: { address: 'other@store.example' }, status: 'ACTIVE' }),
      'PENDING_VERIFICATION',
    );
    assert.match(errorsOf(await door.patch(path, { status: 'ACTIVE' }), 409, 'Conflict'), /confirm/);
    assert.equal(await patch({ status: 'inactive' }), 'INACTIVE');
    assert.equal(await patch({ status: 'ACTIVE' }), 'PENDING_VERIFICATION', 'off and on is no confirmation');
    assert.equal(await patch({ emailConfig: { address: null } }), 'ACTIVE');
    assert.equal((await stored(path)).settings.email?.address, 'demo@store.example');
    await patch({ status: 'INACTIVE' });
    assert.equal(await patch({ emailConfig: { address: 'third@store.example' } }), 'INACTIVE');
    assert.equal((await stored(path)).isConfirmed, false);
    const sms = await make({ type: 'SMS' });
    const changed = good(await door.patch(sms, { smsConfig: { phoneNumber: '+4915112345678' } }));
    assert.equal(changed.status, 'PENDING_VERIFICATION');
  });

  test('200 ACTIVE and INACTIVE by the owner; what was suspended begins anew', async () => {
    const path = await hook();
    assert.equal(good(await door.patch(path, { status: 'INACTIVE' })).status, 'INACTIVE');
    await setStatus(path, 'SUSPENDED');
    assert.equal(good(await door.patch(path, { status: 'Active' })).status, 'ACTIVE');
    assert.equal((await stored(path)).failingSinceMs, undefined);
  });

  test('400 what is wrong with a change, and nothing of it is done', async () => {
    const path = await hook({ headers: { 'X-A': 'a' } });
    const before = await stored(path);
    const bad: [body: unknown, says: RegExp][] = [
      [[], /must be an object/],
      [{ status: 'SUSPENDED', name: 'x' }, /status must be one of ACTIVE, INACTIVE/],
      [{ status: 'PENDING_VERIFICATION' }, /status must be one of/],
      [{ status: null }, /status must be one of/],
      [{ type: 'PULL' }, /type is WEBHOOKS and cannot be changed/],
      [{ type: 'FAX' }, /type must be one of/],
      [{ channelId: 'ch_1' }, /channelId cannot be changed/],
      [{ channelName: null }, /channelName must be a string/],
      [{ eventTypes: [] }, /at least one/],
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
    for (const [body, says] of bad) assert.match(errorsOf(await door.patch(path, body), 400, 'InvalidInput'), says);
    assert.deepEqual(await stored(path), before);
  });

  test('403 a change to another owner, or without the right', async () => {
    const path = await hook();
    errorsOf(await door.patch(path, { channelOwner: RIVAL }), 403, 'AccessDenied');
    const reader = { token: `reader.${ME}` };
    errorsOf(await door.patch(path, {}, reader), 403, 'AccessDenied');
    errorsOf(await door.delete(path, reader), 403, 'AccessDenied');
    errorsOf(await door.post(`${path}/rotateSecret`, {}, reader), 403, 'AccessDenied');
    good(await door.get(path, reader));
    good(await door.get('/destinations', reader));
  });

  test('204 then 404: a deleted destination is gone from everywhere', async () => {
    const path = await hook();
    const answer = await door.delete(path);
    assert.deepEqual([answer.statusCode, answer.body], [204, '']);
    for (const again of [door.delete(path), door.get(path), door.patch(path, {}), door.get(`${path}/deliveries`)]) {
      errorsOf(await again, 404, 'NotFound');
    }
    assert.deepEqual(good(await door.get('/destinations')).channels, []);
  });

  test('200 rotation: the new secret is shown once, and the one before counts during the grace', async () => {
    type Step = { from: string | undefined; to: string | undefined };
    const steps: Step[] = [
      { from: undefined, to: undefined },
      { from: undefined, to: own(3) },
      { from: own(1), to: undefined },
      { from: own(1), to: own(3) },
    ];
    for (const { from, to } of steps) {
      const made = await door.create({ webhookConfig: { url: HOOK, ...(from ? { signing: { secret: from } } : {}) } });
      const path = `/destinations/${made.channelId}`;
      const first = made.webhookConfig.signing.secret;
      const body = { graceSeconds: 60, ...(to ? { secret: to } : {}) };
      const shown = good(await door.post(`${path}/rotateSecret`, body)).webhookConfig.signing.secret;
      assert.notEqual(shown, first);
      if (to) assert.equal(shown, to);
      assert.deepEqual(door.notifications.destinations.secretsOf(await stored(path)), [shown, first]);
      door.clock.now += 60_000;
      assert.deepEqual(door.notifications.destinations.secretsOf(await stored(path)), [shown]);
      // A change of something else in between leaves the grace as it is.
      const second = own(4);
      good(await door.post(`${path}/rotateSecret`, { secret: second }));
      await door.patch(path, { webhookConfig: { maxInFlight: 2 } });
      door.clock.now += 86_400_000 - 1;
      assert.deepEqual(door.notifications.destinations.secretsOf(await stored(path)), [second, shown]);
      const third = good(await door.post(`${path}/rotateSecret`, { graceSeconds: 0 })).webhookConfig.signing.secret;
      assert.deepEqual(door.notifications.destinations.secretsOf(await stored(path)), [third]);
      assert.equal((await settingsOf(path)).previousSecret, undefined);
      assert.equal(good(await door.get(path)).webhookConfig.signing, undefined);
    }
  });

  test('400 rotation of what has no secret, or with a bad one', async () => {
    const pull = await make({});
    assert.match(errorsOf(await door.post(`${pull}/rotateSecret`), 400, 'InvalidInput'), /type PULL.*WEBHOOKS/s);
    const path = await hook();
    const bad: [body: unknown, says: RegExp][] = [
      [{ graceSeconds: -1 }, /from 0 to 604800/],
      [{ graceSeconds: 604_801 }, /from 0 to 604800/],
      [{ graceSeconds: '5' }, /not a string/],
      [{ secret: 'whsec_topsecret' }, /secret must be whsec_/],
      [{ secret: null }, /secret must be a string/],
      [[], /must be an object/],
    ];
    for (const [body, says] of bad) {
      const text = errorsOf(await door.post(`${path}/rotateSecret`, body), 400, 'InvalidInput');
      assert.match(text, says);
      assert.ok(!text.includes('topsecret'));
    }
    assert.equal((await stored(path)).secretVersion, 1);
  });
});
