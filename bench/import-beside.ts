import { createWriteStream, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cleanUpAtExit } from './clean-up.ts';
import { ENGINES, type Engine, engineNamed } from './compare/store.ts';
import { importInChild, seedText } from './import-child.ts';
import { callersOf } from './requests/callers.ts';
import { cpuMicrosOf } from './requests/cpu.ts';
import { untilIdle } from './requests/idle.ts';
import { marketInto } from './requests/kept-market.ts';
import type { LoadRequest } from './requests/load.ts';
import { postgresMarketInto } from './requests/postgres-market.ts';
import { rowsNamed } from './requests/rows.ts';
import { LONG_TOKENS, type RunningService, startService } from './requests/service.ts';
import { allOf, type SteadyLatencies, steadyLoad } from './steady-load.ts';

const ITEMS = 5_000;
/** Sellers of that market. */
const SELLERS = 1_000;
const RECORDS_PER_ITEM = 9.2;
const REQUESTS_PER_SECOND = 100;
const OTHER_MARKETPLACE = 'STORE_OTHER';

/**
 * Measures how long requests take beside `npm run import` of another marketplace, and after it, on the service of `npm start`. The
 * limit is the same service without an import, before it and when nothing of it is left to do. Arguments: the number of records, an
 * engine if only one is wanted, and `--seconds` for each phase without an import.
 */
export async function runBesideImport(args: string[]): Promise<void> {
  const options = { seconds: { type: 'string', default: '30' } } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [records = '500000', engine] = positionals;
  const seconds = Number(values.seconds);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  cleanUpAtExit(folder);
  const file = join(folder, 'other.jsonl');
  const items = Math.ceil(Number(records) / RECORDS_PER_ITEM);
  const of = { items, sellers: SELLERS, marketplaceId: OTHER_MARKETPLACE };
  await pipeline(seedText(of), createWriteStream(file));
  process.stdout.write(
    '| engine | | requests | counted | p50 ms | p99 of a second, ms | of that without an import | p99 ms | of that without an import | cores |\n',
  );
  process.stdout.write('|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n');
  for (const one of engine === undefined ? ENGINES : [engineNamed(engine)])
    await measure(one, { file, folder, seconds });
}

type Phase = SteadyLatencies & { name: string; cores: number };

type Limit = Pick<SteadyLatencies, 'p99Ms' | 'typicalP99Ms'>;

type Work = { file: string; folder: string; seconds: number };

async function measure(engine: Engine, { file, folder, seconds }: Work): Promise<void> {
  const dataDir = join(folder, engine);
  const { market, databaseUrl } =
    engine === 'sqlite'
      ? { market: await marketInto(dataDir, ITEMS), databaseUrl: undefined }
      : await postgresMarketInto(dataDir, ITEMS);
  const service = await startService({
    dataDir,
    settings: { ...LONG_TOKENS, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  });
  try {
    const callers = await callersOf(market, service.base);
    const mixed = rowsNamed(['fees', 'offers-uniform', 'competitive-20']).map((row) => row.requests(callers));
    const requests = alternating(mixed);
    await untilIdle(service.pid);
    const phase = (name: string, ended: Promise<unknown>) => measurePhase(service, requests, name, ended);
    const pause = () => sleep(seconds * 1_000);
    await phase('warm-up', pause());
    const before = await phase('without an import', pause());
    const imported = importInChild(file, { file: join(dataDir, 'service.db'), ...(databaseUrl && { databaseUrl }) });
    const during = await phase('during the import', imported);
    const after = await phase(`the ${seconds} s after it`, pause());
    await untilIdle(service.pid);
    const again = await phase('without an import, again', pause());
    const { records, seconds: took } = await imported;
    const limit = allOf([before, again]);
    for (const one of [before, during, after, again]) process.stdout.write(`${rowOf(engine, one, limit)}\n`);
    process.stdout.write(`${engine}: ${records} records in ${took.toFixed(1)} s beside the requests\n`);
  } finally {
    await service.stop();
  }
}

async function measurePhase(
  service: RunningService,
  requests: readonly LoadRequest[],
  name: string,
  ended: Promise<unknown>,
): Promise<Phase> {
  const [beganMs, cpu] = [performance.now(), cpuMicrosOf(service.pid)];
  const latencies = await steadyLoad(service.base, requests, REQUESTS_PER_SECOND, ended);
  const cores = (cpuMicrosOf(service.pid) - cpu) / (1_000 * (performance.now() - beganMs));
  return { name, cores, ...latencies };
}

const rowOf = (engine: Engine, { name, requests, sent, p50Ms, typicalP99Ms, p99Ms, cores }: Phase, limit: Limit) =>
  `| ${engine} | ${name} | ${requests} | ${((requests / sent) * 100).toFixed(0)} % | ${p50Ms.toFixed(2)} | ${typicalP99Ms.toFixed(2)} | ${(typicalP99Ms / limit.typicalP99Ms).toFixed(2)} | ${p99Ms.toFixed(2)} | ${(p99Ms / limit.p99Ms).toFixed(2)} | ${cores.toFixed(2)} |`;

/** The first of each list, then the second of each, as many as the shortest has. */
function alternating(lists: readonly (readonly LoadRequest[])[]): LoadRequest[] {
  const length = Math.min(...lists.map((list) => list.length));
  return Array.from({ length }, (_, n) => lists.map((list) => list[n] as LoadRequest)).flat();
}
