import type { Static } from 'typebox';
import type { Marketplace } from '../../domain/market/marketplace.ts';
import { participationIn } from '../../domain/market/participation.ts';
import type { Seller } from '../../domain/market/seller.ts';
import { Type } from '../type.ts';

const MarketplaceParticipation = Type.Named(
  'MarketplaceParticipation',
  'One marketplace, and whether the seller sells in it.',
  {
    marketplace: Type.Named('ParticipationMarketplace', 'A marketplace of the operator.', {
      id: Type.String('The MarketplaceId that the other endpoints take.'),
      name: Type.String('The display name of the marketplace.'),
      countryCode: Type.String('The country, ISO 3166 alpha-2.'),
      defaultCurrencyCode: Type.String('The currency of all its amounts, ISO 4217.'),
      isDefault: Type.Boolean(
        'Whether the service uses it for requests that name no marketplace. At most one is the default.',
      ),
    }),
    participation: Type.Named('Participation', 'Whether the seller sells in the marketplace.', {
      isParticipating: Type.Boolean('Whether the seller sells there.'),
      hasSuspendedListings: Type.Boolean('Whether listings of the seller are suspended there.'),
    }),
  },
);

export const MarketplaceParticipations = Type.Named(
  'MarketplaceParticipations',
  'All marketplaces of the operator.',
  {
    payload: Type.Array(MarketplaceParticipation, 'One element for each marketplace, in order of its id.'),
  },
  {
    examples: [
      {
        payload: [
          {
            marketplace: {
              id: 'STORE_CA',
              name: 'Store Canada',
              countryCode: 'CA',
              defaultCurrencyCode: 'CAD',
              isDefault: false,
            },
            participation: { isParticipating: true, hasSuspendedListings: false },
          },
          {
            marketplace: {
              id: 'STORE_US',
              name: 'Store US',
              countryCode: 'US',
              defaultCurrencyCode: 'USD',
              isDefault: true,
            },
            participation: { isParticipating: true, hasSuspendedListings: false },
          },
        ],
      },
    ],
  },
);

export function writeParticipations(
  marketplaces: readonly Marketplace[],
  seller: Seller | undefined,
): Static<typeof MarketplaceParticipations> {
  return {
    payload: marketplaces.map(({ marketplaceId, name, countryCode, currency, isDefault }) => ({
      marketplace: { id: marketplaceId, name, countryCode, defaultCurrencyCode: currency, isDefault },
      participation: participationIn(marketplaceId, seller),
    })),
  };
}
