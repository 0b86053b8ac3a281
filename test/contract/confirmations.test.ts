import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, beforeEach, test } from 'node:test';
import { withEngines } from '../db/engines.ts';
import { HOUR } from '../notifications/notification-store.ts';
import { errorsOf, good, ME, type NotificationApi, openNotificationApi, RIVAL, token } from './notifications-app.ts';

const unregistered = {
  type: 'EMAIL',
  emailConfig: { address: 'stranger@elsewhere.example' },
  channelName: 'BUY NOW <b>',
};

withEngines('confirming an address', (engine) => {
  let api: NotificationApi;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());
  // Each test has its own day: messages to unconfirmed addresses are limited per day.
  beforeEach(() => {
    api.clock.now += 24 * HOUR;
  });

  const statusOf = async (channelId: string) => good(await api.get(`/destinations/${channelId}`)).status;
  const sendTest = (channelId: string, type = 'EMAIL', options = {}) =>
    api.post(`/subscriptions/${type}/testNotification`, { destinationId: channelId }, options);

  /** Sends a test; the link and code that its message contains. */
  async function requestConfirmation(channelId: string, type = 'EMAIL') {
    api.clock.now += 1;
    good(await sendTest(channelId, type));
    const destination = await api.notifications.destinations.find(ME, channelId);
    const [delivery] = await api.notifications.log.deliveries(channelId, { limit: 1 });
    assert.ok(destination && delivery);
    const request = api.notifications.confirmations.confirmationRequestOf(destination, delivery);
    assert.ok(request);
    return { ...request, deliveryId: delivery.deliveryId };
  }
  const page = (method: 'GET' | 'POST', linkToken: string) =>
    api.app.inject({
      method,
      url: `/confirmations/v4/links/${linkToken}`,
      ...(method === 'POST' ? { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' } : {}),
    });

  test('413 a body over 1 KiB confirms nothing, whatever its type and its length', async () => {
    const { channelId } = await api.create({ ...unregistered, emailConfig: { address: 'long@elsewhere.example' } });
    const { token: link } = await requestConfirmation(channelId);
    const url = `/confirmations/v4/links/${link}`;
    for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
      const stream = Readable.from(Array.from({ length: 100 }, () => 'x'.repeat(1_000)));
      for (const [payload, length] of [
        ['x'.repeat(1_025), {}],
        [stream, { 'transfer-encoding': 'chunked' }],
      ] as const) {
        const headers = { 'content-type': type, ...length };
        const answer = await api.app.inject({ method: 'POST', url, payload, headers });
        assert.equal(answer.statusCode, 413, answer.body);
        assert.match(answer.body, /at most 1024 bytes here/);
      }
    }
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    assert.equal((await page('POST', link)).statusCode, 200);
  });

  test('200 opening the link changes nothing; the button confirms once', async () => {
    const { channelId, status } = await api.create(unregistered);
    assert.equal(status, 'PENDING_VERIFICATION');
    const { token: link } = await requestConfirmation(channelId);
    for (let n = 0; n < 2; n += 1) {
      const shown = await page('GET', link);
      assert.equal(shown.statusCode, 200);
      assert.match(shown.body, /<form method="post"><button/);
      assert.match(shown.body, /s•••@elsewhere\.example/);
      // No text that the seller wrote, and not the whole address.
      assert.doesNotMatch(shown.body, /BUY NOW|stranger@|<script/);
      assert.match(String(shown.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
      assert.equal(shown.headers['cache-control'], 'no-store');
      assert.match(String(shown.headers['content-type']), /^text\/html/);
    }
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    const confirmed = await page('POST', link);
    assert.equal(confirmed.statusCode, 200);
    assert.match(confirmed.body, /confirmed/);
    assert.equal(await statusOf(channelId), 'ACTIVE');
    for (const method of ['GET', 'POST'] as const) assert.equal((await page(method, link)).statusCode, 404);
  });

  test('404 for an invalid or replaced link, 410 for an expired one', async () => {
    const { channelId } = await api.create(unregistered);
    const first = await requestConfirmation(channelId);
    const second = await requestConfirmation(channelId);
    for (const bad of [
      first.token,
      `${second.token}x`,
      second.token.slice(0, -1),
      channelId,
      `${channelId}.`,
      'x',
      'a%00b',
    ])
      for (const method of ['GET', 'POST'] as const) assert.equal((await page(method, bad)).statusCode, 404, bad);
    // A new address makes the old link invalid.
    good(await api.patch(`/destinations/${channelId}`, { emailConfig: { address: 'other@elsewhere.example' } }));
    assert.equal((await page('POST', second.token)).statusCode, 404);
    const third = await requestConfirmation(channelId);
    api.clock.now += 24 * HOUR;
    for (const method of ['GET', 'POST'] as const) assert.equal((await page(method, third.token)).statusCode, 410);
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
  });

  test('200 for the code in the message, 400 for a wrong one, 409 after five wrong ones or when none was sent', async () => {
    const { channelId } = await api.create({ type: 'SMS', smsConfig: { phoneNumber: '+15035550199' } });
    const confirm = (code: unknown, options = {}) => api.post(`/destinations/${channelId}/confirm`, { code }, options);
    errorsOf(await confirm('123456'), 409, 'Conflict');
    const first = await requestConfirmation(channelId, 'SMS');
    const wrong = String((Number(first.code) + 1) % 1_000_000).padStart(6, '0');
    for (const malformed of ['12345', 'abcdef', 123456, undefined])
      errorsOf(await confirm(malformed), 400, 'InvalidInput');
    for (let n = 0; n < 5; n += 1) errorsOf(await confirm(wrong), 400, 'InvalidInput');
    errorsOf(await confirm(first.code), 409, 'Conflict');
    const { code } = await requestConfirmation(channelId, 'SMS');
    errorsOf(await confirm(code, token(RIVAL)), 404, 'NotFound');
    assert.equal(good(await confirm(code)).status, 'ACTIVE');
    errorsOf(await confirm(code), 409, 'Conflict');
  });

  test('409 nothing but the owner of the address can confirm it', async () => {
    const { channelId } = await api.create(unregistered);
    errorsOf(await api.patch(`/destinations/${channelId}`, { status: 'ACTIVE' }), 409, 'Conflict');
    for (const status of ['INACTIVE', 'ACTIVE']) good(await api.patch(`/destinations/${channelId}`, { status }));
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    const { deliveryId } = await requestConfirmation(channelId);
    errorsOf(await api.post(`/deliveries/${deliveryId}/resend`), 409, 'Conflict');
    errorsOf(await api.post(`/destinations/${channelId}/recover`, { since: '2020-01-01' }), 409, 'Conflict');
    // A test that arrives does not confirm the address either.
    await api.settle(await api.queue.claim(10), { result: 'delivered' });
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    // Only tests are sent: events are not even queued.
    await api.publish(ME);
    assert.deepEqual(
      (await api.queue.claim(10)).filter(({ destination }) => destination.destinationId === channelId),
      [],
    );
  });

  test('200 a changed address must be confirmed again, unless it is the registered contact', async () => {
    const { channelId } = await api.create(unregistered);
    await page('POST', (await requestConfirmation(channelId)).token);
    assert.equal(await statusOf(channelId), 'ACTIVE');
    const change = async (address: string | null) =>
      good(await api.patch(`/destinations/${channelId}`, { emailConfig: { address } })).status;
    assert.equal(await change('third@elsewhere.example'), 'PENDING_VERIFICATION');
    assert.equal(await change('DEMO@store.example'), 'ACTIVE');
  });

  test('200 queued tests for one address are not sent to the next one', async () => {
    const { channelId } = await api.create({ type: 'EMAIL' });
    const path = `/destinations/${channelId}`;
    for (let n = 0; n < 5; n += 1) good(await sendTest(channelId));
    good(await api.patch(path, { status: 'INACTIVE' }));
    good(await api.patch(path, { emailConfig: { address: 'victim@elsewhere.example' } }));
    good(await api.patch(path, { status: 'ACTIVE' }));
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    const sent = (await api.queue.claim(100)).filter(({ destination }) => destination.destinationId === channelId);
    assert.deepEqual(sent, []);
    const log = await api.notifications.log.deliveries(channelId, { limit: 10 });
    assert.deepEqual(
      log.map(({ state }) => state),
      Array.from({ length: 5 }, () => 'CANCELED'),
    );
    errorsOf(await api.post(`${path}/recover`, { since: '2020-01-01' }), 409, 'Conflict');
  });

  test('429 after three tests a day to an unconfirmed address from all sellers, or twenty from one seller', async () => {
    const address = { type: 'EMAIL', emailConfig: { address: 'Often@elsewhere.example' } };
    const mine = await api.create(address);
    const theirs = await api.create(
      { type: 'EMAIL', emailConfig: { address: 'often@elsewhere.example' } },
      token(RIVAL),
    );
    for (const [{ channelId }, options] of [
      [mine, {}],
      [theirs, token(RIVAL)],
      [mine, {}],
    ] as const)
      good(await sendTest(channelId, 'EMAIL', options));
    for (const [{ channelId }, options] of [
      [mine, {}],
      [theirs, token(RIVAL)],
    ] as const) {
      const rejected = await sendTest(channelId, 'EMAIL', options);
      assert.match(errorsOf(rejected, 429, 'QuotaExceeded'), /at most 3 a day/);
      assert.ok(Number(rejected.headers['retry-after']) > 0);
    }
    let sent = 2;
    for (let n = 0; sent < 20; n += 1) {
      const { channelId } = await api.create({
        type: 'EMAIL',
        emailConfig: { address: `many${n}@elsewhere.example` },
      });
      for (let times = 0; times < 3 && sent < 20; times += 1, sent += 1) good(await sendTest(channelId));
    }
    const { channelId } = await api.create({ type: 'EMAIL', emailConfig: { address: 'last@elsewhere.example' } });
    errorsOf(await sendTest(channelId), 429, 'QuotaExceeded');
    api.clock.now += 24 * HOUR;
    good(await sendTest(channelId));
    good(await sendTest(mine.channelId));
  });
});
