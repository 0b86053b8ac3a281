import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '../../src/db/open.ts';
import type { Offer } from '../../src/domain/market/offer.ts';
import { callersOf } from '../requests/callers.ts';
import { ownMegabytesOf } from '../requests/cpu.ts';
import { DEFAULT_CONNECTIONS } from '../requests/load.ts';
import { loadGenerator, provideWrk } from '../requests/load-generator.ts';
import { type BenchListing, makeClients } from '../requests/market.ts';
import { offersRequests } from '../requests/rows.ts';
import { startService } from '../requests/service.ts';
import { type Figures, whole } from './section-tables.ts';

/** The largest seller of the seed. It has about a twentieth of all offers, on items all over the catalogue. */
const SELLER = 'SS000001';
const MAX_LISTINGS = 100_000;
const REST_MS = 3_000;
const LOAD_SECONDS = 10;

/** Measures the service as `npm start` runs it on this data folder: its start, and its memory at rest and under load. */
export async function serviceFigures(dataDir: string): Promise<Figures> {
  const listings = await listingsOfSeller(join(dataDir, 'service.db'));
  const clients = await makeClients(join(dataDir, 'idp.db'), [SELLER]);
  const service = await startService({ dataDir });
  try {
    await sleep(REST_MS);
    const atRest = ownMegabytesOf(service.pid);
    const provider = ownMegabytesOf(service.provider.pid);
    const callers = await callersOf(
      { listings, bySeller: [], catalogues: [], clients, offers: listings.length },
      service.base,
    );
    await provideWrk();
    const generator = loadGenerator(dataDir, DEFAULT_CONNECTIONS);
    const run = generator.prepare('offers', offersRequests(callers));
    const { requestsPerSecond } = await run(service.base, LOAD_SECONDS);
    return [
      ['start until ready, ms', whole(service.startMs)],
      ['memory at rest, MB', whole(atRest)],
      [`memory after ${LOAD_SECONDS} s of requests, MB`, whole(ownMegabytesOf(service.pid))],
      ['identity provider at rest, MB', whole(provider)],
      ['SKUs requested', whole(listings.length)],
      [`requests per second (${generator.name})`, whole(requestsPerSecond)],
    ];
  } finally {
    await service.stop();
  }
}

/** At most MAX_LISTINGS, evenly spread. */
async function listingsOfSeller(file: string): Promise<BenchListing[]> {
  const db = await openDb({ file });
  const where = 'FROM offer WHERE seller_id = $1';
  const { count } = (await db.get<{ count: number }>(`SELECT COUNT(*) AS count ${where}`, [SELLER])) ?? { count: 0 };
  const every = Math.max(1, Math.floor(count / MAX_LISTINGS));
  const listings: BenchListing[] = [];
  let n = 0;
  for await (const { record } of db.each<{ record: string }>(`SELECT record ${where}`, [SELLER])) {
    if (n++ % every !== 0) continue;
    const { itemId, sellerId, sku, condition } = JSON.parse(record) as Offer;
    listings.push({ itemId, sellerId, sku, condition });
  }
  await db.close();
  return listings;
}
