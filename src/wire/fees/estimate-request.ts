import type { Static } from 'typebox';
import type { Problem } from '../../domain/fault.ts';
import type { Marketplace } from '../../domain/market/marketplace.ts';
import { identifierShape } from '../identifier.ts';
import { unknownMarketplace } from '../marketplace-id.ts';
import { MoneyShape, readMoney } from '../money.ts';
import { Type } from '../type.ts';
import { unknownKeyWarnings } from '../unknown-key-warnings.ts';

/** Spec 2 does not show its fields; decision 16 defines them. */
const FeesEstimateRequest = Type.Named('FeesEstimateRequest', 'What to estimate.', {
  MarketplaceId: Type.String({
    minLength: 1,
    description: 'The marketplace whose fees are estimated.',
    examples: ['STORE_US'],
  }),
  IsStoreFulfilled: Type.Optional.Boolean({
    description: 'Whether the store ships (FS); absent is false.',
    examples: [true],
  }),
  PriceToEstimateFees: Type.Named('PriceToEstimateFees', 'What the buyer would pay.', {
    ListingPrice: MoneyShape,
    Shipping: Type.Optional(MoneyShape),
    Points: Type.Optional.Object({
      PointsNumber: Type.Integer({ minimum: 0, description: 'Echoed; changes no fee.' }),
    }),
  }),
  Identifier: Type.Optional.String({
    maxLength: 256,
    description: 'Echoed as SellerInputIdentifier.',
    examples: ['my-request-1'],
  }),
  OptionalFulfillmentProgram: Type.Optional.String({
    description: 'With IsStoreFulfilled: FS_STANDARD (the default; FS_CORE means the same) or FS_EXPEDITED.',
    examples: ['FS_STANDARD'],
  }),
});

const examples = [
  {
    FeesEstimateRequest: {
      MarketplaceId: 'STORE_US',
      IsStoreFulfilled: true,
      PriceToEstimateFees: { ListingPrice: { CurrencyCode: 'USD', Amount: 22.99 } },
      Identifier: 'my-request-1',
    },
  },
];

export const FeesEstimateBody = Type.Named(
  'FeesEstimateBody',
  "Without FeesEstimateRequest the estimate is for the caller's own active offer.",
  { FeesEstimateRequest: Type.Optional(FeesEstimateRequest) },
  { examples },
);

export const FeesEstimateElement = Type.Named('FeesEstimateElement', 'One estimate of a batch.', {
  IdType: Type.Enum(['StoreItemId', 'SellerSKU'], { description: 'What IdValue is.', examples: ['StoreItemId'] }),
  IdValue: identifierShape('The item or listing.', 'ITEM000001'),
  FeesEstimateRequest: Type.Optional(FeesEstimateRequest),
});

export const FeesEstimateElements = Type.Array(FeesEstimateElement, {
  minItems: 1,
  maxItems: 20,
  title: 'FeesEstimateElements',
  description: 'Up to 20 estimates. An invalid one gets a result with Error; the others are still answered.',
  examples: [
    [
      { IdType: 'StoreItemId', IdValue: 'ITEM000001', ...examples[0] },
      { IdType: 'StoreItemId', IdValue: 'NOPE', ...examples[0] },
    ],
  ],
});

/** Unknown keys are ignored (decision 3): a misspelt one would silently change what is estimated. */
export const bodyWarnings = unknownKeyWarnings(FeesEstimateBody);
export const elementWarnings = unknownKeyWarnings(FeesEstimateElement);

/** A request with its amounts in minor units of its marketplace. */
export type FeesRequest = {
  marketplace: Marketplace;
  isStoreFulfilled: boolean;
  listingPriceMinor: number;
  shippingMinor: number | undefined;
  points: number | undefined;
  identifier: string | undefined;
  program: string | undefined;
};

/** Checks what the shape cannot: the marketplace exists, and amounts are amounts of its currency (decision 4). */
export function readFeesRequest(
  request: Static<typeof FeesEstimateRequest>,
  marketplaces: readonly Marketplace[],
): FeesRequest | Problem[] {
  const marketplace = marketplaces.find(({ marketplaceId }) => marketplaceId === request.MarketplaceId);
  if (!marketplace)
    return [unknownMarketplace('FeesEstimateRequest.MarketplaceId', request.MarketplaceId, marketplaces)];
  const { ListingPrice, Shipping, Points } = request.PriceToEstimateFees;
  const problems: Problem[] = [];
  const read = (money: Static<typeof MoneyShape>, name: string): number => {
    const minor = readMoney(money, `FeesEstimateRequest.PriceToEstimateFees.${name}`, marketplace);
    if (typeof minor === 'number') return minor;
    problems.push(minor);
    return 0;
  };
  const listingPriceMinor = read(ListingPrice, 'ListingPrice');
  const shippingMinor = Shipping && read(Shipping, 'Shipping');
  if (problems.length > 0) return problems;
  return {
    marketplace,
    isStoreFulfilled: request.IsStoreFulfilled ?? false,
    listingPriceMinor,
    shippingMinor,
    points: Points?.PointsNumber,
    identifier: request.Identifier,
    program: request.OptionalFulfillmentProgram,
  };
}
