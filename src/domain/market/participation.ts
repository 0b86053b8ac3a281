import type { Marketplace } from './marketplace.ts';
import type { Participation, Seller } from './seller.ts';

/**
 * Decision 15a: a seller whose record has no list of participations takes part everywhere. A seller with a list takes part
 * where the list says so. A seller without a record takes part nowhere.
 */
export function participationIn(
  marketplaceId: string,
  seller: Seller | undefined,
): Omit<Participation, 'marketplaceId'> {
  const listed = seller?.participations?.find((one) => one.marketplaceId === marketplaceId);
  return {
    isParticipating: listed?.isParticipating ?? (seller !== undefined && seller.participations === undefined),
    hasSuspendedListings: listed?.hasSuspendedListings ?? false,
  };
}

/**
 * The marketplace in which the console shows what belongs to none: the default one, or the first by name, of those in which the
 * seller takes part. `console/preferred-marketplace.ts` ends in the same way. Undefined when the seller takes part in none.
 */
export function homeMarketplaceOf(
  marketplaces: readonly Pick<Marketplace, 'marketplaceId' | 'name' | 'isDefault'>[],
  seller: Seller | undefined,
): string | undefined {
  const own = marketplaces
    .filter(({ marketplaceId }) => participationIn(marketplaceId, seller).isParticipating)
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return (own.find(({ isDefault }) => isDefault) ?? own[0])?.marketplaceId;
}
