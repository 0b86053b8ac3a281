import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Sql } from '../../../src/db/db.ts';
import type { Caller } from '../../../src/domain/authorization/rights.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { ApplicationUse } from '../../../src/notifications/applications/application-use.ts';
import { endUnused } from '../../../src/notifications/applications/unused-applications.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { startProvider } from '../../harness/provider.ts';
import {
  delegated,
  errorsOf,
  good,
  HOOK,
  type NotificationApi,
  openNotificationApi,
  token,
} from './notifications-app.ts';

const webhook = { webhookConfig: { url: HOOK } };

/** Decision 38, for a provider that cannot be asked what a seller has withdrawn. */
withEnginesInTorture('an application that shows no valid token', (engine) => {
  let api: NotificationApi;
  let seller: string;
  let sellers = 0;
  const failures: unknown[] = [];
  before(async () => {
    api = await openNotificationApi(engine);
  });
  beforeEach(() => {
    sellers += 1;
    seller = `S${sellers}`;
  });
  after(() => api.close());

  const end = async (days = 90) => {
    const { db, key, notifications } = api;
    const contactOf = async (sellerId: string) => ({ email: `${sellerId.toLowerCase()}@shop.example` });
    const parts = { db, key, now: () => api.clock.now, sellerEvents: notifications.events, contactOf };
    await endUnused(parts, days);
    return statusOf();
  };
  const listOf = async (by = token(seller)) => good(await api.get('/destinations', by)).channels;
  /** The status of the application's destination, which was created first. */
  const statusOf = async () => {
    const [{ status, statusReason }] = await listOf();
    return statusReason === undefined ? status : `${status} ${statusReason}`;
  };
  const notices = async () => {
    const claimed = await api.queue.claim(100);
    await api.settle(claimed, { result: 'delivered' });
    return claimed.filter(
      ({ delivery, destination }) => delivery.kind === 'DESTINATION_SUSPENDED' && destination.sellerId === seller,
    );
  };
  /** Records that are on their way: nobody waits for them. */
  const written: unknown[] = [];
  const use = () =>
    new ApplicationUse(
      Object.assign(Object.create(api.db) as Sql, {
        run: (...query: Parameters<Sql['run']>) => {
          const done = api.db.run(...query);
          written.push(done);
          return done;
        },
      }),
      () => api.clock.now,
      (error) => failures.push(error),
    );
  const caller = (more: Partial<Caller> = {}): Caller => {
    return { clientId: 'app', grant: 'delegated', sellerId: seller, rights: new Set(), ...more };
  };

  test('200 loses its destinations after 90 days; the seller is told 14 days before, also by e-mail', async () => {
    const { channelId } = await api.create(webhook, delegated('app', seller));
    api.clock.now += 1;
    const other = await api.create(webhook, delegated('other', seller));
    await notices();
    const started = api.clock.now;
    api.clock.now = started + 60 * DAY_MS;
    use().record(caller({ clientId: 'other' }));
    api.clock.now = started + 75 * DAY_MS;
    assert.equal(await end(), 'ACTIVE');
    assert.deepEqual(await notices(), []);
    api.clock.now = started + 77 * DAY_MS;
    assert.equal(await end(), 'ACTIVE');
    assert.equal(await end(), 'ACTIVE');
    const warnings = await notices();
    const receivers = warnings.map(
      ({ destination }) => destination.settings.email?.address ?? destination.destinationId,
    );
    assert.deepEqual(receivers.toSorted(), [channelId, `${seller.toLowerCase()}@shop.example`], 'once, not to others');
    const { data } = JSON.parse(warnings[0]?.delivery.body ?? '');
    assert.deepEqual(
      [data.createdBy, data.channelIds, data.status, data.statusReason],
      ['app', [channelId], 'ACTIVE', 'APPLICATION_UNUSED'],
    );
    assert.equal(Date.parse(data.EffectiveFrom), started + 91 * DAY_MS, '14 days after the notice');
    api.clock.now = started + 90 * DAY_MS;
    assert.equal(await end(), 'ACTIVE', 'the notice was a day late');
    api.clock.now = started + 91 * DAY_MS;
    assert.equal(await end(), 'SUSPENDED APPLICATION_UNUSED');
    const [told, ...more] = await notices();
    assert.equal(told?.destination.settings.email?.address, `${seller.toLowerCase()}@shop.example`);
    assert.deepEqual(more, []);
    assert.equal(good(await api.get(`/destinations/${other.channelId}`, token(seller))).status, 'ACTIVE');
    await end();
    assert.deepEqual(await notices(), []);
    // The seller sees where the notice went, and lifts the suspension.
    assert.ok(
      (await listOf()).some(({ channelName }: { channelName: string }) => channelName === 'Registered contact'),
    );
    errorsOf(
      await api.patch(`/destinations/${channelId}`, { status: 'ACTIVE' }, delegated('app', seller)),
      409,
      'Conflict',
    );
    good(await api.patch(`/destinations/${channelId}`, { status: 'ACTIVE' }, token(seller)));
    assert.equal(await end(), 'ACTIVE');
  });

  test('200 keeps them when it shows one, and a seller is notified again each time', async () => {
    await api.create(webhook, delegated('app', seller));
    await notices();
    for (let times = 0; times < 2; times += 1) {
      api.clock.now += 80 * DAY_MS;
      assert.equal(await end(), 'ACTIVE');
      assert.equal((await notices()).length, 2);
      const used = use();
      used.record(caller({ grant: 'own' }));
      used.record(caller({ sellerId: 'another' }));
      api.clock.now += 13 * DAY_MS;
      used.record(caller());
      await Promise.all(written);
      api.clock.now += 2 * DAY_MS;
      assert.equal(await end(), 'ACTIVE');
    }
    assert.deepEqual(failures, []);
  });

  test('200 is told about a seller who has no registered address only at its own destinations', async () => {
    await api.create(webhook, delegated('app', seller));
    await notices();
    const { db, key, notifications } = api;
    const parts = { db, key, now: () => api.clock.now, sellerEvents: notifications.events };
    api.clock.now += 80 * DAY_MS;
    await endUnused({ ...parts, contactOf: async () => undefined }, 90);
    assert.equal((await notices()).length, 1);
    assert.equal((await listOf()).length, 1);
    // With a phone number alone, by SMS.
    await api.create(webhook, delegated('later', seller));
    api.clock.now += 80 * DAY_MS;
    await endUnused({ ...parts, contactOf: async () => ({ phone: '+12065550177' }) }, 90);
    const numbers = (await notices()).flatMap(({ destination }) => destination.settings.sms?.phoneNumber ?? []);
    assert.ok(numbers.includes('+12065550177'));
  });

  test('200 does not lose what belongs to the seller or was created by the console', async () => {
    await api.create(webhook, token(seller));
    await api.create(webhook, delegated('the-console', seller));
    api.clock.now += 1000 * DAY_MS;
    await end();
    assert.deepEqual(
      (await listOf()).map(({ status }: { status: string }) => status),
      ['ACTIVE', 'ACTIVE'],
    );
  });

  test('200 its use is recorded when the provider confirms a token, not at each request', async () => {
    const shown: Caller[] = [];
    const provider = await startProvider({}, (one) => shown.push(one));
    for (let n = 0; n < 5; n += 1) await provider.identity.callerOf('app.for.S1');
    const seen = shown.map(({ clientId, sellerId, grant }) => [clientId, sellerId, grant]);
    assert.deepEqual(seen, [['app', 'S1', 'delegated']]);
    await provider.close();
  });

  test('200 its use is stored once a day, by all processes together', async () => {
    await api.create(webhook, delegated('app', seller));
    const storedAfter = async (used: ApplicationUse) => {
      used.record(caller());
      await Promise.all(written);
      const row = await api.db.get<{ used_ms: number }>(
        'SELECT used_ms FROM delegated_application WHERE seller_id = $1',
        [seller],
      );
      return row?.used_ms;
    };
    const [one, other] = [use(), use()];
    const today = Math.ceil(api.clock.now / DAY_MS) * DAY_MS;
    api.clock.now = today + 1_000;
    assert.equal(await storedAfter(one), today + 1_000);
    api.clock.now = today + DAY_MS - 1;
    for (const used of [one, other]) assert.equal(await storedAfter(used), today + 1_000);
    api.clock.now = today + DAY_MS;
    assert.equal(await storedAfter(other), today + DAY_MS);
  });
});
