import { approximateExp, type Random } from './random.ts';
import { SHOP_KINDS, SHOP_NAMES, STATES } from './word-lists.ts';

/** A generated seller, with what its offers have in common. */
export type SeedSeller = {
  sellerId: string;
  plan: 'Professional' | 'Individual';
  feedbackRating: number;
  feedbackCount: number;
  featuredMerchant: boolean;
  /** The fraction of its offers that ship with FS. */
  fsShare: number;
  /** Has prices for business buyers. */
  sellsToBusiness: boolean;
  shipsFrom: { state?: string; country: string };
  /** Selects one of the SKU styles (`sku.ts`): from 0 to below 1. */
  skuStyle: number;
};

const STREAM = 1;

/** Sellers are ordered by size: the first is the largest (`sellerAt`). */
export function makeSeller(random: Random, index: number): SeedSeller {
  random.startStream(STREAM, index);
  const professional = random.chance(0.82);
  // Large sellers have sold for longer: the count falls with the index, and varies by a factor of about two and a half.
  const typicalCount = 400_000 / (index + 8);
  const feedbackCount = Math.floor(typicalCount * approximateExp(0.9 * random.normal()));
  // Most ratings are above 90, a few are far below: the product of two units is mostly small.
  const shortfall = random.unit() * random.unit();
  const feedbackRating = feedbackCount === 0 ? 0 : Math.round(1000 - 420 * shortfall) / 10;
  const abroad = random.chance(0.07);
  const state = random.pick(STATES);
  return {
    sellerId: `SS${String(index + 1).padStart(6, '0')}`,
    plan: professional ? 'Professional' : 'Individual',
    feedbackRating,
    feedbackCount,
    featuredMerchant: professional && random.chance(0.85),
    fsShare: random.chance(0.3) ? 0 : random.between(0.1, 0.95),
    sellsToBusiness: professional && random.chance(0.35),
    shipsFrom: abroad ? { country: random.pick(['CN', 'CA', 'GB', 'DE', 'JP']) } : { state, country: 'US' },
    skuStyle: random.unit(),
  };
}

export function sellerRecord(random: Random, seller: SeedSeller, index: number, marketplaceId: string) {
  random.startStream(STREAM + 1, index);
  const { sellerId, plan, feedbackRating, feedbackCount, featuredMerchant } = seller;
  return {
    kind: 'seller',
    sellerId,
    name: `${random.pick(SHOP_NAMES)} ${random.pick(SHOP_KINDS)}`,
    plan,
    feedbackRating,
    feedbackCount,
    featuredMerchant,
    email: `${sellerId.toLowerCase()}@sellers.example`,
    participations: [{ marketplaceId, isParticipating: true, hasSuspendedListings: random.chance(0.02) }],
  };
}

/** The index of an offer's seller. The cube of a unit gives a fifth of the offers to the first hundredth of the sellers. */
export function sellerAt(random: Random, count: number): number {
  const unit = random.unit();
  return Math.floor(unit * unit * unit * count);
}
