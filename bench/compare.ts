import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanUpAtExit } from './clean-up.ts';
import { type Checkout, checkOut, workingTree } from './compare/checkout.ts';
import { assertSameMarket, type Side, startSide } from './compare/side.ts';
import { meanOf, pairedDifference } from './compare/statistics.ts';
import { DEFAULT_CONNECTIONS, type LoadGenerator } from './requests/load.ts';
import { loadGenerator } from './requests/load-generator.ts';
import { measure } from './requests/measure.ts';
import { markdown } from './requests/report.ts';
import { type Row, rowsNamed } from './requests/rows.ts';

const usage = `Compares the processor time of requests: another commit and the working tree, in turn.

  npm run bench -- compare COMMIT_OR_FOLDER [ROW...] [options]

    --rounds N       how often both are measured (default: 12)
    --seconds N      how long one measurement takes (default: 3)
    --warm-up N      seconds of load on both before the first round (default: 20)
    --connections N  connections of the load generator (default: ${DEFAULT_CONNECTIONS})
    --items N        size of the market, with about eight offers for each item (default: 20000)
`;

const options = {
  rounds: { type: 'string', default: '12' },
  seconds: { type: 'string', default: '3' },
  'warm-up': { type: 'string', default: '20' },
  connections: { type: 'string', default: String(DEFAULT_CONNECTIONS) },
  items: { type: 'string', default: '20000' },
} as const;

/** Load before each measurement. A service that was idle while the other one ran takes 10 % more CPU in its first second. */
const LEAD_IN_SECONDS = 1;

type Pace = { rounds: number; seconds: number; warmUpSeconds: number };

export async function runCompareBench(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [baseline, ...names] = positionals;
  const pace = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    warmUpSeconds: Number(values['warm-up']),
  };
  const [connections, items] = [Number(values.connections), Number(values.items)];
  const isRight = [...Object.values(pace), connections, items].every((value) => Number.isInteger(value) && value > 0);
  if (baseline === undefined || !isRight || pace.rounds < 2) throw new Error(`Wrong arguments.\n\n${usage}`);
  const rows = rowsNamed(names);

  const folder = mkdtempSync(join(tmpdir(), 'bench-compare-'));
  let checkout: Checkout | undefined;
  cleanUpAtExit(folder, () => checkout?.remove());
  checkout = checkOut(baseline, join(folder, 'checkout'));
  process.stdout.write(`seeding a market of ${items} items for each of the two\n`);
  const sides: [Side, Side] = [
    await startSide(checkout, join(folder, 'baseline'), items),
    await startSide(
      { label: 'working tree', folder: workingTree, remove: () => undefined },
      join(folder, 'new'),
      items,
    ),
  ];
  assertSameMarket(sides);
  const generator = loadGenerator(folder, connections);
  process.stdout.write(
    `${checkout.label} and the working tree, ${pace.rounds} rounds of ${pace.seconds} s, ${connections} connections, load by ${generator.name}\n`,
  );
  const lines: string[][] = [];
  for (const row of rows) lines.push(lineOf(row.name, await measureRow(row, sides, generator, pace)));
  const head = ['request', `${checkout.label}: CPU µs`, 'working tree: CPU µs', 'difference', '95 % interval'];
  process.stdout.write(`\n${markdown([head, ...lines])}`);
  for (const { service } of sides) await service.stop();
}

/** CPU of a request in µs, of each side, round by round. The order is ABBA: a drift of the machine then hits both alike. */
async function measureRow(row: Row, sides: [Side, Side], generator: LoadGenerator, pace: Pace): Promise<number[][]> {
  const targets = sides.map(({ service, callers }, n) => ({
    run: generator.prepare(`${row.name}-${n}`, row.requests(callers)),
    service,
    micros: [] as number[],
  }));
  for (const { run, service } of targets) await run(service.base, pace.warmUpSeconds);
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const { run, service, micros } of round % 2 === 0 ? targets : targets.toReversed()) {
      await run(service.base, LEAD_IN_SECONDS);
      micros.push((await measure(run, service, pace.seconds)).cpuMicros);
    }
  }
  return targets.map(({ micros }) => micros);
}

function lineOf(name: string, [baseline = [], current = []]: number[][]): string[] {
  const { percent, low, high } = pairedDifference(baseline, current);
  const line = [
    name,
    meanOf(baseline).toFixed(1),
    meanOf(current).toFixed(1),
    signed(percent),
    `${signed(low)} to ${signed(high)}`,
  ];
  process.stdout.write(`${line.join('; ')}\n`);
  return line;
}

const signed = (percent: number) => `${percent < 0 ? '' : '+'}${percent.toFixed(1)} %`;
