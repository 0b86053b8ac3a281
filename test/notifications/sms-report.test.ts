import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { SmsReport } from '../../src/domain/notifications/sms-report.ts';
import { readReportToken, recordReport, reportToken } from '../../src/notifications/deliveries/sms-report.ts';
import { OperatorKey } from '../../src/notifications/keys/operator-key.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { NOW, openNotifications } from './notification-store.ts';

const ME = 'A1DEMOSELLER';
const AT = new Date(NOW + 60_000).toISOString();
const accepted = { result: 'delivered', code: 202, answer: 'Accepted: 0: Accepted for delivery' } as const;
const report = (kind: SmsReport['kind'], reason = ''): SmsReport => ({ kind, reason });
const NO_RETRY = { forMs: 0, everyMs: 1 };

withEngines('SMS delivery reports', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let store: Awaited<ReturnType<typeof openNotifications>>;
  before(async () => {
    store = await openNotifications(await engine.migrated());
    const sms = { phoneNumber: '+12065550123' };
    await store.webhook(ME, { type: 'SMS', settings: { sms } });
  });

  /** A message that the gateway accepted. */
  async function sent(): Promise<string> {
    const [deliveryId = ''] = await store.publish(ME, 1, 'PRICING_HEALTH');
    await store.settle(await store.queue.claim(10), accepted);
    return deliveryId;
  }
  const record = (deliveryId: string, one: SmsReport, attempt = 1) =>
    recordReport(store.db, { deliveryId, attempt, report: one, nowMs: NOW + 60_000 }, NO_RETRY);
  async function logOf(deliveryId: string) {
    const found = await store.notifications.log.delivery({ sellerId: ME }, deliveryId);
    const { error, answer = '' } = found?.attempts.at(-1) ?? {};
    const { state, settledMs } = found?.delivery ?? {};
    return { state, settledMs, error, lines: answer.split('\n').slice(1) };
  }

  once('distinguish a delivered message from an accepted one', async () => {
    const id = await sent();
    assert.deepEqual(await logOf(id), { state: 'DELIVERED', settledMs: NOW, error: undefined, lines: [] });
    assert.equal(await record(id, report('handedOver')), true);
    assert.equal(await record(id, report('delivered')), true);
    const lines = [`Handed to the network ${AT}`, `Delivered to the phone ${AT}`];
    assert.deepEqual(await logOf(id), { state: 'DELIVERED', settledMs: NOW, error: undefined, lines });
  });

  for (const kind of ['failed', 'rejected'] as const) {
    test(`of ${kind} end the delivery, which can be resent`, async () => {
      const id = await sent();
      assert.equal(await record(id, report(kind, 'absent subscriber')), true);
      assert.deepEqual(await logOf(id), {
        ...{ state: 'DEAD', settledMs: NOW + 60_000, error: 'Not delivered: absent subscriber.' },
        lines: [`Not delivered: absent subscriber, ${AT}`],
      });
      await store.notifications.redelivery.resend({ sellerId: ME }, id);
      const [claimed] = await store.queue.claim(10);
      assert.equal(claimed?.delivery.attempts, 2);
      // A late report on the first attempt says nothing about the second.
      assert.equal(await record(id, report(kind)), false);
      await store.settle(claimed ? [claimed] : [], accepted);
      assert.equal(await record(id, report('delivered'), 2), true);
      assert.equal((await logOf(id)).state, 'DELIVERED');
    });
  }

  once('on an old attempt do not end a delivery that was resent', async () => {
    const id = await sent();
    await store.notifications.redelivery.resend({ sellerId: ME }, id);
    await store.settle(await store.queue.claim(10), accepted);
    assert.equal(await record(id, report('failed'), 1), true);
    const found = await store.notifications.log.delivery({ sellerId: ME }, id);
    assert.equal(found?.delivery.state, 'DELIVERED');
    assert.deepEqual(
      found?.attempts.map(({ error }) => error),
      ['Not delivered: the network gave up.', undefined],
    );
  });

  test('change nothing when they are repeated, late or concurrent', async () => {
    const id = await sent();
    const recorded = await Promise.all(Array.from({ length: 4 }, () => record(id, report('delivered'))));
    assert.deepEqual(recorded.filter(Boolean).length, 1);
    for (const kind of ['failed', 'rejected', 'buffered', 'handedOver', 'delivered'] as const) {
      assert.equal(await record(id, report(kind)), false);
    }
    const { state, lines } = await logOf(id);
    assert.deepEqual([state, lines], ['DELIVERED', [`Delivered to the phone ${AT}`]]);
  });

  test('wait for the settlement when they arrive before it', async () => {
    const [id = ''] = await store.publish(ME, 1, 'PRICING_HEALTH');
    const claimed = await store.queue.claim(10);
    assert.equal(await record(id, report('delivered')), false);
    const recorded = recordReport(store.db, {
      deliveryId: id,
      attempt: 1,
      report: report('delivered'),
      nowMs: NOW + 60_000,
    });
    await store.settle(claimed, accepted);
    assert.equal(await recorded, true);
    assert.deepEqual((await logOf(id)).lines, [`Delivered to the phone ${AT}`]);
  });

  once('are about all deliveries of a message, and about no other message', async () => {
    const single = await sent();
    const [first = '', second = '', third = ''] = await store.publish(ME, 3, 'PRICING_HEALTH');
    await store.settle(await store.queue.claim(10), accepted);
    // One of them is sent again, alone: what is reported about the digest says nothing about that attempt.
    store.clock.now += 1_000;
    await store.notifications.redelivery.resend({ sellerId: ME }, first);
    await store.settle(await store.queue.claim(10), accepted);
    assert.equal(await record(third, report('failed', 'absent subscriber')), true);
    assert.deepEqual([(await logOf(third)).state, (await logOf(second)).state], ['DEAD', 'DEAD']);
    assert.equal((await logOf(second)).error, 'Not delivered: absent subscriber.');
    const resent = await store.notifications.log.delivery({ sellerId: ME }, first);
    assert.deepEqual(
      [resent?.delivery.state, ...(resent?.attempts.map(({ error }) => error) ?? [])],
      ['DELIVERED', 'Not delivered: absent subscriber.', undefined],
    );
    assert.deepEqual((await logOf(single)).lines, []);
    assert.equal(await record(second, report('delivered')), false, 'the message was reported already');
  });

  once('change nothing for unknown deliveries and attempts', async () => {
    assert.equal(await record('dlv_none', report('failed')), false);
    assert.equal(await record(await sent(), report('failed'), 7), false);
  });
});

test('a report token is valid for one attempt, and cannot be forged', () => {
  const key = new OperatorKey('a key that nobody knows, and that is long enough');
  const about = { deliveryId: 'dlv_019a8541c400aa55bb66cc77dd88ee99ff01', attempt: 12 };
  const token = reportToken(key, about);
  assert.match(token, /^dlv_[0-9a-f]{36}\.12\.[\w-]{22}$/);
  assert.deepEqual(readReportToken(key, token), about);
  const other = token.at(-5) === 'A' ? 'B' : 'A';
  for (const wrong of [
    '',
    'x',
    token.slice(0, -1),
    `${token}A`,
    token.slice(0, -5) + other + token.slice(-4),
    token.replace('.12.', '.13.'),
    token.replace('.12.', '.012.'),
    token.replace('ff01', 'ff02'),
    token.replace('.12.', '.12 .'),
  ]) {
    assert.equal(readReportToken(key, wrong), undefined, wrong);
  }
  assert.equal(readReportToken(new OperatorKey('another key that nobody knows, long enough'), token), undefined);
});
