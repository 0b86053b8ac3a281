import { seedRecords } from '../src/cli/seed/records.ts';
import type { Db } from '../src/db/db.ts';
import { migrate } from '../src/db/migrate.ts';
import { Intake } from '../src/market/intake/intake.ts';
import { openMarket } from '../src/market/market.ts';
import { migrations } from '../src/migrations/list.ts';

export const marketOn = (db: Db) => openMarket(db, Date.now);

/** Seeds a market in a new store and builds its boards. */
export async function seededMarket(db: Db, items: number, sellers = 2_000) {
  await migrate(db, migrations);
  const market = marketOn(db);
  const intake = await Intake.open(market, {
    boards: 'bulk',
    batchSize: 2_000,
    onReject: (line, problem) => {
      throw new Error(`record ${line}: ${JSON.stringify(problem)}`);
    },
  });
  let line = 0;
  for (const record of seedRecords({ items, sellers, seed: 1 })) await intake.take(++line, record);
  await intake.flush();
  while ((await market.maintenance.refreshDue(1_000)) > 0);
  const { count } = (await db.get<{ count: number }>('SELECT COUNT(*) AS count FROM offer')) ?? { count: 0 };
  return { market, offers: count };
}

export type Listing = { marketplaceId: string; itemId: string; sellerId: string; sku: string };

/** Listings spread over the whole catalogue: reads then miss the processor caches, as real ones do. */
export async function sampleListings(db: Db, size: number): Promise<Listing[]> {
  const rows: Listing[] = [];
  const { count } = (await db.get<{ count: number }>('SELECT COUNT(*) AS count FROM offer')) ?? { count: 0 };
  const every = Math.max(1, Math.floor(count / size));
  let n = 0;
  const all = db.each<{ marketplace_id: string; item_id: string; seller_id: string; sku: string }>(
    'SELECT marketplace_id, item_id, seller_id, sku FROM offer',
  );
  for await (const { marketplace_id, item_id, seller_id, sku } of all) {
    if (n++ % every === 0) rows.push({ marketplaceId: marketplace_id, itemId: item_id, sellerId: seller_id, sku });
  }
  return rows;
}
