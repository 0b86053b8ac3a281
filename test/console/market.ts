import type { ConsoleHarness } from './harness.ts';

/** The demo's rival asks this for ITEM000001, where DEMO-SKU-1 asks 22.99: below 20.49 it takes the buy box. */
export async function rivalAsks(harness: ConsoleHarness, listingPrice: number): Promise<void> {
  const ids = { kind: 'offer', marketplaceId: 'STORE_US', sellerId: 'A2DEMORIVAL', sku: 'RIVAL-SKU-1' };
  const offer = { itemId: 'ITEM000001', condition: 'New', subCondition: 'New', channel: 'SELLER', quantity: 40 };
  await harness.operator.change([{ ...ids, ...offer, shipping: 2.5, businessPrice: 21.75, listingPrice }]);
}

/** Gives ITEM000015, which DEMO-SKU-15 sells, another title. */
export async function titleIs(harness: ConsoleHarness, Title: string): Promise<void> {
  const ids = { kind: 'item', marketplaceId: 'STORE_US', itemId: 'ITEM000015' };
  await harness.operator.change([{ ...ids, category: 'everything_else', attributes: { Title } }]);
}
