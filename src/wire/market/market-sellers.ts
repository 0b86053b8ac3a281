import { OFFER_STATES } from '../../domain/pricing/offer-state.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { noNul } from '../pricing/query.ts';
import { Type } from '../type.ts';

const fields = {
  sellerId: Type.String('The seller.'),
  name: Type.Optional.String("Its name in the operator's record."),
  plan: Type.Optional.String('Its plan.'),
  featuredMerchant: Type.Boolean('Whether it may hold the buy box.'),
  markets: Type.Array(
    Type.Named('SellerMarket', 'What a seller has in one marketplace.', {
      marketplaceId: Type.String('The marketplace.'),
      listings: Type.Array(
        Type.Named('SellerListingCount', 'How many listings are in one state.', {
          state: openSet([...OFFER_STATES, 'none'], 'none: not judged yet. An open set.'),
          count: Type.Integer('How many. Counting ends at 1,000 in the list, at 100,000 for one seller.'),
          isExact: Type.Boolean('false: there are more.'),
        }),
        'By state, without those of which there are none.',
      ),
      buyBoxShare: Type.Optional.Number(
        'From 0 to 1: of the time that its listings were on sale, how much they held the buy box. In the list today, for one seller the last seven days.',
      ),
    }),
    'Where it has listings.',
  ),
  destinations: Type.Named('DestinationCounts', 'How its destinations are.', {
    byStatus: Type.Record(Type.String(), Type.Integer(), {
      description: 'How many have each status, without those of which there are none.',
    }),
    failing: Type.Integer('How many fail.'),
    failingSince: Type.Optional.Time('Since when the one that fails for longest does.'),
  }),
  usageToday: Type.Named('SellerUsageToday', 'What was sent for it today, UTC.', {
    requests: Type.Integer('How many requests.'),
    refused: Type.Integer('How many of them were answered with 400 or more.'),
  }),
};

const MarketSeller = Type.Named('MarketSeller', 'A seller of the market, as the operator sees it.', fields);

export const marketSellerExample = {
  ...{ sellerId: 'A1DEMOSELLER', name: 'Demo Store', plan: 'Professional', featuredMerchant: true },
  markets: [
    {
      marketplaceId: 'STORE_US',
      listings: [
        { state: 'winning', count: 31, isExact: true },
        { state: 'losing', count: 12, isExact: true },
      ],
      buyBoxShare: 0.62,
    },
  ],
  destinations: { byStatus: { ACTIVE: 4, SUSPENDED: 1 }, failing: 1, failingSince: '2026-11-18T08:02:11.000Z' },
  usageToday: { requests: 1_240, refused: 40 },
};

export const MarketSellers = Type.Named(
  'MarketSellers',
  'A page of the sellers of the market.',
  {
    sellers: Type.Array(MarketSeller, 'In the order of their ids.'),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  { examples: [{ sellers: [marketSellerExample] }] },
);

export const MarketSellerShape = MarketSeller;

export const MarketSellerQuery = Type.Object({
  q: Type.Optional.String({
    minLength: 1,
    maxLength: 64,
    ...noNul,
    description: 'Only those whose SellerId begins so.',
  }),
  limit: Type.Optional.Integer({ minimum: 1, maximum: 50, default: 20, description: 'The maximum number of sellers.' }),
  nextToken: Type.Optional.String({ maxLength: 512, description: 'Where the last page ended.' }),
});

/** What several modules know of a seller. */
type Described = {
  readonly sellerId: string;
  readonly name?: string | undefined;
  readonly plan?: string | undefined;
  readonly isFeatured: boolean;
  readonly markets: readonly {
    readonly marketplaceId: string;
    readonly states: readonly { readonly state: string; readonly count: number; readonly isExact: boolean }[];
    readonly buyBoxShare: number | undefined;
  }[];
};
type Health = {
  readonly byStatus: Readonly<Record<string, number>>;
  readonly failing: number;
  readonly failingSinceMs: number | undefined;
};
type UsedToday = { readonly requests: number; readonly refused: number };

export const writeMarketSeller = (seller: Described, health: Health | undefined, used: UsedToday | undefined) => ({
  sellerId: seller.sellerId,
  ...(seller.name !== undefined && { name: seller.name }),
  ...(seller.plan !== undefined && { plan: seller.plan }),
  featuredMerchant: seller.isFeatured,
  markets: seller.markets.map(({ marketplaceId, states, buyBoxShare }) => ({
    ...{ marketplaceId, listings: states.map((one) => ({ ...one })) },
    ...(buyBoxShare !== undefined && { buyBoxShare }),
  })),
  destinations: {
    ...{ byStatus: { ...health?.byStatus }, failing: health?.failing ?? 0 },
    ...(health?.failingSinceMs !== undefined && { failingSince: writeTime(health.failingSinceMs) }),
  },
  usageToday: used ?? { requests: 0, refused: 0 },
});
