// run: without coverage

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { ExpiringCredential } from '../../../src/domain/authorization/expiring-credential.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { type AskExpiring, publishExpiring } from '../../../src/notifications/applications/credential-notices.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { delegated, good, HOOK, type NotificationApi, openNotificationApi, token } from './notifications-app.ts';

const webhook = { webhookConfig: { url: HOOK } };

/** Decisions 38 and 60. */
withEngines('CREDENTIAL_EXPIRING', (engine) => {
  const onSqlite = testOnSqliteOrInTorture(engine);
  let api: NotificationApi;
  let seller: string;
  let sellers = 0;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  beforeEach(() => {
    sellers += 1;
    seller = `S${sellers}`;
  });
  after(() => api.close());

  const credential = (more: Partial<ExpiringCredential> = {}): ExpiringCredential => ({
    ...({ id: `c-${seller}`, type: 'GRANT', sellerId: seller, application: 'app', name: 'Repricer' } as const),
    ...{ createdMs: api.clock.now - 300 * DAY_MS, endsMs: api.clock.now + 20 * DAY_MS, ...more },
  });
  const answering =
    (...credentials: ExpiringCredential[]): AskExpiring =>
    async (type) => ({ credentials: credentials.filter((one) => one.type === type) });
  const publish = (ask: AskExpiring) => {
    const { db, notifications, clock } = api;
    return publishExpiring({ db, now: () => clock.now, sellerEvents: notifications.events }, ask);
  };
  const eventsOf = async (by: { token: string }) =>
    good(await api.get('/events', by)).events.filter(({ type }: { type: string }) => type === 'CREDENTIAL_EXPIRING');

  test('200 lists it to the seller and to that application only, with everything that it tells', async () => {
    await api.create(webhook, delegated('app', seller));
    await api.create(webhook, delegated('other', seller));
    const one = credential();
    assert.equal(await publish(answering(one)), 1);
    const [event, ...others] = await eventsOf(token(seller));
    assert.deepEqual(others, []);
    assert.deepEqual(event.data, {
      ...{ payloadVersion: '1.0', sellerId: seller, credentialId: one.id, credentialType: 'GRANT' },
      ...{ clientId: 'app', applicationName: 'Repricer', DaysBefore: 30 },
      EffectiveUntil: new Date(one.endsMs).toISOString(),
    });
    assert.equal((await eventsOf(delegated('app', seller))).length, 1);
    assert.deepEqual(await eventsOf(delegated('other', seller)), []);
    const sent = (await api.queue.claim(100)).filter(({ destination }) => destination.sellerId === seller);
    assert.deepEqual(
      sent.map(({ delivery, destination }) => [delivery.kind, destination.createdBy]),
      [['CREDENTIAL_EXPIRING', 'app']],
    );
  });

  test('200 each notice comes once, whoever asks and however often, and late when nobody could ask', async () => {
    await api.create(webhook, token(seller));
    const one = credential();
    const counts = await Promise.all([publish(answering(one)), publish(answering(one)), publish(answering(one))]);
    assert.deepEqual(counts.toSorted(), [0, 0, 1]);
    assert.equal(await publish(answering(one)), 0);
    const down: AskExpiring = () => Promise.reject(new Error('The provider is down.'));
    api.clock.now += 15 * DAY_MS;
    await assert.rejects(publish(down));
    assert.equal(await publish(answering(one)), 1);
    api.clock.now += 4.5 * DAY_MS;
    assert.equal(await publish(answering(one)), 1);
    const days = (await eventsOf(token(seller))).map(({ data }: { data: { DaysBefore: number } }) => data.DaysBefore);
    assert.deepEqual(days, [30, 7, 1]);
    api.clock.now += 3 * DAY_MS;
    assert.equal(await publish(answering()), 0);
    const left = await api.db.all('SELECT 1 AS one FROM credential_notice WHERE credential_id = $1', [one.id]);
    assert.deepEqual(left, []);
  });

  onSqlite('200 a seller that receives no events gets the notice when it begins to', async () => {
    const one = credential({ type: 'CLIENT_SECRET' });
    assert.equal(await publish(answering(one)), 0);
    assert.deepEqual(await eventsOf(token(seller)), []);
    assert.equal(await publish(answering(one)), 1);
    assert.equal((await eventsOf(token(seller))).length, 1);
  });

  onSqlite('people get it only if their destination names it', async () => {
    const email = { emailConfig: { address: `${seller.toLowerCase()}@shop.example` } };
    await api.create({ ...email, type: 'EMAIL' }, token(seller));
    await publish(answering(credential()));
    const sent = (await api.queue.claim(100)).filter(
      ({ delivery, destination }) => delivery.kind === 'CREDENTIAL_EXPIRING' && destination.sellerId === seller,
    );
    assert.deepEqual(sent, []);
  });
});
