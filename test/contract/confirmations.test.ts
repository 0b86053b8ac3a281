import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { withEngines } from '../db/engines.ts';
import { HOUR } from '../notifications/notification-store.ts';
import { type Door, errorsOf, good, ME, openNotificationDoor, RIVAL, token } from './notifications-app.ts';

const stranger = { type: 'EMAIL', emailConfig: { address: 'stranger@elsewhere.example' }, channelName: 'BUY NOW <b>' };

withEngines('confirming an address', (engine) => {
  let door: Door;
  before(async () => {
    door = await openNotificationDoor(engine);
  });
  after(() => door.close());
  // Each test on a day of its own: messages to strangers are counted by the day.
  beforeEach(() => {
    door.clock.now += 24 * HOUR;
  });

  const statusOf = async (channelId: string) => good(await door.get(`/destinations/${channelId}`)).status;
  const sendTest = (channelId: string, type = 'EMAIL', options = {}) =>
    door.post(`/subscriptions/${type}/testNotification`, { destinationId: channelId }, options);

  /** Sends a test and gives back what the message of it would say. */
  async function asked(channelId: string, type = 'EMAIL') {
    door.clock.now += 1;
    good(await sendTest(channelId, type));
    const destination = await door.notifications.destinations.find(ME, channelId);
    const [delivery] = await door.notifications.log.deliveries(channelId, { limit: 1 });
    assert.ok(destination && delivery);
    const question = door.notifications.confirmations.confirmationRequestOf(destination, delivery);
    assert.ok(question);
    return { ...question, deliveryId: delivery.deliveryId };
  }
  const page = (method: 'GET' | 'POST', linkToken: string) =>
    door.app.inject({
      method,
      url: `/confirmations/v4/links/${linkToken}`,
      ...(method === 'POST' ? { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' } : {}),
    });

  test('200 looking at the link changes nothing, the button confirms, once', async () => {
    const { channelId, status } = await door.create(stranger);
    assert.equal(status, 'PENDING_VERIFICATION');
    const { token: link } = await asked(channelId);
    for (let n = 0; n < 2; n += 1) {
      const shown = await page('GET', link);
      assert.equal(shown.statusCode, 200);
      assert.match(shown.body, /<form method="post"><button/);
      assert.match(shown.body, /s•••@elsewhere\.example/);
      // No text that the seller wrote, and the address itself not in full.
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

  test('404 and 410 links that are not good, or not any more', async () => {
    const { channelId } = await door.create(stranger);
    const first = await asked(channelId);
    const second = await asked(channelId);
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
    // Another address, another question.
    good(await door.patch(`/destinations/${channelId}`, { emailConfig: { address: 'other@elsewhere.example' } }));
    assert.equal((await page('POST', second.token)).statusCode, 404);
    const third = await asked(channelId);
    door.clock.now += 24 * HOUR;
    for (const method of ['GET', 'POST'] as const) assert.equal((await page(method, third.token)).statusCode, 410);
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
  });

  test('200 by the code in the message; 400 a wrong one; 409 after five of them, or none was sent', async () => {
    const { channelId } = await door.create({ type: 'SMS', smsConfig: { phoneNumber: '+15035550199' } });
    const confirm = (code: unknown, options = {}) => door.post(`/destinations/${channelId}/confirm`, { code }, options);
    errorsOf(await confirm('123456'), 409, 'Conflict');
    const first = await asked(channelId, 'SMS');
    const wrong = String((Number(first.code) + 1) % 1_000_000).padStart(6, '0');
    for (const malformed of ['12345', 'abcdef', 123456, undefined])
      errorsOf(await confirm(malformed), 400, 'InvalidInput');
    for (let n = 0; n < 5; n += 1) errorsOf(await confirm(wrong), 400, 'InvalidInput');
    errorsOf(await confirm(first.code), 409, 'Conflict');
    const { code } = await asked(channelId, 'SMS');
    errorsOf(await confirm(code, token(RIVAL)), 404, 'NotFound');
    assert.equal(good(await confirm(code)).status, 'ACTIVE');
    errorsOf(await confirm(code), 409, 'Conflict');
  });

  test('409 no other way leads past the owner of the address', async () => {
    const { channelId } = await door.create(stranger);
    errorsOf(await door.patch(`/destinations/${channelId}`, { status: 'ACTIVE' }), 409, 'Conflict');
    for (const status of ['INACTIVE', 'ACTIVE']) good(await door.patch(`/destinations/${channelId}`, { status }));
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    const { deliveryId } = await asked(channelId);
    errorsOf(await door.post(`/deliveries/${deliveryId}/resend`), 409, 'Conflict');
    errorsOf(await door.post(`/destinations/${channelId}/recover`, { since: '2020-01-01' }), 409, 'Conflict');
    // A test that arrives is no answer of the owner either.
    await door.settle(await door.queue.claim(10), { result: 'delivered' });
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    // Only tests go out: of events nothing is even queued.
    await door.publish(ME);
    assert.deepEqual(
      (await door.queue.claim(10)).filter(({ destination }) => destination.destinationId === channelId),
      [],
    );
  });

  test('200 a confirmed address that is changed must be confirmed again; the registered contact never', async () => {
    const { channelId } = await door.create(stranger);
    await page('POST', (await asked(channelId)).token);
    assert.equal(await statusOf(channelId), 'ACTIVE');
    const change = async (address: string | null) =>
      good(await door.patch(`/destinations/${channelId}`, { emailConfig: { address } })).status;
    assert.equal(await change('third@elsewhere.example'), 'PENDING_VERIFICATION');
    assert.equal(await change('DEMO@store.example'), 'ACTIVE');
  });

  test('200 tests that wait for one address are not sent to the next one', async () => {
    const { channelId } = await door.create({ type: 'EMAIL' });
    const path = `/destinations/${channelId}`;
    for (let n = 0; n < 5; n += 1) good(await sendTest(channelId));
    good(await door.patch(path, { status: 'INACTIVE' }));
    good(await door.patch(path, { emailConfig: { address: 'victim@elsewhere.example' } }));
    good(await door.patch(path, { status: 'ACTIVE' }));
    assert.equal(await statusOf(channelId), 'PENDING_VERIFICATION');
    const sent = (await door.queue.claim(100)).filter(({ destination }) => destination.destinationId === channelId);
    assert.deepEqual(sent, []);
    const log = await door.notifications.log.deliveries(channelId, { limit: 10 });
    assert.deepEqual(
      log.map(({ state }) => state),
      Array.from({ length: 5 }, () => 'CANCELED'),
    );
    errorsOf(await door.post(`${path}/recover`, { since: '2020-01-01' }), 409, 'Conflict');
  });

  test('429 three a day to an address, whoever sends them, and twenty a day of a seller', async () => {
    const address = { type: 'EMAIL', emailConfig: { address: 'Often@elsewhere.example' } };
    const mine = await door.create(address);
    const theirs = await door.create(
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
      const refused = await sendTest(channelId, 'EMAIL', options);
      assert.match(errorsOf(refused, 429, 'QuotaExceeded'), /3 a day/);
      assert.ok(Number(refused.headers['retry-after']) > 0);
    }
    let sent = 2;
    for (let n = 0; sent < 20; n += 1) {
      const { channelId } = await door.create({
        type: 'EMAIL',
        emailConfig: { address: `many${n}@elsewhere.example` },
      });
      for (let times = 0; times < 3 && sent < 20; times += 1, sent += 1) good(await sendTest(channelId));
    }
    const { channelId } = await door.create({ type: 'EMAIL', emailConfig: { address: 'last@elsewhere.example' } });
    errorsOf(await sendTest(channelId), 429, 'QuotaExceeded');
    door.clock.now += 24 * HOUR;
    good(await sendTest(channelId));
    good(await sendTest(mine.channelId));
  });
});
