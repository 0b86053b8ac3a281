import assert from 'node:assert/strict';
import type { Db } from '../../../src/db/db.ts';
import type { BoardTime } from '../../../src/market/decisions/marked-items.ts';
import { type Market, openMarket } from '../../../src/market/market.ts';
import type { Engine } from '../../db/engines.ts';
import { marketplace, seller } from '../../harness/market-records.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openPricing } from './pricing-app.ts';

export const NOW = Date.UTC(2026, 10, 15);
export const QUERY = { MarketplaceId: 'M1', ItemCondition: 'New' } as const;

export async function change(market: Market, values: readonly object[], boards: BoardTime = 'now'): Promise<void> {
  for (const outcome of await market.writer.apply(values.map(recordOf), { boards })) {
    assert.equal(typeof outcome, 'string', JSON.stringify(outcome));
  }
}

export const removal = (sku: string, sellerId = 'S1') => ({
  ...{ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId, sku },
});

/** The pricing endpoints with two sellers, and markets of this and of another process on the same database. */
export async function openSharedStore(engine: Engine) {
  const opened: { db?: Db; openAgain?: () => Promise<Db> } = {};
  const migrated = async () => {
    const database = await engine.migrated();
    opened.openAgain = () => database.open();
    return { ...database, open: async () => (opened.db = await database.open()) };
  };
  const app = await openPricing({ ...engine, migrated }, NOW);
  await change(app.market, [marketplace, seller, { ...seller, sellerId: 'S2' }]);
  const { db, openAgain } = opened;
  if (!db || !openAgain) throw new Error('the app has no store');
  const marketOn = (store: Db) => openMarket(store, () => app.clock.now);
  /** The market of another process. */
  const marketElsewhere = async () => marketOn(await openAgain());
  return { app, marketElsewhere, marketHere: () => marketOn(db) };
}

export type SharedStore = Awaited<ReturnType<typeof openSharedStore>>;
