import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Db } from '../src/db/db.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDb } from '../src/db/open.ts';
import { HOUR_MS } from '../src/domain/duration.ts';
import { readRecord } from '../src/domain/market/records/market-record.ts';
import type { Market } from '../src/market/market.ts';
import { migrations } from '../src/migrations/list.ts';
import { OperatorKey } from '../src/notifications/keys/operator-key.ts';
import { createNotifications } from '../src/notifications/notifications.ts';
import { freePort } from '../test/harness/free-port.ts';
import { cleanUpAtExit } from './clean-up.ts';
import { crowdMarketplace, recordsWith } from './crowd.ts';
import type { Arrivals } from './events/timing-receiver.ts';
import { addItemWithOffers, offerAt } from './item-with-offers.ts';
import { type Listing, marketOn } from './market.ts';
import { newPostgresDatabase } from './postgres.ts';
import { startProcess } from './requests/service.ts';

const KEY = 'a key that only this bench uses, and that is long enough';
/** By the number of offers: changes that are made without a pause, and changes whose way to the receivers is measured, one by one. */
const SHAPES = { 20: { fast: 500, timed: 100 }, 5000: { fast: 2, timed: 2 } } as const;
/** Changes without a receiver. */
const CHANGES_WITHOUT_RECEIVERS = 500;
/** Items of 20 offers that workers share: an item alone is in one range of groups. An odd number: see the prices of `changeTimes`. */
const SPREAD_ITEMS = 63;
/** Each change gives two events: the offers changed, and the price in the buy box. */
const EVENTS_PER_CHANGE = 2;

type Size = keyof typeof SHAPES;

/**
 * Measures price changes that move the buy box: how many a second while each gives events to 0, 20 and 5,000 sellers, and how long
 * an event takes from the commit of its change to the socket of the receiver. Then changes of 63 items in turn, whose events several
 * workers share. The changes are made in this process, worker processes send, and another process receives. Arguments: an engine, if
 * only one is wanted, and `--workers`, 1 by default.
 */
export async function runEventsBench(args: string[]): Promise<void> {
  const options = { workers: { type: 'string', default: '1' } } as const;
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [engine] = positionals;
  const workers = Number(values.workers);
  if (!Number.isInteger(workers) || workers < 1) throw new Error('--workers is a number from 1 on.');
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  cleanUpAtExit(folder);
  const receiver = fork(fileURLToPath(new URL('./events/timing-receiver.ts', import.meta.url)));
  const [{ port }] = (await once(receiver, 'message')) as [Arrivals];
  const events = new ArrivedEvents(receiver);
  const url = `http://127.0.0.1:${port}/`;
  if (engine !== 'postgres') {
    const dataDir = join(folder, 'sqlite');
    mkdirSync(dataDir);
    const settings = { env: { DATA_DIR: dataDir }, workers };
    await measure(await openDb({ file: join(dataDir, 'service.db') }), settings, url, events);
  }
  if (engine !== 'sqlite') {
    const dataDir = join(folder, 'postgres');
    mkdirSync(dataDir);
    const databaseUrl = await newPostgresDatabase('bench_events');
    const settings = { env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, workers };
    await measure(await openDb({ databaseUrl, file: '' }), settings, url, events);
  }
  receiver.disconnect();
}

type Environment = { DATA_DIR: string; DATABASE_URL?: string };
type Settings = { env: Environment; workers: number };

async function measure(db: Db, settings: Settings, url: string, arrivals: ArrivedEvents): Promise<void> {
  await migrate(db, migrations);
  const market = marketOn(db);
  await market.writer.apply([recordsWith(readRecord)(crowdMarketplace)], { boards: 'now' });
  const items = { 20: await addItemWithOffers(market, 20), 5000: await addItemWithOffers(market, 5_000) };
  const print = (text: string) => process.stdout.write(`${db.engine.padEnd(9)} ${text}\n`);
  const rateRow = async (size: Size, receivers: number, count: number) => {
    const began = performance.now();
    await changeTimes(count, market, items[size]);
    const committedMs = performance.now() - began;
    const events = count * receivers * EVENTS_PER_CHANGE;
    await arrivals.settle(events);
    const perSecond = (number: number, ms: number) => Math.round((number / ms) * 1_000).toLocaleString('en-US');
    const sent = receivers === 0 ? '' : `, ${perSecond(events, performance.now() - began)} events/s`;
    print(`${title(size, receivers)} ${perSecond(count, committedMs)} changes/s${sent}`);
  };
  await rateRow(20, 0, CHANGES_WITHOUT_RECEIVERS);
  await rateRow(5_000, 0, CHANGES_WITHOUT_RECEIVERS);
  const workers = await Promise.all(Array.from({ length: settings.workers }, (_, n) => startWorker(settings.env, n)));
  const subscribe = subscriptionsOn(db, url);
  for (const size of [20, 5_000] as const) {
    await subscribe(items[size]);
    await rateRow(size, size, SHAPES[size].fast);
    const waitsMs: number[] = [];
    for (let n = 0; n < SHAPES[size].timed; n += 1) {
      const changes = await changeTimes(1, market, items[size]);
      const arrived = await arrivals.settle(size * EVENTS_PER_CHANGE);
      for (const [requestId, atMs] of arrived) waitsMs.push(atMs - (changes.get(requestId) ?? Number.NaN));
      // The changes must not be synchronous with the worker's timer.
      await sleep(50 + Math.random() * 500);
    }
    waitsMs.sort((a, b) => a - b);
    const at = (part: number) => (waitsMs[Math.floor(part * (waitsMs.length - 1))] ?? Number.NaN).toFixed(0);
    print(`${title(size, size)} commit to socket p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, first ${at(0)} ms`);
  }
  const spread: Listing[][] = [];
  for (let n = 0; n < SPREAD_ITEMS; n += 1) spread.push(await addItemWithOffers(market, 20, `SPREAD${n}-`));
  await subscribe(spread.flat());
  const began = performance.now();
  for (let n = 0; n < SHAPES[20].fast; n += 1) await changeTimes(1, market, spread[n % SPREAD_ITEMS] ?? []);
  const events = SHAPES[20].fast * 20 * EVENTS_PER_CHANGE;
  await arrivals.settle(events);
  const perSecond = Math.round((events / (performance.now() - began)) * 1_000).toLocaleString('en-US');
  print(`${SPREAD_ITEMS} items of 20 offers, ${settings.workers} workers: ${perSecond} events/s`);
  for (const worker of workers) await worker.stop();
  await db.close();
}

let changeCount = 0;

/** Makes price changes one after the other. Returns when each was committed, by its request id. */
async function changeTimes(count: number, market: Market, listings: readonly Listing[]): Promise<Map<string, number>> {
  const committed = new Map<string, number>();
  const [cheapest] = listings;
  if (cheapest === undefined) throw new Error('the item has no listings');
  for (let n = 0; n < count; n += 1) {
    changeCount += 1;
    const requestId = `change-${changeCount}`;
    await market.writer.apply([offerAt(cheapest, 900 + (changeCount % 2))], { boards: 'now', requestId });
    committed.set(requestId, performance.timeOrigin + performance.now());
  }
  return committed;
}

const title = (offers: number, receivers: number) =>
  `${String(offers).padStart(5)} offers, ${String(receivers).padStart(5)} sellers told:`;

async function startWorker(settings: Environment, n: number) {
  const port = await freePort();
  return startProcess(['src/main.ts', 'worker'], {
    env: {
      ...settings,
      OPERATOR_KEY: KEY,
      NOTIFY_EGRESS_ALLOW: '127.0.0.1',
      ADMIN_PORT: String(port),
      // No request needs a token here.
      IDP_ISSUER: 'http://127.0.0.1:9/',
      IDP_INTROSPECTION_ENDPOINT: 'http://127.0.0.1:9/introspect',
      IDP_INTROSPECTION_CLIENT_ID: 'bench',
      IDP_INTROSPECTION_CLIENT_SECRET: 'bench',
      LOG_LEVEL: 'warn',
    },
    log: join(settings.DATA_DIR, `worker-${n}.log`),
    base: `http://127.0.0.1:${port}`,
    ready: '/health/ready',
  });
}

/** Gives each seller of the listings a webhook. */
function subscriptionsOn(db: Db, url: string): (listings: readonly Listing[]) => Promise<void> {
  const times = { deliveryLifetimeMs: HOUR_MS };
  const { destinations } = createNotifications({ db, key: new OperatorKey(KEY), now: Date.now, source: url, times });
  const known = new Set<string>();
  return async (listings) => {
    for (const { sellerId } of listings) {
      // The items have sellers in common.
      if (known.has(sellerId)) continue;
      known.add(sellerId);
      const webhook = { url: `${url}${sellerId}`, headers: {}, maxInFlight: 10, others: {} };
      const draft = { sellerId, name: 'bench', type: 'WEBHOOKS', status: 'ACTIVE', isConfirmed: true } as const;
      // Without a window, in which most of the events would be superseded.
      await destinations.create({ ...draft, windowSeconds: 0, settings: { webhook } });
    }
  };
}

/** The events that the receiver reports. */
class ArrivedEvents {
  #arrived: [string, number][] = [];

  constructor(receiver: ChildProcess) {
    receiver.on('message', ({ arrivals = [] }: Arrivals) => void this.#arrived.push(...arrivals));
  }

  /** Waits for this many events, and returns them. */
  async settle(count: number): Promise<[requestId: string, atMs: number][]> {
    for (let idleMs = 0, known = 0; this.#arrived.length < count; idleMs += 20) {
      if (this.#arrived.length > known) idleMs = 0;
      known = this.#arrived.length;
      if (idleMs > 60_000) throw new Error(`Only ${known} of ${count} events arrived.`);
      await sleep(20);
    }
    return this.#arrived.splice(0);
  }
}
