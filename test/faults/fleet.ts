import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/open.ts';
import { storeClock } from '../../src/db/store-clock.ts';
import { timeOrderedId } from '../../src/db/time-ordered-id.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { migrations } from '../../src/migrations/list.ts';
import { insertDeliveries } from '../../src/notifications/deliveries/delivery-table.ts';
import { latestEngineTime } from '../../src/notifications/engine-time.ts';
import { eventExamples } from '../../src/wire/notifications/events/event-examples.ts';
import type { TestDatabase } from '../db/engines.ts';
import { Operator } from '../harness/operator.ts';
import { ServiceProcess, startService } from '../harness/process.ts';
import { startProvider } from '../harness/provider.ts';
import { Receiver } from '../harness/receiver.ts';
import { Seller } from './seller.ts';

type Settings = Record<string, string>;
type Provider = Awaited<ReturnType<typeof startProvider>>;

/** Seconds instead of hours. A lease ends 3 s after its claim. */
const shortTimes: Settings = {
  OPERATOR_KEY: 'a key that nobody knows, and that is long enough',
  NOTIFY_EGRESS_ALLOW: '127.0.0.1',
  NOTIFY_TIMEOUT_MS: '2000',
  NOTIFY_LEASE_MARGIN_MS: '1000',
  NOTIFY_RETRY_SECONDS: '0,0.2,0.2,0.2,0.2,0.2,0.2,0.2',
  NOTIFY_TEST_RETRY_SECONDS: '0,0.2,0.2,0.2,0.2,0.2,0.2,0.2',
  NOTIFY_POLL_MS: '50',
  // One seller may have a quarter of these in flight.
  NOTIFY_CONCURRENCY: '512',
  LOG_LEVEL: 'info',
};

export const LEASE_MS = 3_000;
/** Long enough for a busy machine. */
const START_MS = 60_000;

/** Processes of the service on one store, a receiver for their webhooks, and the store itself to inspect. */
export class Fleet {
  readonly db: Db;
  readonly receiver: Receiver;
  readonly #settings: Settings;
  readonly #provider: Provider;
  readonly #processes: ServiceProcess[] = [];
  #base = '';

  private constructor(db: Db, receiver: Receiver, provider: Provider, settings: Settings) {
    this.db = db;
    this.receiver = receiver;
    this.#provider = provider;
    this.#settings = settings;
  }

  static async on(database: Pick<TestDatabase, 'config'>, more: Settings = {}): Promise<Fleet> {
    const { databaseUrl, file } = database.config;
    const dataDir = dirname(file);
    const db = await openDb({ databaseUrl, file: join(dataDir, 'service.db') });
    await migrate(db, migrations);
    const provider = await startProvider();
    const { issuer } = provider.identity;
    const common = {
      ...shortTimes,
      IDP_ISSUER: issuer,
      IDP_INTROSPECTION_ENDPOINT: `${issuer}/introspect`,
      IDP_INTROSPECTION_CLIENT_ID: 'service',
      IDP_INTROSPECTION_CLIENT_SECRET: 'secret',
      IDP_OPERATOR_CLIENTS: 'op',
    };
    const store: Settings = databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
    return new Fleet(db, await Receiver.start(), provider, { ...common, ...store, ...more });
  }

  /** The URL of the API process that was started last. */
  get base(): string {
    return this.#base;
  }

  /** The operator, who calls the API process started last. */
  operator(): Operator {
    return new Operator(() => this.#base);
  }

  /** A seller that calls the API process started last, or the one at `base`. */
  seller(sellerId: string, base?: string): Seller {
    return new Seller(() => base ?? this.#base, sellerId);
  }

  async api(role: 'api' | 'all' = 'api', more: Settings = {}): Promise<ServiceProcess> {
    const api = this.#track(startService({ ...this.#settings, ...more }, role));
    this.#base = await api.printed(/listening at (http:[^"]+)"/, START_MS);
    return api;
  }

  async worker(more: Settings = {}, ...nodeArgs: string[]): Promise<ServiceProcess> {
    const args = [...nodeArgs, 'src/main.ts', 'worker'];
    const worker = this.#track(new ServiceProcess(process.execPath, args, { ...this.#settings, ...more }));
    await worker.printed(/sending notifications/, START_MS);
    return worker;
  }

  workers(count: number, more: Settings = {}): Promise<ServiceProcess[]> {
    return Promise.all(Array.from({ length: count }, () => this.worker(more)));
  }

  /** A process of a program, this one or another version of it, given by its `main.ts`. The address of an API. */
  async start(main: string, role: 'api' | 'worker'): Promise<{ process: ServiceProcess; base: string }> {
    const started = this.#track(new ServiceProcess(process.execPath, [main, role], this.#settings));
    const base = await started.printed(role === 'api' ? /listening at (http:[^"]+)"/ : /sending notifications/, 60_000);
    return { process: started, base };
  }

  /** API and worker in one process that cannot write files longer than this, until `liftLimit`. */
  async limited(bytes: number): Promise<ServiceProcess> {
    const command = 'ulimit -S -f "$0" && exec "$@"';
    const args = ['-c', command, String(Math.ceil(bytes / 512)), process.execPath, 'src/main.ts', 'all'];
    const service = this.#track(new ServiceProcess('/bin/sh', args, this.#settings));
    this.#base = await service.printed(/listening at (http:[^"]+)"/);
    return service;
  }

  liftLimit({ child }: ServiceProcess): void {
    execFileSync('prlimit', [`--pid=${child.pid}`, '--fsize=unlimited']);
  }

  /** A command on the same store, such as `import`, in a process of its own. */
  command(...args: [string, ...string[]]): ServiceProcess {
    return this.#track(startService(this.#settings, ...args));
  }

  #track(started: ServiceProcess): ServiceProcess {
    this.#processes.push(started);
    return started;
  }

  /** Queues events for one destination in one transaction; the ids of their notifications. */
  async queue(destinationId: string, count: number): Promise<string[]> {
    const now = (await storeClock(this.db, { latestKnownMs: () => latestEngineTime(this.db) })).now();
    const body = JSON.stringify(eventExamples.PRICING_HEALTH);
    const events = Array.from({ length: count }, () => ({
      ...{ destinationId, kind: 'PRICING_HEALTH' as const, isTest: false, body },
      deliveryId: timeOrderedId('dlv', now),
      notificationId: timeOrderedId('ntf', now),
      ...{ dueMs: now, createdMs: now, expiresMs: now + HOUR_MS },
    }));
    await this.db.transaction((tx) => insertDeliveries(tx, events));
    return events.map(({ notificationId }) => notificationId);
  }

  /** How many deliveries of a destination are in this state. */
  async count(destinationId: string, state: string): Promise<number> {
    const sql = 'SELECT COUNT(*) AS many FROM delivery WHERE channel_id = $1 AND state = $2';
    return (await this.db.get<{ many: number }>(sql, [destinationId, state]))?.many ?? 0;
  }

  /** Blocks all other writes to deliveries while `during` runs. */
  whileLocked(during: () => Promise<void>): Promise<void> {
    return this.db.transaction(async (tx) => {
      // On SQLite the transaction locks the file from its beginning.
      await tx.run('{postgres: LOCK TABLE delivery IN EXCLUSIVE MODE}{sqlite: DELETE FROM delivery WHERE 1 = 0}');
      await during();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((one) => one.end()));
    await this.receiver.close();
    await this.#provider.close();
    await this.db.close();
  }
}

/** The warnings and errors that a process logged. */
export function loggedProblems({ stdout, stderr }: ServiceProcess): string[] {
  const lines = stdout
    .split('\n')
    .filter((line) => /^\{"level":"(?:warn|error|fatal)"/.test(line))
    // The tests keep the machine busy.
    .filter((line) => !line.includes('"msg":"the event loop stood still, and every request waited"'));
  return stderr === '' ? lines : [...lines, stderr];
}
