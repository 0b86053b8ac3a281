import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { SmsReport } from '../../src/domain/notifications/sms-report.ts';
import { OperatorKey } from '../../src/notifications/operator-key.ts';
import { readReportToken, recordReport, reportToken } from '../../src/notifications/sms-report.ts';
import { withEngines } from '../db/engines.ts';
import { NOW, openNotifications } from './notification-store.ts';

const ME = 'A1DEMOSELLER';
const AT = new Date(NOW + 60_000).toISOString();
const accepted = { result: 'delivered', code: 202, answer: 'Accepted: 0: Accepted for delivery' } as const;
const report = (kind: SmsReport['kind'], reason = ''): SmsReport => ({ kind, reason });
const IMPATIENT = { forMs: 0, everyMs: 1 };

withEngines('delivery reports', (engine) => {
  let store: Awaited<ReturnType<typeof openNotifications>>;
  before(async () => {
    store = await openNotifications(await engine.fresh());
    const sms = { phoneNumber: '+12065550123' };
    await store.webhook(ME, { type: 'SMS', settings: { sms } });
  });

  /** A message that the gateway took. */
  async function sent(): Promise<string> {
    const [deliveryId = ''] = await store.publish(ME);
    await store.settle(await store.queue.claim(10), accepted);
    return deliveryId;
  }
  const tell = (deliveryId: string, one: SmsReport, attempt = 1) =>
    recordReport(store.db, { deliveryId, attempt }, one, NOW + 60_000, IMPATIENT);
  async function logOf(deliveryId: string) {
    const found = await store.notifications.log.delivery(ME, deliveryId);
    const { error, answer = '' } = found?.attempts.at(-1) ?? {};
    const { state, settledMs } = found?.delivery ?? {};
    return { state, settledMs, error, lines: answer.split('\n').slice(1) };
  }

  test('delivered is told apart from accepted', async () => {
    const id = await sent();
    assert.deepEqual(await logOf(id), { state: 'DELIVERED', settledMs: NOW, error: undefined, lines: [] });
    assert.equal(await tell(id, report('handedOver')), true);
    assert.equal(await tell(id, report('delivered')), true);
    const lines = [`Handed to the network ${AT}`, `Delivered to the phone ${AT}`];
    assert.deepEqual(await logOf(id), { state: 'DELIVERED', settledMs: NOW, error: undefined, lines });
  });

  for (const kind of ['failed', 'rejected'] as const) {
    test(`${kind} ends the delivery, which can be sent again`, async () => {
      const id = await sent();
      assert.equal(await tell(id, report(kind, 'absent subscriber')), true);
      assert.deepEqual(await logOf(id), {
        ...{ state: 'DEAD', settledMs: NOW + 60_000, error: 'Not delivered: absent subscriber.' },
        lines: [`Not delivered: absent subscriber, ${AT}`],
      });
      await store.notifications.redelivery.resend(ME, id);
      const [claimed] = await store.queue.claim(10);
      assert.equal(claimed?.delivery.attempts, 2);
      // The first one again, too late: it says nothing of the second.
      assert.equal(await tell(id, report(kind)), false);
      await store.settle(claimed ? [claimed] : [], accepted);
      assert.equal(await tell(id, report('delivered'), 2), true);
      assert.equal((await logOf(id)).state, 'DELIVERED');
    });
  }

  test('a failed try that is reported on after it was sent again does not end what is newer', async () => {
    const id = await sent();
    await store.notifications.redelivery.resend(ME, id);
    await store.settle(await store.queue.claim(10), accepted);
    assert.equal(await tell(id, report('failed'), 1), true);
    const found = await store.notifications.log.delivery(ME, id);
    assert.equal(found?.delivery.state, 'DELIVERED');
    assert.deepEqual(
      found?.attempts.map(({ error }) => error),
      ['Not delivered: the network gave up.', undefined],
    );
  });

  test('repeated and out of order, also all at once, they change nothing more', async () => {
    const id = await sent();
    const told = await Promise.all(Array.from({ length: 4 }, () => tell(id, report('delivered'))));
    assert.deepEqual(told.filter(Boolean).length, 1);
    for (const kind of ['failed', 'rejected', 'buffered', 'handedOver', 'delivered'] as const) {
      assert.equal(await tell(id, report(kind)), false);
    }
    const { state, lines } = await logOf(id);
    assert.deepEqual([state, lines], ['DELIVERED', [`Delivered to the phone ${AT}`]]);
  });

  test('one that is faster than the settlement waits for it', async () => {
    const [id = ''] = await store.publish(ME);
    const claimed = await store.queue.claim(10);
    assert.equal(await tell(id, report('delivered')), false);
    const told = recordReport(store.db, { deliveryId: id, attempt: 1 }, report('delivered'), NOW + 60_000);
    await store.settle(claimed, accepted);
    assert.equal(await told, true);
    assert.deepEqual((await logOf(id)).lines, [`Delivered to the phone ${AT}`]);
  });

  test('of what is not there they change nothing', async () => {
    assert.equal(await tell('dlv_none', report('failed')), false);
    assert.equal(await tell(await sent(), report('failed'), 7), false);
  });
});

test('a report address is good for one try, and cannot be made up', () => {
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
