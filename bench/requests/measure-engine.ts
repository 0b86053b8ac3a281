import { join } from 'node:path';
import { measureInTurn } from '../compare/rounds.ts';
import type { Engine } from '../compare/store.ts';
import { addActivity } from './activity.ts';
import { BareProcess } from './bare-process.ts';
import { type Callers, callersOf } from './callers.ts';
import type { Group } from './groups.ts';
import { untilIdle } from './idle.ts';
import { marketInto } from './kept-market.ts';
import type { LoadRequest, RunLoad } from './load.ts';
import { loadGenerator } from './load-generator.ts';
import { type Measurement, measure, type Target } from './measure.ts';
import { addOperator } from './operator.ts';
import { postgresMarketInto } from './postgres-market.ts';
import { type GroupResult, ratioText } from './report.ts';
import { type RowResult, rowResult } from './row-result.ts';
import type { Row } from './rows.ts';
import { type RunningService, startService } from './service.ts';
import { isEnough } from './settled.ts';
import type { TimeBudget } from './time-budget.ts';

/** Neither the bare server nor a service that has just answered the same requests needs more. */
const SHORT_WARM_UP_SECONDS = 2;

type Work = { folder: string; items: number; budget: TimeBudget };
type Parts = { folder: string; service: RunningService & Target; bare: BareProcess; budget: TimeBudget };

export type EngineResult = { groups: GroupResult[]; callers: Callers; failures: string[] };

/** Measures the groups of one engine, row by row, each row with all numbers of connections. */
export async function measureEngine(engine: Engine, groups: readonly Group[], work: Work): Promise<EngineResult> {
  const dataDir = join(work.folder, engine);
  const { market, store, settings, storeCpu } = await marketOn(engine, dataDir, work.items);
  const operator = await addOperator(join(dataDir, 'idp.db'));
  const started = await startService({ dataDir, settings });
  const service = storeCpu === undefined ? started : { ...started, storeCpu };
  const bare = await BareProcess.start();
  try {
    const rows = [...new Set(groups.flatMap((group) => group.rows))];
    const basic = await callersOf(market, service.base);
    const isActive = rows.some(({ needsActivity }) => needsActivity);
    const callers = isActive ? await addActivity(basic, service.base, operator) : basic;
    await untilIdle(service.pid);
    const found = groups.map((group) => ({ group, results: [] as RowResult[] }));
    const failures: string[] = [];
    for (const row of rows) {
      const measured = found.filter(({ group }) => group.rows.includes(row));
      const counts = measured.map(({ group }) => group.connections);
      // The others still count: a run takes half an hour.
      const results = await measureRow(row, callers, counts, { ...work, service, bare }).catch((error: Error) => {
        const failure = `${engine}, ${row.name}: ${error.message.split('\n', 1)[0]}`;
        failures.push(failure);
        process.stdout.write(`left out: ${failure}\n`);
        return [];
      });
      for (const [n, result] of results.entries()) measured[n]?.results.push(result);
    }
    const size = { store, items: market.listings.length, offers: market.offers };
    return {
      groups: found.map(({ group: { connections }, results }) => ({ engine, connections, ...size, rows: results })),
      callers,
      failures,
    };
  } finally {
    bare.stop();
    await service.stop();
  }
}

async function marketOn(engine: Engine, dataDir: string, items: number) {
  if (engine === 'sqlite') return { market: await marketInto(dataDir, items), store: 'SQLite', settings: {} };
  const { market, databaseUrl, version, storeCpu } = await postgresMarketInto(dataDir, items);
  return { market, store: `PostgreSQL ${version}`, settings: { DATABASE_URL: databaseUrl }, storeCpu };
}

/** A result for each number of connections. */
async function measureRow(
  row: Row,
  callers: Callers,
  counts: readonly number[],
  { folder, service, bare, budget }: Parts,
): Promise<RowResult[]> {
  const requests = row.requests(callers);
  if (row.limit === 'bare') await bare.imitate(service.base, requests);
  const results: RowResult[] = [];
  for (const [n, connections] of counts.entries()) {
    const generator = loadGenerator(folder, connections);
    const run = generator.prepare(row.name, requests);
    const own = contender(run, service, n === 0 ? Number.POSITIVE_INFINITY : SHORT_WARM_UP_SECONDS);
    const limit =
      row.limit === 'bare'
        ? contender(run, bare.target, SHORT_WARM_UP_SECONDS)
        : contender(generator.prepare(`${row.name}-directly`, atProvider(requests)), service.provider);
    const [measured = [], ofLimit = []] = await budget.spend((pace) =>
      measureInTurn([own, limit], pace, ([a = [], b = []]) => isEnough(a, b)),
    );
    const result = rowResult(row.name, measured, ofLimit);
    const { rounds, cpuMicros, limitCpuMicros, byCpu } = result;
    process.stdout.write(
      `${row.name}, ${connections} connections: CPU ${cpuMicros} µs, limit ${limitCpuMicros} µs, ratio ${ratioText(byCpu)}, ${rounds} rounds\n`,
    );
    results.push(result);
  }
  return results;
}

const contender = (run: RunLoad, target: Target, mostWarmUp = Number.POSITIVE_INFINITY) => ({
  warmUp: (seconds: number) => run(target.base, Math.min(seconds, mostWarmUp)),
  measure: (seconds: number): Promise<Measurement> => measure(run, target, seconds),
});

const atProvider = (requests: readonly LoadRequest[]): LoadRequest[] =>
  requests.map((request) => ({ ...request, path: '/token' }));
