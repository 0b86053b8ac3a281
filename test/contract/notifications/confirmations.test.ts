import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, beforeEach, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../../src/domain/duration.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { errorsOf, good, ME, type NotificationApi, openNotificationApi, RIVAL, token } from './notifications-app.ts';

const unregistered = {
  type: 'EMAIL',
  emailConfig: { address: 'stranger@elsewhere.example' },
  channelName: 'BUY NOW <b>',
};

withEnginesInTorture('confirming an address', (engine) => {
  let api: NotificationApi;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());
  // Each test has its own day: messages to unconfirmed addresses are limited per day.
  beforeEach(() => {
    api.clock.now += DAY_MS;
  });

  const statusOf = async (channelId: string) => good(await api.get(`/destinations/${channelId}`)).status;
  const sendTest = (channelId: string, type = 'EMAIL', options = {}) =>
    api.post(`/subscriptions/${type}/testNotification`, { destinationId: channelId }, options);

  /** Sends a test; the link and code that its message contains. */
  async function requestConfirmation(channelId: string, type = 'EMAIL') {
    api.clock.now += 1;
    good(await sendTest(channelId, type));
    const destination = await api.notifications.destinations.find({ sellerId: ME }, channelId);
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
      assert.match(shown.body, /The seller <strong>Demo &amp; Sons<\/strong> asked US to send/);
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
    api.clock.now += DAY_MS;
    for (const method of ['GET', 'POST'] as const) assert.equal((await page(method, third.token)).statusCode, 410);
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
  });

  test('200 for the code in the message, with and without its space, 400 for a wrong one, 409 after five wrong ones', async () => {
    const { channelId } = await api.create({ type: 'SMS', smsConfig: { phoneNumber: '+15035550199' } });
    const confirm = (code: unknown, options = {}) => api.post(`/destinations/${channelId}/confirm`, { code }, options);
    const first = await requestConfirmation(channelId, 'SMS');
    const wrong = String((Number(first.code) + 1) % 1_000_000).padStart(6, '0');
    for (const malformed of ['12345', '12 3456', '123  456', 'abcdef', 123456, undefined])
      errorsOf(await confirm(malformed), 400, 'InvalidInput');
    for (let n = 0; n < 5; n += 1) errorsOf(await confirm(wrong), 400, 'InvalidInput');
    errorsOf(await confirm(first.code), 409, 'Conflict');
    const { code } = await requestConfirmation(channelId, 'SMS');
    errorsOf(await confirm(code, token(RIVAL)), 404, 'NotFound');
    assert.equal(good(await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).status, 'ACTIVE');
    errorsOf(await confirm(code), 409, 'Conflict');
  });

  test('409 a destination that needs no confirmation has no code, and the answer does not ask for one', async () => {
    const { channelId } = await api.create({ type: 'EMAIL' });
    const answer = await api.post(`/destinations/${channelId}/confirm`, { code: '071395' });
    const text = errorsOf(answer, 409, 'Conflict');
    assert.match(text, /is ACTIVE/);
    assert.doesNotMatch(text, /Send a new test/);
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
    await api.settle(await api.queue.claim(100), { result: 'delivered' });
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    // Only tests are sent: events are not even queued.
    await api.publish(ME);
    assert.deepEqual(
      (await api.queue.claim(100)).filter(({ destination }) => destination.destinationId === channelId),
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

  const openDeliveries = async (channelId: string) =>
    (await api.notifications.log.deliveries(channelId, { limit: 10 })).filter(({ state }) => state === 'PENDING');

  test('200 creating a destination asks the owner of its address at once, and a repeated request does not ask again', async () => {
    const options = { headers: { 'idempotency-key': 'ask-once' } };
    const body = { ...unregistered, emailConfig: { address: 'at-once@elsewhere.example' } };
    const created = await api.create(body, options);
    assert.deepEqual(await api.create(body, options), created);
    assert.equal(created.warnings, undefined);
    const { channelId } = created;
    const claimed = (await api.queue.claim(100)).filter((one) => one.delivery.destinationId === channelId);
    assert.equal(claimed.length, 1);
    const [{ destination, delivery }] = claimed as [(typeof claimed)[number]];
    const request = api.notifications.confirmations.confirmationRequestOf(destination, delivery);
    assert.equal((await page('POST', request?.token ?? '')).statusCode, 200);
    assert.equal(await statusOf(channelId), 'ACTIVE');
    // The registered contact and other types are not asked.
    for (const other of [{ type: 'EMAIL' }, { type: 'PULL' }])
      assert.deepEqual(await openDeliveries((await api.create(other)).channelId), []);
  });

  test('200 a new address is asked at once, and the request to the old one is not sent', async () => {
    const { channelId } = await api.create({ ...unregistered, emailConfig: { address: 'old@elsewhere.example' } });
    const [old] = await openDeliveries(channelId);
    api.clock.now += 1;
    const path = `/destinations/${channelId}`;
    assert.equal(good(await api.patch(path, { channelName: 'Same address' })).warnings, undefined);
    assert.deepEqual(await openDeliveries(channelId), [old]);
    good(await api.patch(path, { emailConfig: { address: 'new@elsewhere.example' } }));
    const [next, ...others] = await openDeliveries(channelId);
    assert.ok(next && next.deliveryId !== old?.deliveryId);
    assert.deepEqual(others, []);
  });

  test('200 creating and deleting again and again sends three messages a day to an address, then warns', async () => {
    const path = '/destinations';
    const asked: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      // Tags after a plus sign lead to the same mailbox.
      const created = await api.create({ type: 'EMAIL', emailConfig: { address: `loop+${n}@elsewhere.example` } });
      const { channelId, warnings, status } = created;
      assert.equal(status, 'PENDING_VERIFICATION');
      const open = await openDeliveries(channelId);
      asked.push(open.length);
      assert.equal(warnings === undefined, open.length === 1);
      if (warnings) {
        assert.equal(warnings.length, 1);
        assert.equal(warnings[0].code, 'ConfirmationNotSent');
        assert.match(warnings[0].details, /at most 3 a day/);
        // The code of nobody's message confirms nothing.
        errorsOf(await api.post(`${path}/${channelId}/confirm`, { code: '000000' }), 409, 'Conflict');
      }
      assert.equal((await api.delete(`${path}/${channelId}`)).statusCode, 204);
    }
    assert.deepEqual(asked, [1, 1, 1, 0, 0, 0]);
    const key = { headers: { 'idempotency-key': 'over-the-limit' } };
    const body = { type: 'EMAIL', emailConfig: { address: 'loop@elsewhere.example' } };
    const first = await api.create(body, key);
    assert.equal(first.warnings.length, 1);
    assert.deepEqual(await api.create(body, key), first);
    api.clock.now += DAY_MS;
    good(await sendTest(first.channelId));
    assert.equal((await openDeliveries(first.channelId)).length, 1);
  });

  test('200 the owner can stop the messages: no seller can have the address asked again for 30 days', async () => {
    const body = { type: 'EMAIL', emailConfig: { address: 'enough@elsewhere.example' } };
    const { channelId } = await api.create(body);
    const { token: link } = await requestConfirmation(channelId);
    assert.match((await page('GET', link)).body, new RegExp(`<form method="post" action="${link}/stop"><button`));
    assert.equal((await page('POST', `${channelId}.${'x'.repeat(22)}/stop`)).statusCode, 404);
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    const stopped = await page('POST', `${link}/stop`);
    assert.equal(stopped.statusCode, 200, stopped.body);
    assert.match(stopped.body, /stopped/);
    assert.equal(await statusOf(channelId), 'INACTIVE');
    assert.deepEqual(await openDeliveries(channelId), []);
    for (const again of [link, `${link}/stop`]) assert.equal((await page('POST', again)).statusCode, 404);
    good(await api.patch(`/destinations/${channelId}`, { status: 'ACTIVE' }));
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    for (const days of [0, 1, 27]) {
      api.clock.now += days * DAY_MS;
      errorsOf(await sendTest(channelId), 429, 'QuotaExceeded');
      assert.equal((await api.create(body, token(RIVAL))).warnings.length, 1);
    }
    api.clock.now += 2 * DAY_MS;
    good(await sendTest(channelId));
  });

  test('200 the owner can stop the messages with a link that has expired', async () => {
    const { channelId } = await api.create({ type: 'SMS', smsConfig: { phoneNumber: '+15035550142' } });
    const { token: link } = await requestConfirmation(channelId, 'SMS');
    api.clock.now += 25 * HOUR_MS;
    assert.match((await page('GET', link)).body, /expired.*stop these messages/s);
    assert.equal((await page('POST', `${link}/stop`)).statusCode, 200);
    assert.equal(await statusOf(channelId), 'INACTIVE');
  });

  const stopPage = (method: 'GET' | 'POST', linkToken: string, type = 'application/x-www-form-urlencoded') =>
    api.app.inject({
      method,
      url: `/confirmations/v4/stops/${linkToken}`,
      ...(method === 'POST' ? { headers: { 'content-type': type }, payload: 'List-Unsubscribe=One-Click' } : {}),
    });
  const stopToken = async (channelId: string) => {
    const destination = await api.notifications.destinations.find({ sellerId: ME }, channelId);
    assert.ok(destination);
    return api.notifications.stopLinks.tokenOf(destination);
  };

  test('200 the owner of a confirmed address can stop: by the page or by one click, and nothing is sent before a new consent', async () => {
    const { channelId } = await api.create({ ...unregistered, emailConfig: { address: 'later@elsewhere.example' } });
    const thanks = await page('POST', (await requestConfirmation(channelId)).token);
    const link = await stopToken(channelId);
    assert.ok(thanks.body.includes(`<a href="../stops/${link}">`), thanks.body);
    const shown = await stopPage('GET', link);
    assert.equal(shown.statusCode, 200);
    assert.match(shown.body, /<strong>Demo &amp; Sons<\/strong> has notifications of US[\s\S]*l•••@elsewhere\.example/);
    assert.doesNotMatch(shown.body, /BUY NOW|later@|<script/);
    assert.equal(await statusOf(channelId), 'ACTIVE');
    for (const bad of [channelId, `${channelId}.`, `${link}x`, link.slice(0, -1), `${channelId}.${'x'.repeat(22)}`])
      for (const method of ['GET', 'POST'] as const) assert.equal((await stopPage(method, bad)).statusCode, 404, bad);
    assert.equal(await statusOf(channelId), 'ACTIVE');
    // RFC 8058: either form, and a repeated request is no error.
    for (const type of ['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded']) {
      const stopped = await stopPage('POST', link, type);
      assert.equal(stopped.statusCode, 200, stopped.body);
      assert.match(stopped.body, /are stopped/);
    }
    assert.equal(await statusOf(channelId), 'INACTIVE');
    await api.publish(ME);
    good(await api.patch(`/destinations/${channelId}`, { status: 'ACTIVE' }));
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    assert.deepEqual(
      (await api.queue.claim(100)).filter(({ destination }) => destination.destinationId === channelId),
      [],
    );
    // The owner can agree again: a stop is no lock.
    await page('POST', (await requestConfirmation(channelId)).token);
    assert.equal(await statusOf(channelId), 'ACTIVE');
    good(await api.patch(`/destinations/${channelId}`, { emailConfig: { address: 'next@elsewhere.example' } }));
    assert.equal((await stopPage('POST', link)).statusCode, 404);
  });

  test('200 the registered contact can stop, too, and a link to stop confirms nothing', async () => {
    const { channelId } = await api.create({ type: 'EMAIL' });
    assert.equal((await stopPage('POST', await stopToken(channelId))).statusCode, 200);
    assert.equal(await statusOf(channelId), 'INACTIVE');
    const other = await api.create({ ...unregistered, emailConfig: { address: 'no@elsewhere.example' } });
    const link = await stopToken(other.channelId);
    assert.equal((await page('POST', link)).statusCode, 404);
    assert.equal(await statusOf(other.channelId), 'PENDING_VERIFICATION');
    assert.equal((await api.delete(`/destinations/${channelId}`)).statusCode, 204);
    assert.equal((await stopPage('GET', `${channelId}.${'x'.repeat(22)}`)).statusCode, 404);
  });

  test('429 after three messages a day to an unconfirmed address from all sellers, or twenty from one seller', async () => {
    const address = { type: 'EMAIL', emailConfig: { address: 'Often@elsewhere.example' } };
    // The creation of a destination is one message.
    const mine = await api.create(address);
    const theirs = await api.create(
      { type: 'EMAIL', emailConfig: { address: 'often@elsewhere.example' } },
      token(RIVAL),
    );
    good(await sendTest(mine.channelId));
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
      sent += 1;
      for (let times = 1; times < 3 && sent < 20; times += 1, sent += 1) good(await sendTest(channelId));
    }
    const last = await api.create({ type: 'EMAIL', emailConfig: { address: 'last@elsewhere.example' } });
    assert.match(last.warnings[0].details, /at most 20 a day/);
    const { channelId } = last;
    errorsOf(await sendTest(channelId), 429, 'QuotaExceeded');
    api.clock.now += DAY_MS;
    good(await sendTest(channelId));
    good(await sendTest(mine.channelId));
  });
});
