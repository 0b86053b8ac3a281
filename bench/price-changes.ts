import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { ENGINES, type Engine, engineNamed } from './compare/store.ts';
import { type Callers, callersOf } from './requests/callers.ts';
import { cpuMicrosOf } from './requests/cpu.ts';
import { json, MARKETPLACE } from './requests/headers.ts';
import { untilIdle } from './requests/idle.ts';
import { marketInto } from './requests/kept-market.ts';
import { postgresMarketInto } from './requests/postgres-market.ts';
import { rowsNamed } from './requests/rows.ts';
import { startService } from './requests/service.ts';
import { type Latencies, steadyLoad } from './steady-load.ts';

const ITEMS = 20_000;
const READS_PER_SECOND = 100;
const LARGE_CALL = 500;

/** One caller's requests, and how many changes each has. */
type Writer = { changes: number; callers: number };
const ROWS: readonly Writer[] = [
  { changes: 1, callers: 1 },
  { changes: 1, callers: 8 },
  { changes: LARGE_CALL, callers: 1 },
  { changes: LARGE_CALL, callers: 4 },
];

type Bench = {
  base: string;
  callers: Callers;
  cpu: () => number;
  /** Resolves when the events of the changes so far are published: that work would disturb the next row. */
  idle: () => Promise<void>;
  seconds: number;
};

/**
 * Measures sellers who change their own prices: calls of one change and of 500, and what a reader waits beside one that writes without
 * a pause. The limit of the reader is the same service before and after. Arguments: an engine if only one is wanted, `--seconds`.
 */
export async function runPriceChangesBench(args: string[]): Promise<void> {
  const options = {
    seconds: { type: 'string', default: '20' },
    items: { type: 'string', default: `${ITEMS}` },
  } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [engine] = positionals;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    for (const one of engine === undefined ? ENGINES : [engineNamed(engine)])
      await measureEngine(one, join(folder, one), { items: Number(values.items), seconds: Number(values.seconds) });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureEngine(engine: Engine, dataDir: string, size: { items: number; seconds: number }): Promise<void> {
  const { market, databaseUrl, storeCpu } =
    engine === 'sqlite'
      ? { market: await marketInto(dataDir, size.items), databaseUrl: undefined, storeCpu: () => 0 }
      : await postgresMarketInto(dataDir, size.items);
  const settings = { PRICE_CHANGES: 'direct', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const service = await startService({ dataDir, settings });
  try {
    const callers = await callersOf(market, service.base);
    const idle = () => untilIdle(service.pid);
    const cpu = () => cpuMicrosOf(service.pid) + storeCpu();
    const bench: Bench = { base: service.base, callers, cpu, idle, seconds: size.seconds };
    process.stdout.write(
      `\n${engine}\n\n| changes a call | callers | calls | changes a second | CPU of a change, ms | p50 ms | p99 ms |\n|---:|---:|---:|---:|---:|---:|---:|\n`,
    );
    await idle();
    for (const row of ROWS) process.stdout.write(`${await writerRow(bench, row)}\n`);
    process.stdout.write(
      '\n| reader | requests | p50 ms | p99 ms | p99, of that without a writer |\n|---|---:|---:|---:|---:|\n',
    );
    await readerRows(bench);
  } finally {
    await service.stop();
  }
}

async function writerRow(bench: Bench, row: Writer): Promise<string> {
  const began = { cpu: bench.cpu(), ms: performance.now() };
  const durations = await write(bench, row, sleep(bench.seconds * 1_000));
  const seconds = (performance.now() - began.ms) / 1_000;
  await bench.idle();
  const changes = durations.length * row.changes;
  const at = (share: number) => (durations[Math.floor((durations.length - 1) * share)] ?? 0).toFixed(1);
  const cpuMs = (bench.cpu() - began.cpu) / 1_000 / changes;
  return `| ${row.changes} | ${row.callers} | ${durations.length} | ${(changes / seconds).toFixed(0)} | ${cpuMs.toFixed(2)} | ${at(0.5)} | ${at(0.99)} |`;
}

/** Sends calls one after the other from each caller until `ended`. Returns how long each took, shortest first. Throws unless all were applied. */
async function write(
  { base, callers }: Bench,
  { changes, callers: count }: Writer,
  ended: Promise<unknown>,
): Promise<number[]> {
  const agent = new Agent({ connections: count });
  const durations: number[] = [];
  let isOver = false;
  const over = ended.finally(() => (isOver = true));
  const sellers = callers.catalogues.filter(({ sellerId }) => callers.tokens.has(sellerId));
  if (sellers.length < count)
    throw new Error(`Only ${sellers.length} sellers have ${LARGE_CALL} listings. Use --items with more.`);
  const caller = async (at: number) => {
    const { sellerId, skus } = sellers[at] as (typeof sellers)[number];
    for (let n = 0; !isOver; n += 1) {
      const some = changes === 1 ? [skus[n % skus.length]] : skus.slice(0, changes);
      // 10.00, then 10.01 and so on: every call changes every price.
      const price = { CurrencyCode: 'USD', Amount: (1_000 + Math.floor((n * changes) / skus.length) + 1) / 100 };
      const body = { MarketplaceId: MARKETPLACE, strategy: { type: 'setTo', price }, SellerSKUs: some };
      const listings = { ...body, Confirm: true };
      const began = performance.now();
      const answer = await request(`${base}/products/pricing/v4/priceChanges`, {
        ...{ method: 'POST', headers: json(callers, sellerId), body: JSON.stringify(listings), dispatcher: agent },
      });
      const text = await answer.body.text();
      durations.push(performance.now() - began);
      if (answer.statusCode !== 200 || text.includes('"State":"REJECTED"'))
        throw new Error(`${answer.statusCode} ${text.slice(0, 500)}`);
    }
  };
  await Promise.all([over, ...Array.from({ length: count }, (_, at) => caller(at))]);
  await agent.close();
  return durations.sort((a, b) => a - b);
}

async function readerRows(bench: Bench): Promise<void> {
  const mixed = rowsNamed(['fees', 'offers-uniform', 'competitive-20']).map((row) => row.requests(bench.callers));
  const length = Math.min(...mixed.map((list) => list.length));
  const requests = Array.from({ length }, (_, n) => mixed.flatMap((list) => list[n] ?? [])).flat();
  const pause = () => sleep(bench.seconds * 1_000);
  const read = (ended: Promise<unknown>) => steadyLoad(bench.base, requests, READS_PER_SECOND, ended);
  await read(sleep(5_000));
  const before = await read(pause());
  const phases: [string, Latencies][] = [];
  for (const changes of [1, LARGE_CALL]) {
    const ended = pause();
    const [latencies] = await Promise.all([read(ended), write(bench, { changes, callers: 1 }, ended)]);
    phases.push([`beside one that changes ${changes} prices a call, without a pause`, latencies]);
    await bench.idle();
  }
  const after = await read(pause());
  const limit = Math.sqrt(before.p99Ms * after.p99Ms);
  for (const [name, { requests: count, p50Ms, p99Ms }] of [
    ['alone, before', before],
    ...phases,
    ['alone, after', after],
  ] as const)
    process.stdout.write(
      `| ${name} | ${count} | ${p50Ms.toFixed(2)} | ${p99Ms.toFixed(2)} | ${(p99Ms / limit).toFixed(2)} |\n`,
    );
}
