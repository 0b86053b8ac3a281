import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecord } from '../src/domain/records.ts';
import type { Db } from '../src/store/db.ts';
import type { Market } from '../src/store/market.ts';
import { openDb } from '../src/store/open.ts';
import { type Listing, sampleListings, seededMarket } from './market.ts';
import { newPostgresDatabase } from './postgres.ts';

/**
 * What a pricing read costs, in CPU of this process: with a small catalogue, with a large one, and on an item with
 * 5,000 offers. The claim is that the three are the same within noise, for what is in use; of all there are, in a
 * catalogue larger than the store's memory, each read also fetches its pages. Arguments: items of the small and of the large one.
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
  const crowded = await addCrowdedItem(market);
  const report = (what: string, us: number) =>
    process.stdout.write(
      `${engine.padEnd(9)} ${String(offers).padStart(8)} offers  ${what.padEnd(34)} ${us.toFixed(1).padStart(7)} us\n`,
    );
  const inUse = listings.filter((_listing, n) => n % 200 === 0);
  const reads: [what: string, count: number, read: (n: number) => Promise<unknown>][] = [
    ['one SKU, of a hundred in use', 10_000, (n) => market.listing(pick(inUse, n), 'Consumer', 'New')],
    ['one SKU, of all there are', 10_000, (n) => market.listing(pick(listings, n), 'Consumer', 'New')],
    ['one SKU of an item of 5,000 offers', 10_000, (n) => market.listing(pick(crowded, n), 'Consumer', 'New')],
    ['twenty SKUs, of a hundred in use', 1_000, (n) => market.productsBySku(twenty(inUse, n), 'Consumer')],
    ['twenty SKUs, of all there are', 1_000, (n) => market.productsBySku(twenty(listings, n), 'Consumer')],
  ];
  // Three rounds of each, in turn: the machine's moods then hit all of them.
  const best = reads.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 3; round += 1) {
    for (const [at, [, count, read]] of reads.entries()) {
      best[at] = Math.min(best[at] ?? 0, await cpuPerRead(count, read));
    }
  }
  for (const [at, [what]] of reads.entries()) report(what, best[at] ?? 0);
}

async function cpuPerRead(count: number, read: (n: number) => Promise<unknown>): Promise<number> {
  for (let n = 0; n < count / 10; n += 1) await read(n);
  const before = process.cpuUsage();
  for (let n = 0; n < count; n += 1) await read(n);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** Always another one, far from the one before. */
const pick = (listings: readonly Listing[], n: number) => listings[(n * 7_919) % listings.length] as Listing;
const twenty = (listings: readonly Listing[], n: number) =>
  Array.from({ length: 20 }, (_, k) => pick(listings, n * 20 + k));

async function addCrowdedItem(market: Market): Promise<Listing[]> {
  const key = { marketplaceId: 'STORE_US', itemId: 'CROWDED' };
  const sellers = Array.from({ length: 5_000 }, (_, n) => `CROWD${n}`);
  const records = [
    { kind: 'item', ...key, category: 'books' },
    ...sellers.map((sellerId) => ({
      kind: 'seller',
      sellerId,
      plan: 'Professional',
      feedbackRating: 95,
      feedbackCount: 99,
      featuredMerchant: true,
    })),
    ...sellers.map((sellerId, n) => ({
      ...{ kind: 'offer', ...key, sellerId, sku: 'X', condition: 'New', subCondition: 'New', channel: 'FS' },
      ...{ listingPrice: 10 + n / 100, shipping: 0, quantity: 1 },
    })),
  ].flatMap((value) => {
    const read = readRecord(value, { currencyOf: () => 'USD' });
    return read.ok ? [read.record] : [];
  });
  await market.apply(records, { boards: 'now' });
  return sellers.map((sellerId) => ({ marketplaceId: key.marketplaceId, sellerId, sku: 'X' }));
}
