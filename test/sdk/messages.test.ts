// run: without coverage

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SellerClient } from '../../sdk/src/create-client.ts';
import type { PulledMessage } from '../../sdk/src/loops/held-messages.ts';
import type { MessagesOptions } from '../../sdk/src/loops/messages.ts';
import { good, ME, type NotificationApi, openNotificationApi } from '../contract/notifications/notifications-app.ts';
import { onEngine } from '../db/engines.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { clientOf } from './streams-client.ts';

onEngine('sqlite', 'a loop over pulled messages', (engine) => {
  let api: NotificationApi;
  let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
  let client: SellerClient;
  let channelId: string;
  before(async () => {
    api = await openNotificationApi(engine);
    const startMs = api.clock.now;
    // Visibility timeouts end by themselves.
    Object.defineProperty(api.clock, 'now', { get: () => startMs + Math.floor(performance.now()) });
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    proxy = await startCuttingProxy(port);
    client = clientOf(`http://127.0.0.1:${port}`, `for.${ME}`);
  });
  after(async () => {
    await proxy.close();
    await api.close();
  });
  beforeEach(async () => {
    for (const one of good(await api.get('/destinations')).channels) await api.delete(`/destinations/${one.channelId}`);
    ({ channelId } = await api.create({ pullConfig: { visibilityTimeoutSeconds: 40 }, windowSeconds: 0 }));
  });

  /** What anybody could receive now. */
  const available = async (): Promise<number> => {
    const { messages } = await client.receiveMessages({ path: { channelId }, body: { maxMessages: 100 } });
    const receiptHandles = messages.map(({ receiptHandle }) => receiptHandle);
    if (messages.length > 0) await client.giveBackMessages({ path: { channelId }, body: { receiptHandles } });
    return messages.length;
  };
  const drain = async (options: MessagesOptions = {}, from = client) => {
    const sequences: string[] = [];
    for await (const { event } of from.messages(channelId, { idle: 'stop', ...options }))
      if (event.type === 'ANY_OFFER_CHANGED') sequences.push(event.sequence);
    return sequences;
  };
  /** The state of each delivery with its number of receipts, the oldest first. */
  const states = async () => {
    const { deliveries } = await client.getDeliveries({ path: { channelId } });
    return deliveries.map(({ state, attemptCount }) => `${state} ${attemptCount}`).toReversed();
  };
  const isExpected = (error: Error) => error.message === 'expected';

  test('yields each message once, the oldest first, and acknowledges it when the next one is asked for', async () => {
    await api.publish(ME, 5);
    const sequences: number[] = [];
    const before: string[] = [];
    for await (const message of client.messages(channelId, { maxMessages: 2, idle: 'stop' })) {
      assert.equal(message.event.id, message.notificationId);
      assert.equal(message.receiveCount, 1);
      sequences.push(Number('sequence' in message.event && message.event.sequence));
      before.push((await states()).filter((one) => one.startsWith('DELIVERED')).length.toString());
    }
    assert.deepEqual(before, ['0', '1', '2', '3', '4']);
    assert.deepEqual(
      sequences,
      sequences.toSorted((a, b) => a - b),
    );
    assert.deepEqual(await states(), Array(5).fill('DELIVERED 1'));
  });

  test('waits for messages until the signal aborts, at once, and acknowledges the one whose work was done', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const got: string[] = [];
    const loop = (async () => {
      for await (const { event } of client.messages(channelId, { signal: stop.signal })) {
        got.push(event.type);
        if (got.length === 2) stop.abort(reason);
      }
    })();
    await sleep(50);
    await api.publish(ME, 3);
    await assert.rejects(loop, reason);
    assert.deepEqual([got.length, await available()], [2, 1]);
    assert.deepEqual((await states()).slice(0, 2), ['DELIVERED 1', 'DELIVERED 1']);
    await drain();
    const waiting = client.messages(channelId, { signal: AbortSignal.timeout(100) });
    const startedMs = performance.now();
    await assert.rejects(waiting.next(), { name: 'TimeoutError' });
    assert.ok(performance.now() - startedMs < 10_000);
  });

  test('leaving the loop gives back the current message and those received with it, so that others get them at once', async () => {
    await api.publish(ME, 4);
    const exits: Record<string, () => Promise<unknown>> = {
      throw: async () => {
        for await (const _ of client.messages(channelId)) throw new Error('expected');
      },
      break: async () => {
        for await (const _ of client.messages(channelId)) break;
      },
      return: async () => {
        for await (const _ of client.messages(channelId)) return;
      },
      abort: async () => {
        const stop = new AbortController();
        const loop = client.messages(channelId, { signal: stop.signal });
        await loop.next();
        stop.abort(new Error('expected'));
        await loop.throw(new Error('expected'));
      },
    };
    for (const [name, leave] of Object.entries(exits)) {
      await leave().catch((error: Error) => assert.ok(isExpected(error), `${error.stack}`));
      assert.equal(await available(), 4, name);
    }
    const rest = await drain();
    assert.equal(rest.length, 4);
    assert.equal(await available(), 0);
  });

  test('several consumers share the messages: each one goes to one of them', async () => {
    await api.publish(ME, 30);
    const parts = await Promise.all([1, 2, 3].map(() => drain({ maxMessages: 3 })));
    assert.equal(new Set(parts.flat()).size, 30);
    assert.equal(parts.flat().length, 30);
    assert.ok(parts.filter((one) => one.length > 0).length > 1, 'not one of them alone');
  });

  test('extends the messages while the body works, longer than the visibility timeout', async (t) => {
    await api.publish(ME, 2);
    const seen: number[] = [];
    for await (const { receiveCount, signal } of client.messages(channelId, {
      visibilityTimeoutSeconds: 1,
      idle: 'stop',
    })) {
      seen.push(receiveCount);
      if (seen.length > 1) continue;
      await sleep(2_200);
      assert.equal(await available(), 0, 'neither the current one nor the next one');
      assert.equal(signal.aborted, false);
    }
    assert.deepEqual(seen, [1, 1]);
    assert.deepEqual(await states(), ['DELIVERED 1', 'DELIVERED 1']);
    // Nobody extends any more after the loop: a message that nobody acknowledges becomes available.
    await api.publish(ME);
    const loop = client.messages(channelId, { visibilityTimeoutSeconds: 1 });
    await loop.next();
    await loop.return();
    assert.equal(await available(), 1);
    const timers = t.mock.method(globalThis, 'setTimeout');
    await sleep(500);
    const beats = timers.mock.calls.filter((call) => call.arguments[1] === 1_000 / 3);
    assert.equal(beats.length, 0, 'the timer ends with the loop');
  });

  /** Another consumer receives the message, as after a long pause of this process. */
  const take = async ({ deliveryId }: PulledMessage) => {
    await api.db.run('UPDATE delivery SET due_ms = 0 WHERE delivery_id = $1', [deliveryId]);
    assert.equal((await client.receiveMessages({ path: { channelId }, body: { maxMessages: 1 } })).messages.length, 1);
  };

  test('tells that a message is stale, and passes over those that were taken before their turn', async () => {
    await api.publish(ME, 3);
    const stale = { name: 'ApiError', code: 'MessageStale' };
    await assert.rejects(async () => {
      for await (const message of client.messages(channelId)) await take(message);
    }, stale);
    assert.equal(await available(), 2, 'the other two were given back');
    const staleIds: string[] = [];
    const got: PulledMessage[] = [];
    const options = {
      visibilityTimeoutSeconds: 1,
      onStale: (one: PulledMessage) => void staleIds.push(one.deliveryId),
    };
    for await (const message of client.messages(channelId, { ...options, idle: 'stop' })) {
      got.push(message);
      if (got.length > 1) assert.fail('the other one is taken');
      await take(message);
      const { deliveries } = await client.getDeliveries({ path: { channelId }, query: { state: 'SENDING' } });
      const other = deliveries.find(
        (one) => one.deliveryId !== message.deliveryId && one.attemptCount === message.receiveCount,
      );
      await take(other as unknown as PulledMessage);
      const startedMs = performance.now();
      while (!message.signal.aborted && performance.now() - startedMs < 20_000) await sleep(10);
      assert.throws(() => message.signal.throwIfAborted(), stale);
      await assert.rejects(message.acknowledge(), stale);
      await assert.rejects(message.extend(5), stale);
    }
    assert.deepEqual(staleIds, [got[0]?.deliveryId]);
  });

  test('acknowledges and extends when the body says so', async () => {
    await api.publish(ME, 3);
    // So slow that the loop's own extension falls into the one of the body.
    const slow: SellerClient = Object.assign(Object.create(client), {
      extendMessages: async (options: Parameters<SellerClient['extendMessages']>[0]) => {
        await sleep(500);
        return client.extendMessages(options);
      },
      acknowledgeMessages: async (options: Parameters<SellerClient['acknowledgeMessages']>[0]) => {
        await sleep(100);
        return client.acknowledgeMessages(options);
      },
    });
    const loop = slow.messages(channelId, { visibilityTimeoutSeconds: 1 });
    const first = (await loop.next()).value ?? assert.fail();
    await Promise.all([first.acknowledge(), first.acknowledge()]);
    assert.deepEqual((await states())[0], 'DELIVERED 1');
    await first.acknowledge();
    await first.extend(5);
    const second = (await loop.next()).value ?? assert.fail();
    await second.extend(600);
    const { due_ms: dueMs } =
      (await api.db.get<{ due_ms: number }>('SELECT due_ms FROM delivery WHERE delivery_id = $1', [
        second.deliveryId,
      ])) ?? assert.fail();
    assert.ok(dueMs > api.clock.now + 500_000);
    await sleep(700);
    const later = await api.db.get<{ due_ms: number }>('SELECT due_ms FROM delivery WHERE delivery_id = $1', [
      second.deliveryId,
    ]);
    assert.equal(later?.due_ms, dueMs, 'the loop does not shorten it');
    // Not awaited: leaving the loop waits for it, and gives back the last one alone.
    void second.acknowledge();
    await loop.return();
    assert.deepEqual(await states(), ['DELIVERED 1', 'DELIVERED 1', 'PENDING 1']);
  });

  test('an acknowledgement whose answer is lost is sent again, and is no stale message', async () => {
    await api.publish(ME, 3);
    const cut = clientOf(proxy.baseUrl, `for.${ME}`);
    let count = 0;
    for await (const _ of cut.messages(channelId, { idle: 'stop' })) {
      count += 1;
      if (count === 2) proxy.cutAnswers(1);
    }
    assert.equal(proxy.cutsLeft, 0);
    assert.deepEqual(await states(), Array(3).fill('DELIVERED 1'));
  });

  test('goes on after failures of the connection, and throws those that do not pass', async () => {
    const cut = clientOf(proxy.baseUrl, `for.${ME}`, { maxAttempts: 1 });
    const failures: string[] = [];
    proxy.shut();
    const onRetry: MessagesOptions['onRetry'] = ({ code }) => {
      failures.push(code);
      proxy.open();
    };
    await api.publish(ME, 1);
    for await (const _ of cut.messages(channelId, { onRetry })) break;
    assert.deepEqual(failures, ['ConnectionFailed']);
    await assert.rejects(clientOf(proxy.baseUrl, 'nobody').messages(channelId).next(), { status: 401 });
    await assert.rejects(client.messages('chn_unknown').next(), { status: 404 });
    await assert.rejects(client.messages(channelId, { maxMessages: 0 }).next(), { status: 400 });
    await api.patch(`/destinations/${channelId}`, { status: 'INACTIVE' });
    await assert.rejects(client.messages(channelId).next(), { status: 409 });
  });

  test('an abort ends the tries to acknowledge at a service that is gone', async () => {
    await api.publish(ME, 1);
    const stop = new AbortController();
    const cut = clientOf(proxy.baseUrl, `for.${ME}`, { maxAttempts: 1 });
    const startedMs = performance.now();
    await assert.rejects(async () => {
      for await (const _ of cut.messages(channelId, { signal: stop.signal })) {
        proxy.shut();
        setTimeout(() => stop.abort(new Error('expected')), 100);
      }
    }, isExpected);
    assert.ok(performance.now() - startedMs < 20_000);
    proxy.open();
  });

  test('an acknowledgement that fails in the end is thrown', async () => {
    await api.publish(ME, 1);
    const gone = async () => {
      for await (const _ of client.messages(channelId)) await api.delete(`/destinations/${channelId}`);
    };
    await assert.rejects(gone(), { status: 404 });
  });
});
