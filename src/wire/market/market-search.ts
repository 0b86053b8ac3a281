import type { Static } from 'typebox';
import { OFFER_STATES, type OfferState } from '../../domain/pricing/offer-state.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';

export const SEARCH_KINDS = ['item', 'seller', 'offer'] as const;
export const DEFAULT_FOUND = 20;
const MAX_FOUND = 50;

export const MarketSearchQuery = Type.Object({
  q: Type.String({
    ...{ minLength: 1, maxLength: 128, examples: ['ITEM00000'] },
    description:
      'The beginning of an item id, a SKU or a SellerId, as it is written. When nothing begins so, its capital letters are looked for, too.',
  }),
  kinds: Type.Optional.Array(Type.Enum([...SEARCH_KINDS]), {
    ...{ minItems: 1, maxItems: SEARCH_KINDS.length, examples: [['item']] },
    description: 'What to look for; repeat it for several. Default: all.',
  }),
  limit: Type.Optional.Integer({
    ...{ minimum: 1, maximum: MAX_FOUND, default: DEFAULT_FOUND },
    description: 'The maximum number of results.',
  }),
  nextToken: Type.Optional.String({ maxLength: 2_048, description: 'Where the last page ended.' }),
});

const FoundShape = Type.Named('MarketSearchResult', 'An item, a seller or an offer.', {
  kind: openSet(SEARCH_KINDS, { title: 'MarketSearchKind', description: 'What it is; an open set.' }),
  marketplaceId: Type.Optional.String('The marketplace of an item or an offer.'),
  itemId: Type.Optional.String('The item, or the item of an offer.'),
  title: Type.Optional.String('The title of the item, when the catalogue has one.'),
  sellerId: Type.Optional.String('The seller, or the seller of an offer.'),
  name: Type.Optional.String(
    "The name of the seller, or of the seller of an offer. Absent: the operator's record has none.",
  ),
  sku: Type.Optional.String('The SKU of an offer.'),
  state: Type.Optional(
    openSet(OFFER_STATES, {
      title: 'FoundOfferState',
      description: 'The state of an offer. Absent: its board was not built yet; an open set.',
    }),
  ),
});

export const MarketSearchAnswer = Type.Named(
  'MarketSearchAnswer',
  'A page of what was found.',
  {
    results: Type.Array(
      FoundShape,
      'Items first, then sellers, then offers; each in the order of what was looked for.',
    ),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  {
    examples: [
      {
        results: [
          {
            ...{ kind: 'item', marketplaceId: 'STORE_US', itemId: 'ITEM000001' },
            title: 'Ember cast iron Dutch oven, 5 quart',
          },
          {
            ...{ kind: 'offer', marketplaceId: 'STORE_US', itemId: 'ITEM000012' },
            ...{ sellerId: 'A8NORTHGATE', name: 'Northgate Supply', sku: 'ITEM000012', state: 'losing' },
          },
        ],
      },
    ],
  },
);

type Written = Static<typeof FoundShape>;
/** A result, with null for what the records do not have. */
export type FoundInMarket = {
  readonly [Field in keyof Written]: Written[Field] | null;
} & { readonly kind: string; readonly state?: OfferState | null };

export const writeFound = (found: FoundInMarket): Written =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null)) as Written;
