import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import type { Db } from '../src/db/db.ts';
import { type DbConfig, openDb } from '../src/db/open.ts';
import { Intake } from '../src/market/intake/intake.ts';
import { addReceipts } from '../test/contract/reports/many-receipts.ts';
import { cleanUpAtExit } from './clean-up.ts';
import { ENGINES, type Engine, engineNamed } from './compare/store.ts';
import { marketOn } from './market.ts';
import { type Callers, callersOf } from './requests/callers.ts';
import { childrenOf, cpuMicrosOf } from './requests/cpu.ts';
import { json, MARKETPLACE } from './requests/headers.ts';
import { untilIdle } from './requests/idle.ts';
import { copyMarket, keptOnce, makeMarket } from './requests/kept-market.ts';
import type { BenchMarket } from './requests/market.ts';
import { postgresMarketInto } from './requests/postgres-market.ts';
import { rowsNamed } from './requests/rows.ts';
import { LONG_TOKENS, startService } from './requests/service.ts';
import { allOf, type SteadyLatencies, steadyLoad } from './steady-load.ts';

/** As long as the large report takes on a quiet machine: a p99 of fewer requests is luck. */
const ALONE_MS = 20_000;
/** When the large report has begun. */
const FAIR_AFTER_MS = 2_000;

type Size = {
  readonly items: number;
  readonly lines: number;
  readonly type: string;
  readonly reads: number;
  readonly rounds: number;
};
type Made = {
  seconds: number;
  /** How long the snapshot of the store was held. */
  snapshotSeconds: number;
  lines: number;
  megabytes: number;
  cpuMicros: number;
  peakMegabytes: number;
};

/**
 * Measures a report: how long it takes, its processor time for each line, the memory of its process, and what readers wait beside it;
 * once for a tenth of the lines, to show that the memory does not grow with them; and how long the report of another seller with few
 * listings takes beside it. Readers are measured alone and beside the report in turn. Arguments: an engine if only one is wanted, `--type`,
 * `--lines`, `--items` of the market around, `--reads` a second, `--rounds`; `--build` only builds the market, which is kept.
 */
export async function runReportsBench(args: string[]): Promise<void> {
  const options = {
    type: { type: 'string', default: 'PRICE_CHANGES' },
    lines: { type: 'string', default: '300000' },
    items: { type: 'string', default: '3000' },
    reads: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    build: { type: 'boolean', default: false },
  } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [engine] = positionals;
  const size = {
    items: Number(values.items),
    lines: Number(values.lines),
    type: values.type,
    reads: Number(values.reads),
    rounds: Number(values.rounds),
  };
  if (values.build) return void (await keptReports(size));
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  cleanUpAtExit(folder);
  for (const one of engine === undefined ? ENGINES : [engineNamed(engine)])
    await measureEngine(one, join(folder, one), size);
}

/** A market in SQLite in which two sellers have the lines: the second one has all, the first one a tenth. */
const keptReports = ({ items, lines, type }: Size): Promise<string> =>
  keptOnce(`${items}-items-${lines}-${type.toLowerCase().replaceAll('_', '-')}`, async (folder) => {
    const store = { file: join(folder, 'service.db') };
    await makeMarket(folder, store, items);
    const { catalogues, clients }: BenchMarket = JSON.parse(readFileSync(join(folder, 'bench.json'), 'utf8'));
    await addAllLines(store, { catalogues, clients }, { items, lines, type, reads: 0, rounds: 0 });
  });

type Sellers = Pick<BenchMarket, 'catalogues' | 'clients'>;

/** The seller of a tenth of the lines, that of all, and one with a few listings. */
function sellersOf({ catalogues, clients }: Sellers): [string, string, string] {
  const known = new Set(clients.map(({ sellerId }) => sellerId));
  const [small, large, other] = catalogues.map(({ sellerId }) => sellerId).filter((id) => known.has(id));
  if (small === undefined || large === undefined || other === undefined)
    throw new Error('The market has too few sellers. Use --items with more.');
  return [small, large, other];
}

async function addAllLines(store: DbConfig, sellers: Sellers, size: Size): Promise<void> {
  const [small, large] = sellersOf(sellers);
  await addLines(store, small, { ...size, lines: Math.ceil(size.lines / 10) });
  await addLines(store, large, size);
}

async function measureEngine(engine: Engine, dataDir: string, size: Size): Promise<void> {
  const { market, databaseUrl } =
    engine === 'sqlite'
      ? { market: copyMarket(await keptReports(size), dataDir), databaseUrl: undefined }
      : await postgresMarketInto(dataDir, size.items);
  const store = { file: join(dataDir, 'service.db'), databaseUrl };
  if (databaseUrl !== undefined) await addAllLines(store, market, size);
  const service = await startService({
    dataDir,
    settings: { ...LONG_TOKENS, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  });
  const db = await openDb(store);
  try {
    const callers = await callersOf(market, service.base);
    const [small, large, other] = sellersOf(market);
    await untilIdle(service.pid);
    const bench = { base: service.base, callers, pid: service.pid, type: size.type, reads: size.reads, db };
    const read = readerOf(bench);
    await read(sleep(ALONE_MS / 2));
    process.stdout.write(
      `\n${engine}, ${size.type}\n\n| lines | seconds | of these the snapshot | CPU of a line, us | peak memory, MB | document, MB |\n|---:|---:|---:|---:|---:|---:|\n`,
    );
    process.stdout.write(`${rowOf(await make(bench, small))}\n`);
    const alone = [await read(sleep(ALONE_MS))];
    const beside: SteadyLatencies[] = [];
    for (let round = 0; round < size.rounds; round += 1) {
      const making = make(bench, large);
      const reading = read(making);
      if (round === 0) {
        await sleep(FAIR_AFTER_MS);
        const { lines, seconds } = await make(bench, other);
        process.stdout.write(
          `\nAnother seller's report of ${lines} lines, asked for meanwhile: ${seconds.toFixed(1)} s\n\n`,
        );
      }
      beside.push(await reading);
      process.stdout.write(`${rowOf(await making)}\n`);
      alone.push(await read(sleep(ALONE_MS)));
    }
    process.stdout.write(readersTable(alone, beside));
  } finally {
    await db.close();
    await service.stop();
  }
}

/** Beside each report, in proportion to the reader alone before and after it. */
function readersTable(alone: readonly SteadyLatencies[], beside: readonly SteadyLatencies[]): string {
  const row = (name: string, { requests: count, sent, ...of }: SteadyLatencies, ratios: readonly number[] = []) => {
    const [typical = '', whole = ''] = ratios.map((ratio) => ratio.toFixed(2));
    const [p50, second, p99] = [of.p50Ms, of.typicalP99Ms, of.p99Ms].map((ms) => ms.toFixed(2));
    return `| ${[name, count, `${((count / sent) * 100).toFixed(0)} %`, p50, second, typical, p99, whole].join(' | ')} |`;
  };
  const ratiosOf = (one: SteadyLatencies, before: SteadyLatencies, after: SteadyLatencies) => [
    one.typicalP99Ms / Math.sqrt(before.typicalP99Ms * after.typicalP99Ms),
    one.p99Ms / Math.sqrt(before.p99Ms * after.p99Ms),
  ];
  const [all, allBeside] = [allOf(alone), allOf(beside)];
  return [
    '\n| reader | requests | counted | p50 ms | p99 of a second, ms | of that alone | p99 ms | of that alone |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...alone.map((one) => row('alone', one)),
    ...beside.map((one, n) => row('beside the report', one, ratiosOf(one, alone[n] ?? all, alone[n + 1] ?? all))),
    row('alone, together', all),
    row('beside, together', allBeside, ratiosOf(allBeside, all, all)),
    '',
  ].join('\n');
}

const rowOf = ({ lines, seconds, snapshotSeconds, cpuMicros, peakMegabytes, megabytes }: Made) =>
  `| ${lines} | ${seconds.toFixed(1)} | ${snapshotSeconds.toFixed(1)} | ${(cpuMicros / lines).toFixed(1)} | ${peakMegabytes.toFixed(0)} | ${megabytes.toFixed(1)} |`;

/** What the report has to list: receipts for PRICE_CHANGES, for other types listings on items of their own. */
async function addLines(store: DbConfig, sellerId: string, { type, lines }: Size): Promise<void> {
  const db = await openDb(store);
  try {
    if (type === 'PRICE_CHANGES') return await addReceipts(db, sellerId, lines);
    const market = marketOn(db);
    const onReject = (line: number, problem: object) => {
      throw new Error(`record ${line}: ${JSON.stringify(problem)}`);
    };
    const intake = await Intake.open(market, { boards: 'bulk', batchSize: 2_000, onReject });
    let line = 0;
    for (let n = 0; n < lines; n += 1) {
      const place = { marketplaceId: MARKETPLACE, itemId: `R${sellerId.slice(-6)}${n}` };
      await intake.take(++line, { kind: 'item', ...place, category: 'books', title: `Item ${n} of a large catalogue` });
      const price = { listingPrice: 10 + (n % 90), shipping: n % 5, quantity: 5 };
      const condition = { condition: 'New', subCondition: 'New', channel: 'SELLER' };
      await intake.take(++line, { kind: 'offer', ...place, sellerId, sku: `report-${n}`, ...condition, ...price });
    }
    await intake.flush();
    while ((await market.maintenance.refreshDue(1_000)) > 0);
  } finally {
    await db.close();
  }
}

type Bench = {
  readonly base: string;
  readonly callers: Callers;
  readonly pid: number;
  readonly type: string;
  readonly reads: number;
  readonly db: Db;
};

function readerOf({ base, callers, reads }: Bench): (ended: Promise<unknown>) => Promise<SteadyLatencies> {
  const mixed = rowsNamed(['fees', 'offers-uniform', 'competitive-20']).map((row) => row.requests(callers));
  const length = Math.min(...mixed.map((list) => list.length));
  const requests = Array.from({ length }, (_, n) => mixed.flatMap((list) => list[n] ?? [])).flat();
  return (ended) => steadyLoad(base, requests, reads, ended);
}

/** Asks for a report, and waits for its end. */
async function make({ base, callers, pid, type, db }: Bench, sellerId: string): Promise<Made> {
  const headers = json(callers, sellerId);
  const began = performance.now();
  const startCpu = cpuOfReports(pid);
  const body = JSON.stringify({ reportType: type, marketplaceIds: [MARKETPLACE] });
  const asked = await request(`${base}/reports/v4/reports`, { method: 'POST', headers, body });
  const { reportId } = (await asked.body.json()) as { reportId: string };
  let peakMegabytes = 0;
  for (;;) {
    await sleep(200);
    peakMegabytes = Math.max(peakMegabytes, ...reportProcesses(pid).map(peakOf));
    const answer = await request(`${base}/reports/v4/reports/${reportId}`, { headers });
    const { state, lines, bytes } = (await answer.body.json()) as { state: string; lines: number; bytes: number };
    if (state === 'IN_QUEUE' || state === 'IN_PROGRESS') continue;
    if (state !== 'DONE') throw new Error(`report ${reportId} is ${state}`);
    const seconds = (performance.now() - began) / 1_000;
    const held = await db.get<{ ms: number }>('SELECT copied_ms - instant_ms AS ms FROM report WHERE id = $1', [
      reportId,
    ]);
    return {
      seconds,
      snapshotSeconds: (held?.ms ?? 0) / 1_000,
      lines,
      megabytes: bytes / 1e6,
      peakMegabytes,
      cpuMicros: cpuOfReports(pid) - startCpu,
    };
  }
}

/** The process for reports ends some time after the last one. */
const reportProcesses = (pid: number): number[] =>
  childrenOf(pid).filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('report-process'));

const cpuOfReports = (pid: number) => reportProcesses(pid).reduce((sum, child) => sum + cpuMicrosOf(child), 0);

/** Without mapped pages of the store, which the system can take back. */
function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
