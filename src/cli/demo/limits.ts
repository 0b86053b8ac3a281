import type { Market } from '../../market/market.ts';
import { DEMO_SELLER } from './sellers.ts';

/** The seller's listings in the default marketplace. */
const DEMO_SCOPE = { marketplaceId: 'STORE_US', sellerId: DEMO_SELLER } as const;

/** The price that wins the buy box of this listing is below its minimum, and would leave less than the minimum net. */
const limits = { minimumPriceMinor: 29_500, maximumPriceMinor: 35_000, minimumNetMinor: 1_000, costMinor: 23_500 };

/** Gives one listing limits and a cost. Twice is as good as once. */
export async function makeDemoLimits(market: Market): Promise<void> {
  await market.limits.set(DEMO_SCOPE, [{ sku: 'DEMO-SKU-5', wanted: limits }], true);
}
