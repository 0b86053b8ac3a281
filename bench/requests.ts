import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BareProcess } from './requests/bare-process.ts';
import { type Callers, callersOf } from './requests/callers.ts';
import { DEFAULT_CONNECTIONS, type LoadGenerator, type LoadRequest } from './requests/load.ts';
import { loadGenerator } from './requests/load-generator.ts';
import { marketInto } from './requests/market.ts';
import { alternate, type Target } from './requests/measure.ts';
import { startPrism } from './requests/peer.ts';
import { tableOf } from './requests/report.ts';
import { type Row, rowsNamed } from './requests/rows.ts';
import { type RunningService, startService } from './requests/service.ts';

const ITEMS = 100_000;
const PACE = { rounds: 5, seconds: 3 };
/** Long enough for the compiler to finish with the code of a request, as in a service that runs for days. */
export const WARM_UP_SECONDS = 20;
const BARE_WARM_UP_SECONDS = 3;
/** Shorter, because Prism's answers are the same each time. */
const PEER_PACE = { rounds: 3, seconds: 2 };
const PEER_ROWS = ['fees', 'offers-uniform', 'competitive-1'];

const RESULTS = fileURLToPath(new URL('./results.json', import.meta.url));

/**
 * Measures requests to the service as `npm start` runs it, and to a bare `node:http` server that sends prepared buffers of the
 * same sizes. Arguments: `[ROW...] [--connections N]`.
 */
export async function runRequestBench(args: string[]): Promise<void> {
  const { positionals: names, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { connections: { type: 'string', default: String(DEFAULT_CONNECTIONS) } },
  });
  const chosen = rowsNamed(names);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const dataDir = join(folder, 'data');
  const market = await marketInto(dataDir, ITEMS);
  const generator = loadGenerator(folder, Number(values.connections));
  const service = await startService({ dataDir });
  const bare = await BareProcess.start();
  try {
    const callers = await callersOf(market, service.base);
    process.stdout.write(
      `${market.offers} offers on ${market.listings.length} items, ${callers.tokens.size} sellers, load by ${generator.name}\n`,
    );
    const results = [];
    for (const row of chosen) results.push(await measureRow(row, callers, { generator, service, bare }));
    const peers = await measurePeer(chosen, callers, folder, generator);
    process.stdout.write(tableOf(results, peers));
    if (args.length === 0)
      writeFileSync(RESULTS, `${JSON.stringify({ load: generator.name, rows: results, peers }, null, 2)}\n`);
  } finally {
    bare.stop();
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

type Parts = { generator: LoadGenerator; service: RunningService; bare: BareProcess };

async function measureRow(row: Row, callers: Callers, { generator, service, bare }: Parts) {
  const requests = row.requests(callers);
  const run = generator.prepare(row.name, requests);
  const limit = row.limit === 'bare' ? await bareLimit(bare, service, requests) : service.provider;
  const limitRun = row.limit === 'bare' ? run : generator.prepare(`${row.name}-directly`, atProvider(requests));
  const [own, other] = await alternate(
    [
      { run, target: service, warmUpSeconds: WARM_UP_SECONDS },
      { run: limitRun, target: limit, warmUpSeconds: BARE_WARM_UP_SECONDS },
    ],
    PACE,
  );
  if (!own || !other) throw new Error(`${row.name}: nothing was measured`);
  const result = {
    name: row.name,
    cpuMicros: rounded(own.cpuMicros),
    bareCpuMicros: rounded(other.cpuMicros),
    cpuRatio: rounded(other.cpuMicros / own.cpuMicros, 3),
    requestsPerSecond: Math.round(own.requestsPerSecond),
    bareRequestsPerSecond: Math.round(other.requestsPerSecond),
    throughputRatio: rounded(own.requestsPerSecond / other.requestsPerSecond, 3),
    p50Ms: rounded(own.p50Ms, 2),
    p99Ms: rounded(own.p99Ms, 2),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  return result;
}

async function bareLimit(
  bare: BareProcess,
  { base }: RunningService,
  requests: readonly LoadRequest[],
): Promise<Target> {
  await bare.imitate(base, requests);
  return bare.target;
}

const atProvider = (requests: readonly LoadRequest[]): LoadRequest[] =>
  requests.map((request) => ({ ...request, path: '/token' }));

async function measurePeer(chosen: readonly Row[], callers: Callers, folder: string, generator: LoadGenerator) {
  const compared = chosen.filter(({ name }) => PEER_ROWS.includes(name));
  if (compared.length === 0) return [];
  const prism = await startPrism(join(folder, 'prism.log'));
  const results = [];
  for (const row of compared) {
    const run = generator.prepare(row.name, row.requests(callers));
    const [one] = await alternate([{ run, target: prism, warmUpSeconds: BARE_WARM_UP_SECONDS }], PEER_PACE);
    if (one)
      results.push({
        name: row.name,
        cpuMicros: rounded(one.cpuMicros),
        requestsPerSecond: Math.round(one.requestsPerSecond),
      });
  }
  await prism.stop();
  return results;
}

const rounded = (value: number, digits = 1) => Number(value.toFixed(digits));
