import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { BoardTime } from '../../src/market/decisions/marked-items.ts';
import { Intake } from '../../src/market/intake/intake.ts';
import { type Market, type MarketOptions, openMarket } from '../../src/market/market.ts';
import { migrations } from '../../src/migrations/list.ts';

export const NOW = Date.parse('2026-11-15T00:00:00Z');

export type Plain = Record<string, unknown>;

export const marketplace = (marketplaceId: string, currency: string, isDefault: boolean): Plain => ({
  kind: 'marketplace',
  marketplaceId,
  name: marketplaceId,
  countryCode: 'US',
  currency,
  isDefault,
});
export const seller = (sellerId: string, more: Plain = {}): Plain => ({
  kind: 'seller',
  sellerId,
  plan: 'Professional',
  feedbackRating: 95,
  feedbackCount: 100,
  featuredMerchant: true,
  ...more,
});
export const item = (itemId: string, more: Plain = {}): Plain => ({
  kind: 'item',
  marketplaceId: 'M1',
  itemId,
  category: 'books',
  ...more,
});
export const offer = (sellerId: string, sku: string, itemId: string, more: Plain = {}): Plain => ({
  kind: 'offer',
  marketplaceId: 'M1',
  sellerId,
  sku,
  itemId,
  condition: 'New',
  subCondition: 'New',
  channel: 'SELLER',
  listingPrice: 20,
  shipping: 0,
  quantity: 5,
  ...more,
});

export type Fixture = {
  db: Db;
  market: Market;
  clock: { now: number };
  take: (records: Plain[], boards?: BoardTime) => Promise<string[]>;
};

/** `tables` are those of an older program when a test goes on to migrate the store. */
export async function fixtureOn(db: Db, tables = migrations, options: MarketOptions = {}): Promise<Fixture> {
  await migrate(db, tables);
  const clock = { now: NOW };
  const market = openMarket(db, () => clock.now, options);
  /** Applies records and returns the problems of those that were rejected: `line field: reason`. */
  const take = async (records: Plain[], boards: BoardTime = 'now') => {
    const rejected: string[] = [];
    const intake = await Intake.open(market, {
      boards,
      batchSize: 7,
      onReject: (line, { field, reason }) => rejected.push(`${line} ${field}: ${reason}`),
    });
    for (const [n, record] of records.entries()) await intake.take(n + 1, record);
    await intake.flush();
    return rejected;
  };
  await take([
    marketplace('M1', 'USD', true),
    marketplace('M2', 'CAD', false),
    seller('S1'),
    seller('S2'),
    seller('S3'),
  ]);
  return { db, market, clock, take };
}

/**
 * Everything that a reader can see of the boards. `valid_from` can be later than needed: a rebuild reads only the offers that
 * changed, and not the dates of the others that have passed.
 */
export async function dump(db: Db): Promise<string> {
  const rows = await db.all<object>('SELECT * FROM board ORDER BY marketplace_id, item_id');
  const boards = rows.map((row) => ({ ...row, valid_from: null }));
  const shelves = await db.all('SELECT * FROM shelf ORDER BY marketplace_id, item_id, customer, condition');
  const own = await db.all('SELECT seller_id, sku, own FROM offer ORDER BY marketplace_id, seller_id, sku');
  return JSON.stringify([boards, shelves, own], null, 1);
}

export async function settle(market: Market): Promise<void> {
  while (await market.maintenance.propagateSellerChanges(2));
  while ((await market.maintenance.refreshDue(3)) > 0);
  while ((await market.maintenance.refreshGaps(2)) > 0);
}
