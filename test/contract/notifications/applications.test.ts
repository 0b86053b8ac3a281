import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import {
  CONSOLE,
  delegated,
  errorsOf,
  good,
  HOOK,
  ME,
  type NotificationApi,
  type Options,
  openNotificationApi,
  token,
} from './notifications-app.ts';

type Channel = { channelId: string; createdBy: string; status: string };

const hook = { webhookConfig: { url: HOOK } };
const listOf = async (api: NotificationApi, by: Options): Promise<Channel[]> =>
  good(await api.get('/destinations', by)).channels;

/** Decision 38. */
withEnginesInTorture('destinations belong to applications', (engine) => {
  let api: NotificationApi;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());

  test("200 the seller's own application and the console see and use all, with createdBy", async () => {
    const [own, consoleApp, app] = [token('S1'), delegated(CONSOLE, 'S1'), delegated('app-a', 'S1')];
    const { channelId } = await api.create({}, app);
    api.clock.now += 1;
    const byOwn = await api.create(hook, own);
    api.clock.now += 1;
    const byConsole = await api.create(hook, consoleApp);
    const all = [
      [channelId, 'app-a'],
      [byOwn.channelId, 'app-of-S1'],
      [byConsole.channelId, CONSOLE],
    ];
    for (const by of [own, consoleApp]) {
      const shown = (await listOf(api, by)).map((one) => [one.channelId, one.createdBy]);
      assert.deepEqual(shown, all);
      good(await api.patch(`/destinations/${channelId}`, { channelName: 'Seen' }, by));
      good(await api.post('/subscriptions/PULL/testNotification', { channelId }, by));
      const { messages } = good(await api.post(`/destinations/${channelId}/receive`, {}, by));
      assert.equal(messages.length, 1);
    }
    const seenByApp = (await listOf(api, app)).map((one) => one.channelId);
    assert.deepEqual(seenByApp, [channelId], 'what the console creates belongs to the seller');
  });

  test('409 an application has at most 20 destinations of a seller, and uses up those of nobody else', async () => {
    const app = delegated('app-a', 'S2');
    const created = await Promise.all(Array.from({ length: 24 }, () => api.post('/destinations', {}, app)));
    const statuses = created.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [...Array<number>(20).fill(200), ...Array<number>(4).fill(409)]);
    assert.match(errorsOf(await api.post('/destinations', {}, app), 409, 'Conflict'), /at most 20/);
    for (const other of [delegated('app-b', 'S2'), token('S2'), delegated('app-a', 'S3')]) await api.create({}, other);
    const [first] = await listOf(api, app);
    await api.delete(`/destinations/${first?.channelId}`, app);
    await api.create({}, app);
  });

  test('409 all applications of a seller have at most 100 destinations, and the seller 50 beside them', async () => {
    const create = (by: Options, count: number) => Promise.all(Array.from({ length: count }, () => api.create({}, by)));
    for (const name of ['a', 'b', 'c', 'd', 'e']) await create(delegated(name, 'S4'), 20);
    errorsOf(await api.post('/destinations', {}, delegated('f', 'S4')), 409, 'Conflict');
    await create(token('S4'), 50);
    assert.match(errorsOf(await api.post('/destinations', {}, token('S4')), 409, 'Conflict'), /at most 50/);
    assert.equal((await listOf(api, token('S4'))).length, 150);
  });

  const contacts = [
    ['EMAIL', 'emailConfig', 'address', 'demo@store.example', 'other@store.example'],
    ['SMS', 'smsConfig', 'phoneNumber', '+12065550123', '+12065550199'],
  ] as const;
  for (const [type, config, field, contact, other] of contacts) {
    test(`200 ${type}: an application uses the registered contact of the seller and does not learn it`, async () => {
      const app = delegated(`app-${type}`);
      const created = await api.create({ type }, app);
      assert.deepEqual([created.status, created[config]], ['ACTIVE', { [field]: '****' }]);
      const path = `/destinations/${created.channelId}`;
      good(await api.post(`/subscriptions/${type}/testNotification`, {}, app));
      const [claimed] = await api.queue.claim(1);
      assert.ok(claimed);
      await api.settle([claimed], { result: 'failed', code: 550, error: 'Rejected.', answer: `550 <${contact}> gone` });
      const answers = [
        await api.get('/destinations', app),
        await api.get(path, app),
        await api.patch(path, { [config]: { [field]: '****' }, channelName: 'Same' }, app),
        await api.patch(path, { [config]: {} }, app),
        await api.get(`/deliveries/${claimed.delivery.deliveryId}`, app),
      ];
      for (const { statusCode, body } of answers) {
        assert.equal(statusCode, 200, body);
        assert.ok(!body.includes(contact), body);
      }
      const shown = good(await api.get(path));
      assert.deepEqual([shown.status, shown[config]], ['ACTIVE', { [field]: contact }]);
      const { attempts } = good(await api.get(`/deliveries/${claimed.delivery.deliveryId}`));
      assert.match(attempts[0].answer, /550/);
      // An address of its own does not open the log of what went to the contact before, only that of what follows.
      api.clock.now += 1;
      const address = `9${other}`.replace('9+', '+9');
      const mine = good(await api.patch(path, { [config]: { [field]: address } }, app));
      assert.deepEqual(mine[config], { [field]: address });
      const before = await api.get(`/deliveries/${claimed.delivery.deliveryId}`, app);
      assert.ok(!before.body.includes(contact), before.body);
      api.clock.now += 1;
      good(await api.post(`/subscriptions/${type}/testNotification`, {}, app));
      const sent = (await api.queue.claim(10)).filter(({ delivery }) => delivery.destinationId === created.channelId);
      await api.settle(sent, { result: 'failed', code: 550, error: 'Rejected.', answer: `550 <${address}> gone` });
      const { deliveries } = good(await api.get(`${path}/deliveries?limit=1`, app));
      const after = good(await api.get(`/deliveries/${deliveries[0].deliveryId}`, app));
      assert.match(after.attempts[0].answer, /550/);
      // The seller sends back what it sees, or names the contact itself: still the registered contact.
      good(await api.patch(path, { [config]: { [field]: other } }));
      good(await api.patch(path, { [config]: { [field]: contact } }));
      assert.deepEqual(good(await api.get(path, app))[config], { [field]: '****' });
    });

    test(`200 ${type}: a guess of the registered contact gets the same answers as any other address`, async () => {
      const app = delegated(`guess-${type}`);
      const answersFor = async (guess: string) => {
        const created = await api.create({ type, [config]: { [field]: guess } }, app);
        const path = `/destinations/${created.channelId}`;
        const registered = good(await api.patch(path, { [config]: { [field]: null } }, app));
        const again = good(await api.patch(path, { [config]: { [field]: guess } }, app));
        const { deliveries } = good(await api.get(`${path}/deliveries`, app));
        await api.delete(path, app);
        const states = deliveries.map(({ state }: { state: string }) => state).sort();
        return [created.status, registered.status, registered[config], again.status, states];
      };
      const guessed = await answersFor(contact);
      assert.deepEqual(guessed, await answersFor(other));
      assert.deepEqual(guessed.slice(0, 3), ['PENDING_VERIFICATION', 'ACTIVE', { [field]: '****' }]);
    });
  }

  test('400 a mask is no address, and nobody can claim that an address is the registered one', async () => {
    const app = delegated('app-mask');
    const masked = { type: 'EMAIL', emailConfig: { address: '****' } };
    assert.match(errorsOf(await api.post('/destinations', masked, app), 400, 'InvalidInput'), /emailConfig\.address/);
    const claimed = { type: 'EMAIL', emailConfig: { address: 'stranger@other.example', isRegistered: true } };
    assert.equal((await api.create(claimed, app)).status, 'PENDING_VERIFICATION');
    assert.equal((await listOf(api, token(ME))).filter(({ createdBy }) => createdBy === 'app-mask').length, 1);
  });
});
