import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanUpAtExit } from './clean-up.ts';
import { changeHead, changeRowNames, changeRowsNamed, compareChanges } from './compare/change-rows.ts';
import { type Checkout, checkOut, workingTree } from './compare/checkout.ts';
import { compareFeeds, feedHead, feedRowNames, feedRowsNamed } from './compare/feed-rows.ts';
import { headOf, type Line } from './compare/line.ts';
import { compareRequests } from './compare/request-rows.ts';
import { engineNamed } from './compare/store.ts';
import { describeMachine, thisMachine } from './machine.ts';
import { DEFAULT_CONNECTIONS } from './requests/load.ts';
import { markdown } from './requests/report.ts';
import { rowsNamed } from './requests/rows.ts';

export const COMPARE_USAGE = `Compares the processor time of requests and price changes: another commit and the working tree, in turn.

  npm run bench -- compare COMMIT_OR_FOLDER [ROW...] [options]

    --rounds N       how often both are measured (default: 12)
    --seconds N      how long one measurement takes (default: 3)
    --warm-up N      seconds of load on both before the first round (default: 20)
    --connections N  connections of the load generator (default: ${DEFAULT_CONNECTIONS})
    --items N        size of the market, with about eight offers for each item (default: 20000)
    --setting NAME=VALUE  only for the working tree, as often as needed: COMMIT may then be HEAD, and the setting is what is compared
    --engine NAME    sqlite or postgres (default: sqlite); --postgres is the same as --engine postgres
`;

const options = {
  rounds: { type: 'string', default: '12' },
  seconds: { type: 'string', default: '3' },
  'warm-up': { type: 'string', default: '20' },
  connections: { type: 'string', default: String(DEFAULT_CONNECTIONS) },
  items: { type: 'string', default: '20000' },
  engine: { type: 'string', default: 'sqlite' },
  postgres: { type: 'boolean', default: false },
  setting: { type: 'string', multiple: true, default: [] as string[] },
} as const;

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
  if (baseline === undefined || !isRight || pace.rounds < 2) throw new Error(`Wrong arguments.\n\n${COMPARE_USAGE}`);
  const engine = engineNamed(values.postgres ? 'postgres' : values.engine);
  const rows = rowsNamed(names, [...changeRowNames, ...feedRowNames]);
  const changes = changeRowsNamed(names);
  const feeds = feedRowsNamed(names);

  process.stdout.write(`${describeMachine(thisMachine())}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'bench-compare-'));
  let checkout: Checkout | undefined;
  cleanUpAtExit(folder, () => checkout?.remove());
  checkout = checkOut(baseline, join(folder, 'checkout'));
  const sides: [Checkout, Checkout] = [
    checkout,
    { label: 'working tree', folder: workingTree, settings: settingsIn(values.setting), remove: () => undefined },
  ];
  process.stdout.write(
    `${checkout.label} and the working tree on ${engine}, ${pace.rounds} rounds of ${pace.seconds} s\n`,
  );
  const tables: Line[][] = [];
  if (rows.length > 0) {
    const lines = await compareRequests(rows, sides, folder, { ...pace, items, connections, engine });
    tables.push([headOf('request', checkout.label), ...lines]);
  }
  if (changes.length > 0) {
    const lines = await compareChanges(changes, sides, folder, { ...pace, engine });
    tables.push([changeHead(checkout.label), ...lines]);
  }
  if (feeds.length > 0) {
    const lines = await compareFeeds(feeds, sides, folder, { ...pace, engine });
    tables.push([feedHead(checkout.label), ...lines]);
  }
  for (const table of tables) if (table.length > 1) process.stdout.write(`\n${markdown(table)}`);
}

/** `NAME=VALUE` each. A value may contain `=`. */
const settingsIn = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]));
