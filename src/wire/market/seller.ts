import type { Static } from 'typebox';
import type { Marketplace } from '../../domain/market/marketplace.ts';
import { participationIn } from '../../domain/market/participation.ts';
import type { Seller } from '../../domain/market/seller.ts';
import { Type } from '../type.ts';

const MarketplaceParticipation = Type.Object(
  {
    marketplace: Type.Object(
      {
        id: Type.String({ description: 'The MarketplaceId that the other endpoints take.' }),
        name: Type.String({ description: 'The display name of the marketplace.' }),
        countryCode: Type.String({ description: 'The country, ISO 3166 alpha-2.' }),
        defaultCurrencyCode: Type.String({ description: 'The currency of all its amounts, ISO 4217.' }),
        isDefault: Type.Boolean({
          description: 'Whether the service uses it for requests that name no marketplace. At most one is the default.',
        }),
      },
      { title: 'ParticipationMarketplace', description: 'A marketplace of the operator.' },
    ),
    participation: Type.Object(
      {
        isParticipating: Type.Boolean({ description: 'Whether the seller sells there.' }),
        hasSuspendedListings: Type.Boolean({ description: 'Whether listings of the seller are suspended there.' }),
      },
      { title: 'Participation', description: 'Whether the seller sells in the marketplace.' },
    ),
  },
  { title: 'MarketplaceParticipation', description: 'One marketplace, and whether the seller sells in it.' },
);

export const MarketplaceParticipations = Type.Object(
  {
    payload: Type.Array(MarketplaceParticipation, {
      description: 'One element for each marketplace, in order of its id.',
    }),
  },
  {
    title: 'MarketplaceParticipations',
    description: 'All marketplaces of the operator.',
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
