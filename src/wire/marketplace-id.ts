import type { Problem } from '../domain/fault.ts';
import type { Marketplace } from '../domain/market/marketplace.ts';
import { Type } from './type.ts';

export const MarketplaceIdShape = Type.String({
  minLength: 1,
  description: 'The marketplace whose prices are returned.',
  examples: ['STORE_US'],
});

/** Lists the marketplaces that exist (decision 16). */
export function unknownMarketplace(field: string, given: string, marketplaces: readonly Marketplace[]): Problem {
  const known = marketplaces.map(({ marketplaceId }) => marketplaceId).join(', ');
  return { message: `${field} is not valid.`, details: `There is no marketplace ${given}. There are: ${known}.` };
}
