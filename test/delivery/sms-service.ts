import assert from 'node:assert/strict';
import { createSmsSender } from '../../src/delivery/sms.ts';
import type { AttemptOutcome } from '../../src/domain/notifications/delivery.ts';
import { smsReportUrl } from '../../src/domain/notifications/sms-report.ts';
import { list } from '../../src/http/answers/envelope.ts';
import { smsReportRoutes } from '../../src/http/routes/notifications/sms-reports.ts';
import { acceptReport, reportToken } from '../../src/notifications/deliveries/sms-report.ts';
import type { Engine } from '../db/engines.ts';
import { startApp } from '../harness/app.ts';
import { openNotifications } from '../notifications/notification-store.ts';

const ME = 'A1DEMOSELLER';

export type SmsService = Awaited<ReturnType<typeof openSmsService>>;

/** The round trip of an SMS: a store, the sender to this gateway, and the HTTP route that takes its reports. */
export async function openSmsService(engine: Engine, gatewayUrl: string, phoneNumber = '+12065550123') {
  const store = await openNotifications(await engine.migrated());
  const { db, key, clock } = store;
  await store.webhook(ME, { type: 'SMS', settings: { sms: { phoneNumber } } });
  const now = () => clock.now;
  const routes = [smsReportRoutes((token, one) => acceptReport({ db, key, now }, token, one))];
  const { app } = await startApp({
    groups: [{ prefix: '/callbacks/v4', tag: 'Callbacks', guard: 'none', envelope: list, routes }],
  });
  const publicUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  const sender = createSmsSender(
    gatewayUrl,
    { timeoutMs: 5_000, now: Date.now },
    ({ delivery: { deliveryId, attempts } }) =>
      smsReportUrl(publicUrl, reportToken(key, { deliveryId, attempt: attempts })),
  );
  return {
    /** Sends one message. `settle` then stores the outcome, as the worker does a moment later. */
    async send() {
      const [deliveryId = ''] = await store.publish(ME, 1, 'PRICING_HEALTH');
      const [claimed] = await store.queue.claim(1);
      assert.ok(claimed);
      const outcome: AttemptOutcome = await sender.send({ ...claimed, secrets: [] });
      return { deliveryId, outcome, settle: () => store.settle([claimed], outcome) };
    },
    /** The state of a delivery and the lines of its first attempt, without the times. */
    async shown(deliveryId: string) {
      const found = await store.notifications.log.delivery({ sellerId: ME }, deliveryId);
      const { answer = '' } = found?.attempts[0] ?? {};
      return [found?.delivery.state, ...answer.split('\n').map((line) => line.replace(/,? \d{4}-\S+Z$/, ''))];
    },
    async close() {
      await sender.close();
      await app.close();
    },
  };
}
