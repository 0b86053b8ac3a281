import type { Market } from '../../src/market/market.ts';
import { costOfChange } from '../change-cost.ts';
import { itemLabel, offerAt } from '../item-with-offers.ts';
import type { Listing } from '../market.ts';
import { pick } from '../read-costs.ts';
import { median } from '../requests/measure.ts';
import { type Figures, whole } from './section-tables.ts';

const WARM_UP = 30;
const MEASURED = 60;

/** Measures a price change on each of these items, given by their listings, until the new board is on the disk. */
export async function changeFigures(market: Market, items: readonly Listing[][]): Promise<Figures> {
  const figures: Figures = [];
  for (const own of items) {
    const { cpuMicros, wallMicros } = await medianCost(market, own);
    figures.push([`${itemLabel(own)}: CPU µs`, whole(cpuMicros)], [`${itemLabel(own)}: wall µs`, whole(wallMicros)]);
  }
  return figures;
}

async function medianCost(market: Market, own: readonly Listing[]) {
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let n = 0; n < WARM_UP + MEASURED; n += 1) {
    // Lower than all others and never the same, so that it changes the first offer of the board.
    const change = offerAt(pick(own, n), 900 - n);
    const { cpuMicros, wallMicros } = await costOfChange(market, change, pick(own, n));
    if (n < WARM_UP) continue;
    cpu.push(cpuMicros);
    wall.push(wallMicros);
  }
  return { cpuMicros: median(cpu), wallMicros: median(wall) };
}
