import { Fault } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import { unknownMarketplace } from '../../../wire/marketplace-id.ts';

/** Decision 16: an unknown marketplace is a 400 that names the field and lists the known ones. */
export function checkMarketplace(
  marketplaceId: string,
  marketplaces: readonly Marketplace[],
  field: 'MarketplaceId' | 'marketplaceId' = 'MarketplaceId',
): void {
  if (marketplaces.some((one) => one.marketplaceId === marketplaceId)) return;
  throw new Fault('InvalidInput', unknownMarketplace(field, marketplaceId, marketplaces));
}
