// run: mostly waiting

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessageSender } from '../../src/delivery/message-sender.ts';
import { startWorker } from '../../src/delivery/worker.ts';
import type { AttemptOutcome } from '../../src/domain/notifications/delivery.ts';
import { onEngine } from '../db/engines.ts';
import { until } from '../harness/until.ts';
import { openNotifications } from '../notifications/notification-store.ts';

onEngine('sqlite', 'the worker', (engine) => {
  /** Starts a worker whose senders all use this `send`. */
  async function started(send: MessageSender['send'], concurrency = 8, beforeSettlement = async () => {}) {
    const store = await openNotifications(await engine.migrated());
    const { queue } = store;
    const outcomes: AttemptOutcome[] = [];
    const failures: unknown[] = [];
    const sender = { send };
    const worker = startWorker({
      queue: {
        claim: (max) => queue.claim(max),
        nextDueMs: () => queue.nextDueMs(),
        settle: (attempted, max) => beforeSettlement().then(() => queue.settle(attempted, max)),
      },
      senders: { WEBHOOKS: sender, EMAIL: sender, SMS: sender, MOBILE_PUSH: sender },
      messageFor: ({ delivery, earlier, destination }) => ({
        ...{ delivery, earlier, destination },
        secrets: store.notifications.destinations.secretsOf(destination),
      }),
      now: () => store.clock.now,
      concurrency,
      pollMs: 20,
      onAttempt: (_type, outcome) => outcomes.push(outcome),
      onFailure: (error) => failures.push(error),
    });
    return { ...store, worker, outcomes, failures };
  }

  test('sends everything that is queued, within its concurrency limit, each with the secret of its destination', async () => {
    let inFlight = 0;
    let maxInFlight = 0;
    const seen: [string, string | undefined][] = [];
    const { worker, publish, webhook, notifications } = await started(async ({ delivery, secrets }) => {
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inFlight -= 1;
      seen.push([delivery.destinationId, secrets[0]]);
      return { result: 'delivered' };
    });
    const one = await webhook('S1', {}, 100);
    const two = await webhook('S2', {}, 100);
    await publish('S1', 30);
    await publish('S2', 30);
    await until(() => seen.length === 60);
    await worker.stop();
    assert.equal(maxInFlight, 8);
    for (const destination of [one, two]) {
      const [secret] = notifications.destinations.secretsOf(destination);
      assert.equal(
        seen.filter(([id, usedSecret]) => id === destination.destinationId && usedSecret === secret).length,
        30,
      );
    }
    const states = await notifications.log.deliveries(one.destinationId, { limit: 100 });
    assert.ok(states.every(({ state }) => state === 'DELIVERED'));
  });

  test('retries a delivery whose sender throws, and reports the error', async () => {
    const { worker, publish, webhook, notifications, failures } = await started(() => {
      throw new Error('a mistake in the sender');
    });
    const { destinationId } = await webhook('S1');
    const [id = ''] = await publish('S1');
    await until(
      async () => (await notifications.log.delivery({ sellerId: 'S1' }, id))?.attempts[0]?.error !== undefined,
    );
    await worker.stop();
    const found = await notifications.log.delivery({ sellerId: 'S1' }, id);
    assert.equal(found?.delivery.state, 'PENDING');
    assert.equal(found?.attempts[0]?.error, 'The service failed to send the message.');
    assert.match(String(failures[0]), /a mistake in the sender/);
    assert.ok(destinationId);
  });

  test('on stop claims nothing more, lets attempts in flight end, and stores their outcomes', async () => {
    const { worker, publish, webhook, notifications } = await started(async () => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return { result: 'delivered' };
    }, 3);
    const { destinationId } = await webhook('S1', {}, 3);
    await publish('S1', 9);
    await until(async () => {
      const states = await notifications.log.deliveries(destinationId, { limit: 100 });
      return states.some(({ state }) => state === 'SENDING');
    });
    await worker.stop();
    const states = (await notifications.log.deliveries(destinationId, { limit: 100 })).map(({ state }) => state);
    assert.ok(
      states.includes('PENDING') && states.includes('DELIVERED') && !states.includes('SENDING'),
      String(states),
    );
  });

  test('on stop sends and records what a settlement that was under way has claimed', async () => {
    const settling = Promise.withResolvers<void>();
    const maySettle = Promise.withResolvers<void>();
    const secondSent = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    let sent = 0;
    const { worker, publish, webhook, notifications } = await started(
      async () => {
        sent += 1;
        if (sent === 2) {
          secondSent.resolve();
          await mayAnswer.promise;
        }
        return { result: 'delivered' };
      },
      3,
      async () => {
        settling.resolve();
        await maySettle.promise;
      },
    );
    await webhook('S1', {}, 3);
    await publish('S1');
    await settling.promise;
    // The settlement is held open, and has slots for more deliveries. The next one is due only after the worker claims no more.
    let hasStopped = false;
    const stopping = worker.stop().then(() => {
      hasStopped = true;
    });
    const [second = ''] = await publish('S1');
    maySettle.resolve();
    await secondSent.promise;
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    assert.equal(hasStopped, false, 'it waits for the delivery that is being sent');
    mayAnswer.resolve();
    await stopping;
    assert.deepEqual([sent, (await notifications.log.states([second])).get(second)], [2, 'DELIVERED']);
  });

  test('on stop records what a settlement under way has claimed, also when the answer comes as that settlement ends', async () => {
    for (let hops = 0; hops < 8; hops += 1) {
      const settling = Promise.withResolvers<void>();
      const maySettle = Promise.withResolvers<void>();
      const { worker, publish, webhook, notifications } = await started(
        async () => {
          for (let n = 0; n < hops; n += 1) await Promise.resolve();
          return { result: 'delivered' };
        },
        3,
        () => {
          settling.resolve();
          return maySettle.promise;
        },
      );
      await webhook('S1', {}, 3);
      await publish('S1');
      await settling.promise;
      const stopping = worker.stop();
      const [second = ''] = await publish('S1');
      maySettle.resolve();
      await stopping;
      assert.equal((await notifications.log.states([second])).get(second), 'DELIVERED', `${hops} steps later`);
    }
  });

  test('on stop aborts attempts that do not end in time, and retries them', async () => {
    const { worker, publish, webhook, notifications, queue } = await started(
      (_message, signal) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve({ result: 'failed', error: 'stopped' }));
        }),
    );
    await webhook('S1');
    const [id = ''] = await publish('S1');
    await until(async () => (await notifications.log.states([id])).get(id) === 'SENDING');
    await worker.stop();
    const found = await notifications.log.delivery({ sellerId: 'S1' }, id);
    assert.deepEqual([found?.delivery.state, found?.attempts.length], ['PENDING', 1]);
    // The aborted attempt did not count: the next one is again number 1.
    assert.deepEqual(
      (await queue.claim(1)).map(({ tries }) => tries),
      [1],
    );
  });
});
