import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DbConfig, openDb } from '../../src/db/open.ts';
import { freePort } from '../../test/harness/free-port.ts';
import { callersOf } from '../requests/callers.ts';
import { marketInto } from '../requests/kept-market.ts';
import { addOperator, operatorToken } from '../requests/operator.ts';
import { postgresMarketInto } from '../requests/postgres-market.ts';
import { type RunningService, startService } from '../requests/service.ts';
import { priceChanges } from './changes.ts';
import { FreshTokens } from './fresh-tokens.ts';
import { growing, probesIn, type SizesAt, stallsIn } from './judgement.ts';
import { mixOf, newTally, sendPaced } from './load.ts';
import { addPerson, type Person } from './person.ts';
import { addReceivers } from './receivers.ts';
import { judge, readSample, type Sample, table } from './samples.ts';
import { storeSizes } from './store-sizes.ts';
import { type VisitCounts, visit } from './visitors.ts';

export type SoakOptions = {
  readonly minutes: number;
  /** Requests a second. */
  readonly rate: number;
  /** Price changes of the operator a second. */
  readonly changes: number;
  readonly engine: 'sqlite' | 'postgres';
  readonly processes: number;
  readonly items: number;
  /** Others than those of `npm start`. */
  readonly settings: Readonly<Record<string, string>>;
  /** A module that the processes of the service load first: tests plant what the run has to find. */
  readonly plant: string | undefined;
};

const KEY = 'a key that only this run uses, and that is long enough';
const SAMPLES = 60;
/** Each costs a garbage collection. */
const MIN_SAMPLE_MS = 4_000;
const MAX_SAMPLE_MS = 30_000;
/** Stalls of the start are none of the run. */
const SETTLE_SHARE = 0.1;

/** Returns what is wrong. */
export async function runSoak(options: SoakOptions): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  const dataDir = join(folder, 'data');
  const probes = join(folder, 'probes');
  mkdirSync(probes);
  const sampleMs = Math.min(MAX_SAMPLE_MS, Math.max(MIN_SAMPLE_MS, (options.minutes * 60_000) / SAMPLES));
  const { market, databaseUrl } =
    options.engine === 'sqlite'
      ? { market: await marketInto(dataDir, options.items), databaseUrl: undefined }
      : await postgresMarketInto(dataDir, options.items);
  const client = await addOperator(join(dataDir, 'idp.db'));
  const person = await addPerson(dataDir, market.clients[0]?.sellerId ?? '');
  const adminPort = await freePort();
  const service = await startService({
    dataDir,
    settings: {
      ...{ ADMIN_PORT: String(adminPort), OPERATOR_KEY: KEY, NOTIFY_EGRESS_ALLOW: '127.0.0.1', LOG_LEVEL: 'info' },
      ...{ PRICE_CHANGES: 'direct', API_PROCESSES: String(options.processes) },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...options.settings,
      NODE_OPTIONS: preloads(probes, sampleMs, options.plant),
    },
  });
  const store: DbConfig = { file: join(dataDir, 'service.db'), databaseUrl };
  const log = join(dataDir, 'service.log');
  process.stdout.write(`${market.offers} offers, pid ${service.pid}, log ${log}\n`);
  try {
    const run = { service, market, store, dataDir, adminPort, sampleMs, client, person };
    const problems = await load(run, options);
    const sinceMs = performance.timeOrigin + performance.now() - options.minutes * 60_000 * (1 - SETTLE_SHARE);
    return [...problems.found, ...growing(probesIn(probes), problems.sizes), ...stallsIn(log, sinceMs)];
  } finally {
    await service.stop();
    const errors = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => /"level":"(error|fatal)"/.test(line));
    if (errors.length > 0) process.stdout.write(`${errors.length} errors in the log, the first: ${errors[0]}\n`);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What Node loads before the service, in each of its processes. */
function preloads(probes: string, everyMs: number, plant: string | undefined): string {
  const probe = new URL('./probe.ts', import.meta.url);
  probe.searchParams.set('folder', probes);
  probe.searchParams.set('every', String(everyMs));
  return [probe.href, ...(plant === undefined ? [] : [plant])].map((one) => `--import "${one}"`).join(' ');
}

type Run = {
  service: RunningService;
  market: Parameters<typeof callersOf>[0];
  store: DbConfig;
  dataDir: string;
  adminPort: number;
  sampleMs: number;
  client: Parameters<typeof operatorToken>[1];
  person: Person;
};

/** All loads at once, while samples are taken. */
async function load(run: Run, options: SoakOptions): Promise<{ found: string[]; sizes: SizesAt[] }> {
  const { service, client, person } = run;
  const { base } = service;
  const receiver = await startReceiver();
  const db = await openDb(run.store);
  const callers = await callersOf(run.market, base);
  const operator = { client, token: await operatorToken(base, client) };
  const listings = await addReceivers(callers, base, { url: receiver.url, operatorToken: operator.token });
  const tokens = new FreshTokens(base, callers, operator);
  const began = performance.now();
  const isAfter = (share: number) => performance.now() > began + options.minutes * 60_000 * share;
  const pace = { isOver: () => isAfter(1), isLate: () => isAfter(0.5), prepared: tokens.in.bind(tokens) };
  const [tally, changing] = [newTally(), newTally()];
  const visits: VisitCounts = { done: new Map(), failed: new Map() };
  const loads = Promise.all([
    sendPaced(base, mixOf(callers), { ...pace, perSecond: options.rate, tally }),
    sendPaced(base, priceChanges(listings, operator.token), { ...pace, perSecond: options.changes, tally: changing }),
    visit({ ...{ base, callers, tokens, ...person, ...pace }, issuer: service.provider.base }, visits),
  ]);
  const samples: Sample[] = [];
  const sizes: SizesAt[] = [];
  process.stdout.write(table.head);
  while (!pace.isOver()) {
    await sleep(run.sampleMs);
    const sample = await readSample(run.adminPort, [service.pid, service.provider.pid], performance.now() - began);
    samples.push(sample);
    sizes.push({ ...(await storeSizes(db, run.dataDir)), atMs: sample.atMs });
    process.stdout.write(table.row(sample, tally.sent, changing.sent, receiver.received()));
  }
  await loads;
  await sleep(run.sampleMs);
  await tokens.stop();
  await db.close();
  for (const [kind, count] of visits.done) process.stdout.write(`${count} ${kind}\n`);
  const found = judge(samples, { tally, changing, received: receiver.received() });
  for (const [what, count] of visits.failed) found.push(`${count} failed: ${what}`);
  for (const kind of KINDS) if (!visits.done.has(kind)) found.push(`no ${kind}`);
  found.push(...new Set(tokens.failures.map((text) => `a token was not renewed: ${text}`)));
  receiver.stop();
  return { found, sizes };
}

const KINDS = ['pulls', 'console tabs', 'reports', 'price changes', 'sign-ins'];

/** In a process of its own, so that it takes none of the time of the load. */
async function startReceiver() {
  const child = fork(fileURLToPath(new URL('./counting-receiver.ts', import.meta.url)));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  let received = 0;
  child.on('message', (report: { received: number }) => {
    received = report.received;
  });
  return { url: `http://127.0.0.1:${port}/`, received: () => received, stop: () => child.disconnect() };
}
