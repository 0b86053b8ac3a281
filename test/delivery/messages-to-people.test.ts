import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, test } from 'node:test';
import PostalMime from 'postal-mime';
import type { MessageSender } from '../../src/delivery/message-sender.ts';
import { eventsOf } from '../../src/delivery/message-text.ts';
import { createSmsSender } from '../../src/delivery/sms.ts';
import { startWorker, type Worker } from '../../src/delivery/worker.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { onEngine } from '../db/engines.ts';
import { until } from '../harness/until.ts';
import { openMessages } from '../notifications/message-store.ts';
import { mailServer, senderTo, smtpError } from './mail-server.ts';
import { answers, smsGateway } from './sms-gateway.ts';

const unused: MessageSender = { send: () => assert.fail('nothing is sent there') };

onEngine('sqlite', 'the worker sends people messages that', (engine) => {
  let store: Awaited<ReturnType<typeof openMessages>>;
  let worker: Worker | undefined;
  const cleanUps: (() => unknown)[] = [];
  before(async () => {
    store = await openMessages(await engine.migrated());
  });
  beforeEach(() => store.empty());
  afterEach(async () => {
    await worker?.stop();
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  function start(senders: { EMAIL?: MessageSender; SMS?: MessageSender }): void {
    worker = startWorker({
      ...{ queue: store.queue, now: () => store.clock.now, concurrency: 8, pollMs: 10 },
      senders: { WEBHOOKS: unused, EMAIL: unused, SMS: unused, MOBILE_PUSH: unused, ...senders },
      messageFor: ({ delivery, earlier, destination }) => ({ delivery, earlier, destination, secrets: [] }),
      onAttempt: () => undefined,
      onFailure: (error) => assert.fail(error as Error),
    });
  }

  /** Nothing is due, or in flight. */
  const idle = () =>
    until('everything that is due is sent', async () => {
      const due = await store.queue.nextDueMs();
      return due === undefined || due > store.clock.now + 60_000;
    });

  test('arrive as one e-mail an hour; one that the server rejects for now comes again with its id and content', async () => {
    const raw: string[] = [];
    const server = await mailServer({
      onData(stream, _session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          raw.push(Buffer.concat(chunks).toString('latin1'));
          callback(raw.length === 1 ? smtpError(451, '4.7.1 greylisted') : null);
        });
      },
    });
    const sender = senderTo(server.port);
    cleanUps.push(() => server.close(), () => sender.close()); // biome-ignore format: two calls
    await store.person('EMAIL');
    const ids = await store.publish('S1', 3, 'PRICING_HEALTH');
    start({ EMAIL: sender });
    const lastError = async () => (await store.logOf(ids[2] ?? '')).attempts.at(-1)?.error;
    await until('the first attempt is settled', async () => (await lastError()) !== undefined);
    store.clock.now += 10_000;
    await until('the second arrives', () => raw.length === 2);
    const [first, second] = await Promise.all(raw.map((one) => PostalMime.parse(one)));
    assert.match(first?.messageId ?? '', new RegExp(`^<${ids[2]}@`));
    for (const key of ['messageId', 'subject', 'text', 'html'] as const) assert.equal(first?.[key], second?.[key]);
    await until('all are delivered', async () =>
      (await Promise.all(ids.map((id) => store.logOf(id)))).every(({ delivery }) => delivery.state === 'DELIVERED'),
    );
    for (let n = 0; n < 4; n += 1) await store.publish('S1', 1, 'PRICING_HEALTH');
    worker?.wake();
    await idle();
    assert.equal(raw.length, 2);
    store.clock.now += HOUR_MS;
    await until('the digest arrives', () => raw.length === 3);
    await idle();
    assert.equal(raw.length, 3);
  });

  test('tell an event once that waited and was replayed', async () => {
    await store.person('MOBILE_PUSH');
    await store.publish('S1', 2, 'PRICING_HEALTH');
    const [message] = await store.queue.claim(10);
    assert.ok(message);
    const replayed = message.earlier.map((one) => ({ ...one, deliveryId: `${one.deliveryId}0` }));
    const events = eventsOf({ ...message, earlier: [...message.earlier, ...replayed], secrets: [] });
    assert.deepEqual(
      events.map(({ id }) => id),
      [message.delivery, ...message.earlier].map(({ notificationId }) => notificationId),
    );
  });

  test('arrive as at most ten SMS a day, and not in quiet hours', async () => {
    const gateway = await smsGateway(answers.accepted);
    const sender = createSmsSender(gateway.url, { timeoutMs: 5_000, now: Date.now });
    cleanUps.push(() => gateway.close(), () => sender.close()); // biome-ignore format: two calls
    // The clock begins at midnight.
    const { destinationId } = await store.person('SMS', {
      quietHours: { start: '23:00', end: '06:00', timeZone: 'UTC' },
    });
    start({ SMS: sender });
    await store.publish('S1', 2, 'PRICING_HEALTH');
    worker?.wake();
    await idle();
    assert.equal(gateway.received.length, 0);
    store.clock.now += 6 * HOUR_MS;
    await until('the night is over', () => gateway.received.length === 1);
    for (let n = 2; n < 15; n += 1) {
      await store.publish('S1', 1, 'PRICING_HEALTH');
      worker?.wake();
      await idle();
      assert.equal(gateway.received.length, Math.min(n, 10));
    }
    await store.sendTest('SMS', destinationId);
    await until('the test arrives', () => gateway.received.length === 11);
    // A day later its lease would be over: it would be sent again.
    await idle();
    store.clock.now += DAY_MS;
    await until('the digest arrives', () => gateway.received.length === 12);
    await idle();
    assert.equal(gateway.received.length, 12);
  });
});
