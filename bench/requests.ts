import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { autocannonLoad } from './requests/autocannon.ts';
import { Bare } from './requests/bare.ts';
import { callersOf } from './requests/callers.ts';
import { marketInto } from './requests/market.ts';
import { alternate, type Target } from './requests/measure.ts';
import { startPrism } from './requests/peer.ts';
import { tableOf } from './requests/report.ts';
import { type Callers, type Row, rows } from './requests/rows.ts';
import { type RunningService, startService } from './requests/service.ts';
import type { Load, Shot } from './requests/shot.ts';
import { wrkIn } from './requests/wrk.ts';

const ITEMS = 100_000;
const PACE = { rounds: 5, seconds: 3 };
/** Long enough that the compiler is done with all that a request runs through, as it is in a service that runs for days. */
const WARM_UP_SECONDS = 20;
const BARE_WARM_UP_SECONDS = 3;
/** It takes a thousand times longer, and its answers are the same each time. */
const PEER_PACE = { rounds: 3, seconds: 2 };
const PEER_ROWS = ['fees', 'offers-uniform', 'competitive-1'];

const RESULTS = fileURLToPath(new URL('./results.json', import.meta.url));

/**
 * Requests to the real service, as `npm start` runs it, beside a bare `node:http` server that sends ready-made buffers of
 * the same sizes. Arguments: names of rows, for those alone.
 */
export async function runRequestBench(names: string[]): Promise<void> {
  const chosen = rows.filter(({ name }) => names.length === 0 || names.includes(name));
  if (chosen.length === 0) throw new Error(`No such row. Rows: ${rows.map(({ name }) => name).join(', ')}.`);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const dataDir = join(folder, 'data');
  const market = await marketInto(dataDir, ITEMS);
  const load = wrkIn(folder) ?? autocannonLoad;
  const service = await startService(dataDir);
  const bare = await Bare.start();
  try {
    const callers = await callersOf(market, service.base);
    process.stdout.write(
      `${market.offers} offers on ${market.listings.length} items, ${callers.tokens.size} sellers, load by ${load.name}\n`,
    );
    const results = [];
    for (const row of chosen) results.push(await measureRow(row, callers, { load, service, bare }));
    const peers = await measurePeer(chosen, callers, folder, load);
    process.stdout.write(tableOf(results, peers));
    if (names.length === 0)
      writeFileSync(RESULTS, `${JSON.stringify({ load: load.name, rows: results, peers }, null, 2)}\n`);
  } finally {
    bare.stop();
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

type Parts = { load: Load; service: RunningService; bare: Bare };

async function measureRow(row: Row, callers: Callers, { load, service, bare }: Parts) {
  const shots = row.shots(callers);
  const attack = load.prepare(row.name, shots);
  const limit = row.limit === 'bare' ? await bareLimit(bare, service, shots) : service.provider;
  const limitAttack = row.limit === 'bare' ? attack : load.prepare(`${row.name}-directly`, atProvider(shots));
  const [own, other] = await alternate(
    [
      { attack, target: service, warmUpSeconds: WARM_UP_SECONDS },
      { attack: limitAttack, target: limit, warmUpSeconds: BARE_WARM_UP_SECONDS },
    ],
    PACE,
  );
  if (!own || !other) throw new Error('nothing was measured');
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

async function bareLimit(bare: Bare, { base }: RunningService, shots: readonly Shot[]): Promise<Target> {
  await bare.imitate(base, shots);
  return bare.target;
}

const atProvider = (shots: readonly Shot[]): Shot[] => shots.map((shot) => ({ ...shot, path: '/token' }));

async function measurePeer(chosen: readonly Row[], callers: Callers, folder: string, load: Load) {
  const asked = chosen.filter(({ name }) => PEER_ROWS.includes(name));
  if (asked.length === 0) return [];
  const prism = await startPrism(join(folder, 'prism.log'));
  const found = [];
  for (const row of asked) {
    const attack = load.prepare(row.name, row.shots(callers));
    const [one] = await alternate([{ attack, target: prism, warmUpSeconds: BARE_WARM_UP_SECONDS }], PEER_PACE);
    if (one)
      found.push({
        name: row.name,
        cpuMicros: rounded(one.cpuMicros),
        requestsPerSecond: Math.round(one.requestsPerSecond),
      });
  }
  await prism.stop();
  return found;
}

const rounded = (value: number, digits = 1) => Number(value.toFixed(digits));
