import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import type { Db } from '../src/db/db.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDb } from '../src/db/open.ts';
import { createEgress } from '../src/delivery/egress.ts';
import { createWebhookSender } from '../src/delivery/webhook.ts';
import { startWorker } from '../src/delivery/worker.ts';
import { HOUR_MS } from '../src/domain/duration.ts';
import { migrations } from '../src/migrations/list.ts';
import { OperatorKey } from '../src/notifications/keys/operator-key.ts';
import { createNotifications } from '../src/notifications/notifications.ts';
import { DeliveryQueue } from '../src/notifications/queue/delivery-queue.ts';
import { newPostgresDatabase } from './postgres.ts';
import { median } from './requests/measure.ts';

/** One destination that gets everything, a few, and many with the default limit of concurrent requests. */
const SHAPES = [
  { destinations: 1, maxInFlight: 100 },
  { destinations: 4, maxInFlight: 32 },
  { destinations: 20, maxInFlight: 10 },
  { destinations: 1_000, maxInFlight: 10 },
];
/** A seller may have 50. */
const DESTINATIONS_OF_SELLER = 20;
/** Clients that send test notifications to one destination at once. */
const TEST_CLIENTS = 30;
const CONCURRENCY = 128;
const ROUNDS = 3;

/**
 * Measures signed deliveries per second, from the queue to a receiver in another process and into the delivery log, and a
 * bare loop that posts the same bytes with undici and stores nothing. With one destination, also how many test notifications a
 * second 30 clients can queue for it while a worker sends them. Argument: the number of deliveries in a round.
 */
export async function runNotifyBench([count = '6000']: string[]): Promise<void> {
  const receiver = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)));
  const [port] = await once(receiver, 'message');
  const url = `http://127.0.0.1:${port}/`;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    for (const shape of SHAPES) {
      const name = `notify_${shape.destinations}`;
      await compare(await openDb({ file: join(folder, `${name}.db`) }), url, shape, Number(count));
      const databaseUrl = await newPostgresDatabase(`bench_${name}`);
      await compare(await openDb({ databaseUrl, file: '' }), url, shape, Number(count));
    }
  } finally {
    receiver.disconnect();
    rmSync(folder, { recursive: true });
  }
}

async function compare(db: Db, url: string, shape: Shape, count: number): Promise<void> {
  const service = await serviceOn(db, url, shape);
  const rates: { service: number; bare: number }[] = [];
  // The first run of each warms up the compiler. The two take turns, so that other work on the machine affects both alike.
  await service.deliver(count);
  await bareLoop(url, service.sample, count);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.push({ service: await service.deliver(count), bare: await bareLoop(url, service.sample, count) });
  }
  const tests = shape.destinations === 1 ? await service.sendTests(Math.ceil(count / 4)) : undefined;
  await db.close();
  const served = median(rates.map((rate) => rate.service));
  const bare = median(rates.map((rate) => rate.bare));
  process.stdout.write(
    `${db.engine.padEnd(9)} ${String(shape.destinations).padStart(4)} destinations  ${served.toFixed(0).padStart(6)} deliveries/s, bare undici ${bare.toFixed(0).padStart(6)}/s, ratio ${(served / bare).toFixed(2)}\n`,
  );
  if (tests !== undefined)
    process.stdout.write(
      `${db.engine.padEnd(9)} ${TEST_CLIENTS} clients to one destination: ${tests.toFixed(0)} tests/s\n`,
    );
}

type Shape = (typeof SHAPES)[number];

async function serviceOn(db: Db, url: string, { destinations, maxInFlight }: Shape) {
  await migrate(db, migrations);
  const key = new OperatorKey('a key that only this bench uses');
  const times = { deliveryLifetimeMs: HOUR_MS };
  const notifications = createNotifications({ db, key, now: Date.now, source: url, times });
  for (let n = 0; n < destinations; n += 1) {
    const webhook = { url: `${url}${n}`, headers: {}, maxInFlight, others: {} };
    const sellerId = sellerOf(n);
    const draft = { sellerId, name: `${n}`, type: 'WEBHOOKS', status: 'ACTIVE', isConfirmed: true } as const;
    await notifications.destinations.create({ ...draft, settings: { webhook } });
  }
  const queueTimes = {
    source: url,
    leaseMs: 30_000,
    retries: { delaysMs: [0] },
    testRetries: { delaysMs: [0] },
    suspendAfterMs: HOUR_MS,
    maxPerSeller: CONCURRENCY,
  };
  const { events: sellerEvents, tests } = notifications;
  const queue = new DeliveryQueue({ db, key, now: Date.now, times: queueTimes, sellerEvents });
  const sellers = [...new Set(Array.from({ length: destinations }, (_, n) => sellerOf(n)))];
  const data = { payloadVersion: '1.0', marketplaceId: 'STORE_US', note: 'x'.repeat(600) };
  const event = { specversion: '1.0', source: url, type: 'ANY_OFFER_CHANGED', time: new Date().toISOString() } as const;
  const eventOf = (sellerId: string, id: string) =>
    ({ ...event, id, datacontenttype: 'application/json', data: { ...data, sellerId } }) as const;
  return {
    sample: JSON.stringify(eventOf('S0', 'sample')),
    /** Queues `count` events, then lets a worker send them. Returns deliveries per second. */
    async deliver(count: number): Promise<number> {
      const each = Math.ceil(count / destinations);
      for (const sellerId of sellers) {
        for (let n = 0; n < each; n += 100) {
          await db.transaction(async (tx) => {
            for (let m = n; m < Math.min(n + 100, each); m += 1)
              await sellerEvents.publish(tx, [{ event: eventOf(sellerId, `ntf_${Date.now()}_${m}`) }]);
          });
        }
      }
      const done = Promise.withResolvers<void>();
      let left = count;
      const began = performance.now();
      const { stop } = sending((settled) => {
        left -= settled;
        if (left <= 0) done.resolve();
      }, done.reject);
      await done.promise;
      const rate = (count / (performance.now() - began)) * 1000;
      await stop();
      return rate;
    },
    /** Queues `count` tests for the first destination while a worker sends them. Returns tests per second. */
    async sendTests(count: number): Promise<number> {
      const { destinationId = '' } = (await notifications.destinations.list({ sellerId: sellerOf(0) }))[0] ?? {};
      const test = {
        access: { sellerId: sellerOf(0) },
        type: 'WEBHOOKS',
        destinationId,
        marketplaceId: 'STORE_US',
      } as const;
      const failure = Promise.withResolvers<never>();
      const { wake, stop } = sending(() => undefined, failure.reject);
      let left = count;
      const began = performance.now();
      const client = async () => {
        while (left-- > 0) {
          await tests.send({ ...test, content: { payloadVersion: '1.0' } });
          wake();
        }
      };
      await Promise.race([Promise.all(Array.from({ length: TEST_CLIENTS }, client)), failure.promise]);
      const rate = (count / (performance.now() - began)) * 1000;
      await stop();
      return rate;
    },
  };

  /** A worker that sends what is queued. */
  function sending(onSettled: (count: number) => void, onFailure: (error: unknown) => void) {
    const egress = createEgress({ allow: [], loopback: true, ownPorts: [], forbidden: [] });
    const worker = startWorker({
      queue: {
        ...claimsOf(queue),
        settle: async (batch, max) => {
          const claimed = await queue.settle(batch, max);
          onSettled(batch.length);
          return claimed;
        },
      },
      senders: {
        ...otherChannels,
        WEBHOOKS: createWebhookSender(egress, 'bench', { now: Date.now, timeoutMs: 15_000 }),
      },
      messageFor: ({ delivery, earlier, destination }) => ({
        ...{ delivery, earlier, destination },
        secrets: notifications.destinations.secretsOf(destination),
      }),
      now: Date.now,
      concurrency: CONCURRENCY,
      pollMs: 250,
      onAttempt: (_type, { result, error }) => {
        if (result !== 'delivered') throw new Error(error);
      },
      onFailure,
    });
    return { wake: () => worker.wake(), stop: () => worker.stop().then(() => egress.close()) };
  }
}

const sellerOf = (n: number) => `S${Math.floor(n / DESTINATIONS_OF_SELLER)}`;

const claimsOf = (queue: DeliveryQueue) => ({
  claim: (most: number) => queue.claim(most),
  nextDueMs: () => queue.nextDueMs(),
});

const unused = { send: () => Promise.reject(new Error('this bench sends webhooks only')) };
const otherChannels = { EMAIL: unused, SMS: unused, MOBILE_PUSH: unused };

async function bareLoop(url: string, body: string, count: number): Promise<number> {
  const agent = new Agent({ connections: CONCURRENCY });
  const headers = { 'content-type': 'application/cloudevents+json' };
  let left = count;
  const began = performance.now();
  const loop = async () => {
    while (left-- > 0) {
      const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  const rate = (count / (performance.now() - began)) * 1000;
  await agent.destroy();
  return rate;
}
