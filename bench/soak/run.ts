import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DbConfig } from '../../src/db/open.ts';
import { freePort } from '../../test/harness/free-port.ts';
import { cleanUpAtExit } from '../clean-up.ts';
import { marketInto } from '../requests/kept-market.ts';
import { addOperator } from '../requests/operator.ts';
import { postgresMarketInto } from '../requests/postgres-market.ts';
import { startService } from '../requests/service.ts';
import { lifetimes, PROVIDER_LIFETIMES } from './ages.ts';
import { stepsIn } from './clock-steps.ts';
import { growing, pausesIn, probesIn, STALL, stallsIn } from './judgement.ts';
import { moveDate } from './moved-clock.ts';
import type { SoakOptions } from './options.ts';
import { addPerson } from './person.ts';
import { addPostgresClock } from './postgres-clock.ts';
import { preloads } from './preloads.ts';
import { PAUSES_END } from './probe.ts';
import { underLoad } from './under-load.ts';

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
  cleanUpAtExit(folder);
  const [dataDir, probes, stepsFile] = [join(folder, 'data'), join(folder, 'probes'), join(folder, 'steps.jsonl')];
  mkdirSync(probes);
  const sampleMs = Math.min(MAX_SAMPLE_MS, Math.max(MIN_SAMPLE_MS, (options.minutes * 60_000) / SAMPLES));
  const { market, databaseUrl } =
    options.engine === 'sqlite'
      ? { market: await marketInto(dataDir, options.items), databaseUrl: undefined }
      : await postgresMarketInto(dataDir, options.items);
  const client = await addOperator(join(dataDir, 'idp.db'));
  const person = await addPerson(dataDir, market.clients[0]?.sellerId ?? '');
  const adminPort = await freePort();
  const hasWeeks = options.weeks > 0;
  if (hasWeeks) moveDate(stepsFile);
  if (hasWeeks && databaseUrl) await addPostgresClock(databaseUrl);
  const service = await startService({
    dataDir,
    settings: {
      ...{ ADMIN_PORT: String(adminPort), OPERATOR_KEY: KEY, NOTIFY_EGRESS_ALLOW: '127.0.0.1', LOG_LEVEL: 'info' },
      ...{ PRICE_CHANGES: 'direct', API_PROCESSES: String(options.processes) },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...options.settings,
      NODE_OPTIONS: preloads([
        ...(hasWeeks ? [{ file: './moved-clock.ts', settings: { steps: stepsFile } }] : []),
        { file: './probe.ts', settings: { folder: probes, every: String(sampleMs) } },
        ...(options.plant === undefined ? [] : [{ file: options.plant }]),
      ]),
    },
  });
  const machine = fork(fileURLToPath(new URL('./machine-waits.ts', import.meta.url)), [
    join(dataDir, 'machine-waits'),
    join(probes, `machine${PAUSES_END}`),
  ]);
  const store: DbConfig = { file: join(dataDir, 'service.db'), databaseUrl };
  const log = join(dataDir, 'service.log');
  process.stdout.write(`${market.offers} offers, pid ${service.pid}, log ${log}\n`);
  try {
    const run = { service, market, store, dataDir, probes, stepsFile, adminPort, sampleMs, client, person };
    const { found, sizes } = await underLoad(run, options);
    const sinceMs = performance.timeOrigin + performance.now() - options.minutes * 60_000 * (1 - SETTLE_SHARE);
    const endingRows = hasWeeks ? [...lifetimes(options.settings), ...PROVIDER_LIFETIMES] : [];
    const grown = growing(probesIn(probes), sizes, endingRows);
    return [...found, ...grown, ...stallsIn(log, { sinceMs, steps: stepsIn(stepsFile), pauses: pausesIn(probes) })];
  } finally {
    machine.disconnect();
    await service.stop();
    printTroubles(log);
  }
}

/** Prints how often each warning and error is in the log, and the first one; stalls are judged by themselves. */
function printTroubles(log: string): void {
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /"level":"(warn|error|fatal)"/.test(line) && !line.includes(STALL));
  for (const [text, alike] of Map.groupBy(lines, (line) => /"msg":"(.*)"/.exec(line)?.[1] ?? line))
    process.stdout.write(`${alike.length} times in the log: ${text}: ${alike[0]?.slice(0, MAX_LINE)}\n`);
}

const MAX_LINE = 600;
