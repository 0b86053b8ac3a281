import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { homeMarketplaceOf } from '../../src/domain/market/participation.ts';
import type { Seller } from '../../src/domain/market/seller.ts';

const ALL = [
  { marketplaceId: 'STORE_US', name: 'Store US', isDefault: true },
  { marketplaceId: 'STORE_MX', name: 'Store Mexico', isDefault: false },
  { marketplaceId: 'STORE_CA', name: 'Store Canada', isDefault: false },
];
const sellerIn = (...ids: string[]): Seller => ({
  ...{ sellerId: 'S1', plan: 'Professional', feedbackRating: 99, feedbackCount: 5, featuredMerchant: true },
  participations: ALL.map(({ marketplaceId }) => ({
    ...{ marketplaceId, isParticipating: ids.includes(marketplaceId), hasSuspendedListings: false },
  })),
});
const { participations: _, ...everywhere } = sellerIn();

const rows: readonly [title: string, seller: Seller | undefined, marketplaceId: string | undefined][] = [
  ['takes part everywhere: the default one', everywhere, 'STORE_US'],
  ['takes part in the default one, too: that', sellerIn('STORE_CA', 'STORE_US'), 'STORE_US'],
  ['takes part in others only: the first by name', sellerIn('STORE_MX', 'STORE_CA'), 'STORE_CA'],
  ['takes part in none: none', sellerIn(), undefined],
  ['has no record: none', undefined, undefined],
];

/** Decision 15a. */
describe('the marketplace in which the console shows what belongs to none', () => {
  for (const [title, seller, marketplaceId] of rows)
    it(`of a seller that ${title}`, () => assert.equal(homeMarketplaceOf(ALL, seller), marketplaceId));
});
