import { join } from 'node:path';
import type { ChangeCost } from '../change-cost.ts';
import type { ChangeCosts } from './change-child.ts';
import { ChangeSide } from './change-side.ts';
import type { Checkout } from './checkout.ts';
import { comparison, headOf, type Line } from './line.ts';
import { CHANGE_KINDS } from './price-changes.ts';
import { measureInTurn, type Pace } from './rounds.ts';
import { meanOf } from './statistics.ts';
import { type Engine, newStore } from './store.ts';

/** A price change on an item of so many offers, until its new board is on the disk and read. */
type ChangeRow = { name: string; offers: number };

const rows: readonly ChangeRow[] = [
  { name: 'change-20', offers: 20 },
  { name: 'change-5000', offers: 5_000 },
];

export const changeRowNames = rows.map(({ name }) => name);

/** The rows with these names, or all of them. Other names do not matter. */
export const changeRowsNamed = (names: readonly string[]) =>
  names.length === 0 ? rows : rows.filter(({ name }) => names.includes(name));

export const changeHead = (baseline: string): Line => [
  ...headOf('price change', baseline),
  `${baseline}: wall µs`,
  'working tree: wall µs',
];

/** Compares price changes. Each side makes them in a process of its own, on a store of its own. */
export async function compareChanges(
  chosen: readonly ChangeRow[],
  [baseline, current]: readonly [Checkout, Checkout],
  folder: string,
  { engine, ...pace }: { engine: Engine } & Pace,
): Promise<Line[]> {
  const sizes = chosen.map(({ offers }) => offers);
  const storeOf = (name: string) => newStore(engine, join(folder, `changes-${name}`), `changes_${name}`);
  process.stdout.write(`adding items of ${sizes.join(' and ')} offers for each of the two\n`);
  const sides = [
    await ChangeSide.start({ codeFolder: baseline.folder, store: await storeOf('baseline'), sizes }),
    await ChangeSide.start({ codeFolder: current.folder, store: await storeOf('new'), sizes }),
  ];
  const lines: Line[] = [];
  for (const row of chosen) lines.push(...(await compareRow(row, sides, pace)));
  for (const side of sides) side.stop();
  return lines;
}

/** One line for the mean over all kinds of changes, and one for each kind. */
async function compareRow({ name, offers }: ChangeRow, sides: readonly ChangeSide[], pace: Pace): Promise<Line[]> {
  const contenders = sides.map((side) => ({
    warmUp: (seconds: number) => side.measure({ offers, seconds }),
    measure: (seconds: number) => side.measure({ offers, seconds }),
  }));
  const [baseline = [], current = []] = await measureInTurn(contenders, pace);
  const lineOf = (label: string, costOf: (costs: ChangeCosts) => ChangeCost) => {
    const [before, after] = [baseline.map(costOf), current.map(costOf)];
    const wall = [before, after].map((costs) => meanOf(costs.map(({ wallMicros }) => wallMicros)).toFixed(1));
    return comparison(label, before.map(cpuOf), after.map(cpuOf), wall);
  };
  return [lineOf(name, meanCost), ...CHANGE_KINDS.map((kind) => lineOf(`${name}: ${kind}`, (costs) => costs[kind]))];
}

const cpuOf = ({ cpuMicros }: ChangeCost) => cpuMicros;

/** All kinds weigh the same. */
function meanCost(costs: ChangeCosts): ChangeCost {
  const all = CHANGE_KINDS.map((kind) => costs[kind]);
  return { cpuMicros: meanOf(all.map(cpuOf)), wallMicros: meanOf(all.map(({ wallMicros }) => wallMicros)) };
}
