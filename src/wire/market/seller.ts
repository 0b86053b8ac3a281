import type { Static } from 'typebox';
import type { SignedInPerson } from '../../domain/authorization/signed-in-person.ts';
import type { Marketplace } from '../../domain/market/marketplace.ts';
import { participationIn } from '../../domain/market/participation.ts';
import type { Seller } from '../../domain/market/seller.ts';
import { openSet } from '../open-set.ts';
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
    priceChanges: openSet(
      ['off', 'direct', 'confirmed'],
      "Whether sellers can change prices here. off: they cannot. direct: a change is in force when it is answered. confirmed: the operator's system decides on each change. An open set.",
    ),
    signedInAs: Type.Optional.Named(
      'SignedInPerson',
      'The person who is signed in. Only in answers to the console, and only with the embedded identity provider.',
      {
        email: Type.String('The address that the person signs in with.'),
        role: Type.String("The person's role at the seller: owner, manager, analyst or developer."),
        sellerCount: Type.Integer('For how many sellers the person works.'),
      },
    ),
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
        priceChanges: 'direct',
      },
    ],
  },
);

export function writeParticipations(
  marketplaces: readonly Marketplace[],
  seller: Seller | undefined,
  priceChanges: string,
  person: SignedInPerson | undefined,
): Static<typeof MarketplaceParticipations> {
  return {
    payload: marketplaces.map(({ marketplaceId, name, countryCode, currency, isDefault }) => ({
      marketplace: { id: marketplaceId, name, countryCode, defaultCurrencyCode: currency, isDefault },
      participation: participationIn(marketplaceId, seller),
    })),
    priceChanges,
    ...(person && { signedInAs: person }),
  };
}

export const MAX_SELLER_NAMES = 50;

export const SellerNamesQuery = Type.Object({
  sellerIds: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: MAX_SELLER_NAMES,
    description: `The SellerIds of offers, holders of a buy box and events. At most ${MAX_SELLER_NAMES}; repeated, or joined with commas.`,
    examples: [['A2DEMORIVAL']],
  }),
});

const SellerName = Type.Named('SellerName', 'A seller, and how people call it.', {
  sellerId: Type.String('The SellerId of the request.'),
  name: Type.Optional.String(
    "The seller's display name as messages of the service write it: one line of at most 40 visible characters, without links. Absent when the service knows none.",
  ),
});

export const SellerNames = Type.Named(
  'SellerNames',
  'The display names of sellers.',
  { payload: Type.Array(SellerName, 'One element for each SellerId, in the order of the request.') },
  { examples: [{ payload: [{ sellerId: 'A2DEMORIVAL', name: 'Demo Rival' }] }] },
);

export const writeSellerNames = (
  sellerIds: readonly string[],
  nameOf: (sellerId: string) => string | undefined,
): Static<typeof SellerNames> => ({
  payload: sellerIds.map((sellerId) => {
    const name = nameOf(sellerId);
    return name === undefined ? { sellerId } : { sellerId, name };
  }),
});
