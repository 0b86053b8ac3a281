import { join } from 'node:path';
import { request } from 'undici';
import type { LoadGenerator } from '../requests/load.ts';
import { loadGenerator, provideWrk } from '../requests/load-generator.ts';
import { type Measurement, measure } from '../requests/measure.ts';
import type { Row } from '../requests/rows.ts';
import type { Checkout } from './checkout.ts';
import { comparison, type Line } from './line.ts';
import { measureInTurn, type Pace } from './rounds.ts';
import { assertSameMarket, type Side, startSide } from './side.ts';
import type { Engine } from './store.ts';

type Size = { items: number; connections: number; engine: Engine };

/** Compares the processor time of HTTP requests. Each side runs its own service on a market that it has seeded itself. */
export async function compareRequests(
  rows: readonly Row[],
  [baseline, current]: readonly [Checkout, Checkout],
  folder: string,
  { items, connections, engine, ...pace }: Size & Pace,
): Promise<Line[]> {
  process.stdout.write(`seeding a market of ${items} items for each of the two\n`);
  const size = { items, engine, isActive: rows.some(({ needsActivity }) => needsActivity) };
  const sides: [Side, Side] = [
    await startSide(baseline, { dataDir: join(folder, 'baseline'), name: 'baseline', ...size }),
    await startSide(current, { dataDir: join(folder, 'new'), name: 'new', ...size }),
  ];
  assertSameMarket(sides);
  await provideWrk();
  const generator = loadGenerator(folder, connections);
  process.stdout.write(`${connections} connections, load by ${generator.name}\n`);
  const lines: Line[] = [];
  for (const row of rows) {
    const without = await sideWithout(row, sides);
    if (without === undefined) lines.push(...(await compareRow(row, sides, generator, pace)));
    else process.stdout.write(`${row.name}: left out, ${without.label} has no such endpoint\n`);
  }
  for (const { service } of sides) await service.stop();
  return lines;
}

/** The side that does not have the endpoint of this row, such as a commit that is older than the endpoint. */
async function sideWithout(row: Row, sides: readonly Side[]): Promise<Side | undefined> {
  for (const side of sides) {
    const [first] = row.requests(side.callers);
    if (first === undefined) throw new Error(`${row.name}: there are no requests for a market of this size`);
    const { path, method, headers, body = null } = first;
    const answer = await request(`${side.service.base}${path}`, { method, headers, body });
    await answer.body.dump();
    if (answer.statusCode === 404) return side;
  }
  return undefined;
}

/** One line for the service, and on PostgreSQL one for the processes of its server. */
async function compareRow(row: Row, sides: readonly Side[], generator: LoadGenerator, pace: Pace): Promise<Line[]> {
  const contenders = sides.map(({ service, callers }, n) => {
    const run = generator.prepare(`${row.name}-${n}`, row.requests(callers));
    return {
      warmUp: (seconds: number) => run(service.base, seconds),
      measure: (seconds: number) => measure(run, service, seconds),
    };
  });
  const [baseline = [], current = []] = await measureInTurn(contenders, pace);
  const lineOf = (label: string, costOf: (one: Measurement) => number) =>
    comparison(label, baseline.map(costOf), current.map(costOf));
  const own = lineOf(row.name, ({ cpuMicros }) => cpuMicros);
  if (sides.every(({ service }) => service.storeCpu === undefined)) return [own];
  return [own, lineOf(`${row.name}: PostgreSQL`, ({ storeCpuMicros }) => storeCpuMicros)];
}
