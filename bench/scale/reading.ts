import type { Db } from '../../src/db/db.ts';
import type { Market } from '../../src/market/market.ts';
import { type Listing, sampleListings } from '../market.ts';
import { costsOf, readOfFees, readOfItem, readsOfCatalogue } from '../read-costs.ts';
import type { Figures } from './section-tables.ts';

const SAMPLE_SIZE = 20_000;

/** Measures reads over the whole catalogue and on each of these items, given by their listings. */
export async function readFigures(db: Db, market: Market, items: readonly Listing[][]): Promise<Figures> {
  const listings = await sampleListings(db, SAMPLE_SIZE);
  const costs = await costsOf([
    ...readsOfCatalogue(market, listings),
    readOfFees(market, listings),
    ...items.map((own) => readOfItem(market, own)),
  ]);
  return costs.map(({ what, cpuMicros }) => [what, cpuMicros.toFixed(1)]);
}
