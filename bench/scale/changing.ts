import type { Market } from '../../src/market/market.ts';
import { dollars, itemLabel, offerAt } from '../item-with-offers.ts';
import type { Listing } from '../market.ts';
import { pick } from '../read-costs.ts';
import { median } from '../requests/measure.ts';
import { type Figures, whole } from './section-tables.ts';

const WARM_UP = 30;
const MEASURED = 60;

/** Measures a price change on each of these items, given by their listings, until the board is on the disk. */
export async function changeFigures(market: Market, items: readonly Listing[][]): Promise<Figures> {
  const figures: Figures = [];
  for (const own of items) {
    const { cpuMicros, wallMicros } = await costOfChange(market, own);
    figures.push([`${itemLabel(own)}: CPU µs`, whole(cpuMicros)], [`${itemLabel(own)}: wall µs`, whole(wallMicros)]);
  }
  return figures;
}

async function costOfChange(market: Market, own: readonly Listing[]) {
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let n = 0; n < WARM_UP + MEASURED; n += 1) {
    // Lower than all others and never the same, so that it changes the first offer of the board.
    const change = offerAt(pick(own, n), dollars(900 - n));
    const began = performance.now();
    const before = process.cpuUsage();
    const [outcome] = await market.apply([change], { boards: 'now' });
    const { user, system } = process.cpuUsage(before);
    const took = performance.now() - began;
    if (outcome !== 'changed') throw new Error(`the price change had the outcome ${JSON.stringify(outcome)}`);
    if (n < WARM_UP) continue;
    cpu.push(user + system);
    wall.push(took * 1000);
  }
  return { cpuMicros: median(cpu), wallMicros: median(wall) };
}
