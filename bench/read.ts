import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../src/db/db.ts';
import { openDb } from '../src/db/open.ts';
import { addItemWithOffers } from './item-with-offers.ts';
import { sampleListings, seededMarket } from './market.ts';
import { newPostgresDatabase } from './postgres.ts';
import { costsOf, readOfItem, readsOfCatalogue } from './read-costs.ts';

/**
 * Measures the processor time of a pricing read: in a small catalogue, in a large one, and on an item with 5,000 offers. For
 * listings in frequent use the three are the same within noise. Reads all over a catalogue that is larger than the store's cache
 * also fetch pages. Arguments: the numbers of items of the small and the large catalogue.
 */
export async function runReadBench([small = '1250', large = '125000']: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    for (const items of [Number(small), Number(large)]) {
      const db = await openDb({ file: join(folder, `${items}.db`) });
      await measure(`sqlite`, db, items);
      await db.close();
    }
    for (const items of [Number(small), Number(large)]) {
      const db = await openDb({ databaseUrl: await newPostgresDatabase(`bench_${items}`), file: '' });
      await measure(`postgres`, db, items);
      await db.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(engine: string, db: Db, items: number): Promise<void> {
  const { market, offers } = await seededMarket(db, items);
  const listings = await sampleListings(db, 20_000);
  const crowded = await addItemWithOffers(market, 5_000);
  const costs = await costsOf([...readsOfCatalogue(market, listings), readOfItem(market, crowded)]);
  for (const { what, cpuMicros } of costs) {
    process.stdout.write(
      `${engine.padEnd(9)} ${String(offers).padStart(8)} offers  ${what.padEnd(40)} ${cpuMicros.toFixed(1).padStart(7)} us\n`,
    );
  }
}
