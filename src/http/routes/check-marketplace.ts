import { Fault } from '../../domain/fault.ts';
import type { Marketplace } from '../../domain/market/marketplace.ts';
import { unknownMarketplace } from '../../wire/marketplace-id.ts';

/** The marketplace. Decision 16: an unknown one is a 400 that names the field and lists the known ones. */
export function checkMarketplace(
  marketplaceId: string,
  marketplaces: readonly Marketplace[],
  field: 'MarketplaceId' | 'marketplaceId' = 'MarketplaceId',
): Marketplace {
  const found = marketplaces.find((one) => one.marketplaceId === marketplaceId);
  if (found) return found;
  throw new Fault('InvalidInput', unknownMarketplace(field, marketplaceId, marketplaces));
}
