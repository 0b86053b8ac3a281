import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DbConfig, openDb } from '../../src/db/open.ts';
import { callersOf } from '../requests/callers.ts';
import { operatorToken } from '../requests/operator.ts';
import type { RunningService } from '../requests/service.ts';
import { lifetimes, oldestRows, PROVIDER_LIFETIMES } from './ages.ts';
import { tooOld } from './ages-judged.ts';
import { priceChanges } from './changes.ts';
import { stepsIn } from './clock-steps.ts';
import { FreshTokens } from './fresh-tokens.ts';
import { Gate } from './gate.ts';
import { pausesIn, type SizesAt } from './judgement.ts';
import { mixOf, newTally, sendPaced } from './load.ts';
import type { SoakOptions } from './options.ts';
import type { Person } from './person.ts';
import { addReceivers } from './receivers.ts';
import { judge, readSample, type Sample, table } from './samples.ts';
import { storeSizes } from './store-sizes.ts';
import { type VisitCounts, visit } from './visitors.ts';
import { longestStepDays, passWeeks } from './weeks.ts';

export type Run = {
  service: RunningService;
  market: Parameters<typeof callersOf>[0];
  store: DbConfig;
  dataDir: string;
  /** The folder into which `probe.ts` writes. */
  probes: string;
  /** The steps of the clock. */
  stepsFile: string;
  adminPort: number;
  sampleMs: number;
  client: Parameters<typeof operatorToken>[1];
  person: Person;
};

const VISITS = ['pulls', 'console tabs', 'reports', 'price changes', 'sign-ins'];

/** All loads at once, while samples are taken. */
export async function underLoad(run: Run, options: SoakOptions): Promise<{ found: string[]; sizes: SizesAt[] }> {
  const { service, client, person } = run;
  const { base } = service;
  const receiver = await startReceiver();
  const db = await openDb(run.store);
  const providerDb = await openDb({ file: join(run.dataDir, 'idp.db') });
  const callers = await callersOf(run.market, base);
  const operator = { client, token: await operatorToken(base, client) };
  const listings = await addReceivers(callers, base, { url: receiver.url, operatorToken: operator.token, db });
  const tokens = new FreshTokens(base, callers, operator);
  const gate = new Gate();
  const began = performance.now();
  const isAfter = (share: number) => performance.now() > began + options.minutes * 60_000 * share;
  const isOver = () => isAfter(1);
  const pace = { gate, isOver, isLate: () => isAfter(0.5), prepared: tokens.in.bind(tokens) };
  const [tally, changing] = [newTally(), newTally()];
  const visits: VisitCounts = { done: new Map(), failed: new Map() };
  const samples: Sample[] = [];
  const pids = [service.pid, service.provider.pid] as const;
  const sampleNow = () => readSample(run.adminPort, pids, performance.now() - began);
  const waitingSeconds = async () => (await sampleNow()).dispatchAgeSeconds;
  const loads = Promise.all([
    sendPaced(base, mixOf(callers), { ...pace, perSecond: options.rate, tally }),
    sendPaced(base, priceChanges(listings, operator.token), { ...pace, perSecond: options.changes, tally: changing }),
    visit({ ...{ base, callers, tokens, ...person, ...pace }, issuer: service.provider.base }, visits),
    options.weeks > 0 &&
      passWeeks({ ...options, ...{ stepsFile: run.stepsFile, db, gate, tokens, isOver, waitingSeconds } }),
  ]);
  const sizes: SizesAt[] = [];
  process.stdout.write(table.head);
  while (!isOver()) {
    await sleep(run.sampleMs);
    const sample = await sampleNow();
    samples.push(sample);
    const shownMs = Date.now();
    sizes.push({ ...(await storeSizes([db, providerDb], run.dataDir)), atMs: sample.atMs, shownMs });
    process.stdout.write(table.row(sample, tally.sent, changing.sent, receiver.received()));
  }
  await loads;
  await sleep(run.sampleMs);
  await tokens.stop();
  for (const [kind, count] of visits.done) process.stdout.write(`${count} ${kind}\n`);
  const found = judge(samples, { tally, changing, received: receiver.received(), pauses: pausesIn(run.probes) });
  for (const [what, count] of visits.failed) found.push(`${count} failed: ${what}`);
  for (const kind of VISITS) if (!visits.done.has(kind)) found.push(`no ${kind}`);
  found.push(...new Set(tokens.failures.map((text) => `a token was not renewed: ${text}`)));
  if (options.weeks > 0) {
    const kept = lifetimes(options.settings);
    const oldest = new Map([...(await oldestRows(db, kept)), ...(await oldestRows(providerDb, PROVIDER_LIFETIMES))]);
    const judged = { oldest, endMs: Date.now(), stepDays: longestStepDays(stepsIn(run.stepsFile)) };
    found.push(...tooOld({ ...judged, lifetimes: [...kept, ...PROVIDER_LIFETIMES], sizes }));
  }
  await Promise.all([db.close(), providerDb.close()]);
  receiver.stop();
  return { found, sizes };
}

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
