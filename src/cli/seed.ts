import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { type ChangeCounts, Intake } from '../market/intake/intake.ts';
import { Quietness } from '../market/intake/quietness.ts';
import type { Market } from '../market/market.ts';
import { buildBoards } from './build-boards.ts';
import { seedRecords } from './seed/records.ts';

const RECORDS_PER_BATCH = 2_000;

export const SEED_USAGE = `Generates a realistic marketplace. The same seed always gives the same records.

  npm run seed -- [--items N] [--sellers M] [--seed S] [--print]

    --items    number of items, with about eight offers each (default: 1000)
    --sellers  number of sellers (default: 200)
    --seed     any whole number (default: 1)
    --print    print the records as JSON lines that import can read, instead of storing them
`;

type Output = { write(text: string): unknown };

/** Called with the counts of the stored records. */
export type OnSeeded = (counts: ChangeCounts) => unknown;

type Terminal = { stdout: NodeJS.WritableStream; stderr: Output };

/** Prints the generated records, or what is wrong in the call. Undefined when the call needs the store, otherwise the exit code. */
export async function runWithoutStore(args: string[], { stdout, stderr }: Terminal): Promise<number | undefined> {
  const options = readArguments(args);
  if (typeof options === 'string') {
    stderr.write(`${options}\n\n${SEED_USAGE}`);
    return 1;
  }
  if (!options.print) return undefined;
  await printRecords(seedRecords(options), stdout);
  return 0;
}

/** Stores the generated records. Precondition: `runWithoutStore` gave nothing. Returns the exit code. */
export async function runSeed(
  market: Market,
  args: string[],
  { stdout, stderr }: Terminal,
  onSeeded: OnSeeded = () => undefined,
): Promise<number> {
  const options = readArguments(args);
  if (typeof options === 'string') throw new Error(options);
  const records = seedRecords(options);
  const intake = await Intake.open(market, {
    boards: 'bulk',
    batchSize: RECORDS_PER_BATCH,
    quietness: Quietness.QUIET,
    onReject: (line, { field, reason }) => stderr.write(`record ${line} ${field}: ${reason}\n`),
  });
  let line = 0;
  for (const record of records) {
    await intake.take(++line, record);
    const refreshed = market.growth.grownTo(intake.counts.added);
    if (refreshed) await refreshed;
  }
  await intake.flush();
  onSeeded(intake.counts);
  const boards = await buildBoards(market, stderr);
  const { added, changed, unchanged, rejected } = intake.counts;
  stdout.write(`${line} records: ${added} added, ${changed} changed, ${unchanged} unchanged; ${boards} boards built\n`);
  return rejected > 0 ? 2 : 0;
}

async function printRecords(records: Iterable<object>, stdout: NodeJS.WritableStream): Promise<void> {
  let lines: string[] = [];
  const flush = async () => {
    if (!stdout.write(lines.join(''))) await once(stdout, 'drain');
    lines = [];
  };
  for (const record of records) {
    if (lines.push(`${JSON.stringify(record)}\n`) >= 500) await flush();
  }
  await flush();
}

function readArguments(args: string[]): { items: number; sellers: number; seed: number; print: boolean } | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        items: { type: 'string', default: '1000' },
        sellers: { type: 'string', default: '200' },
        seed: { type: 'string', default: '1' },
        print: { type: 'boolean', default: false },
      },
    });
    for (const name of ['items', 'sellers', 'seed'] as const) {
      if (!/^\d{1,9}$/.test(values[name])) return `--${name} must be a whole number, not ${values[name]}`;
    }
    if (Number(values.sellers) === 0) return '--sellers must be at least 1';
    return {
      items: Number(values.items),
      sellers: Number(values.sellers),
      seed: Number(values.seed),
      print: values.print,
    };
  } catch (error) {
    return (error as Error).message;
  }
}
