import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '../src/db/open.ts';
import { programOptions } from '../test/harness/program-options.ts';
import { cleanUpAtExit } from './clean-up.ts';
import { addItemWithOffers } from './item-with-offers.ts';
import { marketOn } from './market.ts';
import { changeFigures } from './scale/changing.ts';
import { importFigures } from './scale/importing.ts';
import { readFigures } from './scale/reading.ts';
import { type Figures, SectionTables, whole } from './scale/section-tables.ts';
import { serviceFigures } from './scale/serving.ts';

const SIZES = ['10000', '1000000', '10000000'];
const OFFERS_OF_ITEMS = [1, 20, 5_000];

/** Estimates for the notice at the start. */
const MINUTES_PER_SIZE = 0.7;
const MINUTES_PER_MILLION_OFFERS = 2.5;
const GIGABYTES_PER_MILLION_OFFERS = 2;

type Print = (section: string, figures: Figures) => void;

/**
 * Measures import, reads, price changes and the service on the embedded store at several sizes of the catalogue. Arguments:
 * the sizes, in offers.
 */
async function measureSizes(sizes: readonly number[], folder: string): Promise<void> {
  const tables = new SectionTables();
  for (const offers of sizes) {
    const dataDir = join(folder, String(offers));
    await measureSize(dataDir, offers, (section, figures) => {
      process.stdout.write(tables.add(section, offers, figures));
    });
    rmSync(dataDir, { recursive: true });
  }
}

async function measureSize(dataDir: string, offers: number, print: Print): Promise<void> {
  const file = join(dataDir, 'service.db');
  print('Import', await importFigures(file, offers));
  const db = await openDb({ file });
  const market = marketOn(db);
  const items = [];
  for (const count of OFFERS_OF_ITEMS) items.push(await addItemWithOffers(market, count));
  print('A read, CPU µs', await readFigures(db, market, items));
  print('A price change', await changeFigures(market, items));
  // The service must be the only user of the files.
  await db.close();
  print('The service', await serviceFigures(dataDir));
}

function noticeOf(sizes: readonly number[]): string {
  const millions = sizes.map((offers) => offers / 1e6);
  const minutes = millions.reduce((sum, n) => sum + MINUTES_PER_SIZE + n * MINUTES_PER_MILLION_OFFERS, 0);
  const gigabytes = Math.ceil(Math.max(...millions) * GIGABYTES_PER_MILLION_OFFERS);
  return [
    `Sizes: ${sizes.map(whole).join(', ')} offers. This takes about ${Math.ceil(minutes)} min and up to ${gigabytes} GB in ${tmpdir()}.`,
    'Other sizes: npm run bench:scale -- OFFERS...\n',
  ].join('\n');
}

const usage = `Measures import, reads, price changes and the service on the embedded store at several sizes of the catalogue.

  npm run bench:scale -- [OFFERS...]     the sizes, in offers, from 1000 on (default: ${SIZES.join(' ')})
`;

const sizes = programOptions(usage, () => {
  const given = process.argv.slice(2);
  const read = (given.length === 0 ? SIZES : given).map(Number);
  if (read.every((offers) => Number.isSafeInteger(offers) && offers >= 1_000)) return read;
  throw new Error('Sizes are numbers of offers, from 1000 on.');
});
process.stdout.write(noticeOf(sizes));
const folder = mkdtempSync(join(tmpdir(), 'bench-scale-'));
cleanUpAtExit(folder);
await measureSizes(sizes, folder);
