import type { Static } from 'typebox';
import type { Strategy } from '../../../domain/pricing/what-if.ts';
import { MarketplaceIdShape } from '../../marketplace-id.ts';
import { MoneyShape } from '../../money.ts';
import { Type } from '../../type.ts';
import { unknownKeyWarnings } from '../../unknown-key-warnings.ts';
import type { Warning } from '../../warning.ts';
import { CustomerTypeShape, SellerSkuShape } from '../query.ts';
import { type MoneyOf, StrategyReading, StrategyShape } from './strategy-reading.ts';

/** In one request. */
export const MAX_WHAT_IF_LISTINGS = 500;

/** In one answer. */
const MAX_PROBLEMS = 20;

/** What a listing of a request has; price changes have these fields, and more. */
export const whatIfListingFields = {
  SellerSKU: SellerSkuShape,
  strategy: Type.Optional(StrategyShape),
  floor: Type.Optional(MoneyShape),
};

const ListingShape = Type.Named(
  'WhatIfListing',
  'One listing. Its own strategy and floor count in place of the common ones.',
  whatIfListingFields,
);

/** What a request has beside its listings. */
export const whatIfBodyFields = {
  MarketplaceId: MarketplaceIdShape,
  CustomerType: CustomerTypeShape,
  strategy: Type.Optional(StrategyShape),
  floor: Type.Optional(MoneyShape),
  SellerSKUs: Type.Optional.Array(SellerSkuShape, {
    minItems: 1,
    maxItems: MAX_WHAT_IF_LISTINGS,
    description: `Up to ${MAX_WHAT_IF_LISTINGS} of the caller's SKUs, all with the same strategy and floor. Each once.`,
  }),
};

export const WhatIfBody = Type.Named(
  'WhatIfBody',
  'Listings, in SellerSKUs or in listings, and a strategy. floor is the lowest listing price: one below it is reported and not applied.',
  {
    ...whatIfBodyFields,
    listings: Type.Optional.Array(ListingShape, {
      minItems: 1,
      maxItems: MAX_WHAT_IF_LISTINGS,
      description: `In place of SellerSKUs: up to ${MAX_WHAT_IF_LISTINGS} listings, of which each may have its own strategy and floor. Each once.`,
    }),
  },
  {
    examples: [
      {
        MarketplaceId: 'STORE_US',
        strategy: { type: 'beatBy', amount: { CurrencyCode: 'USD', Amount: 0.01 } },
        listings: [
          { SellerSKU: 'DEMO-SKU-1' },
          { SellerSKU: 'DEMO-SKU-26', floor: { CurrencyCode: 'USD', Amount: 30 } },
          { SellerSKU: 'NOPE' },
        ],
      },
    ],
  },
);

type Body = Static<typeof WhatIfBody>;

/** A listing and what would be done with it. Amounts are minor units of the marketplace's currency. */
export type TriedPrice = { sku: string; strategy: Strategy; floorMinor: number | undefined };

/** The listings in the order of the request. Throws a fault with everything that is wrong and that the shape cannot tell. */
export function readWhatIf(body: Body, marketplace: MoneyOf): TriedPrice[] {
  const reading = new StrategyReading(marketplace);
  const listings = reading.listings(body);
  const common = reading.common(body);
  const lacking = body.strategy ? -1 : listings.findIndex(({ strategy }) => strategy === undefined);
  if (lacking >= 0) reading.missingStrategy(lacking);
  reading.checkRepeats(listings);
  const changes = listings.map((listing, n): TriedPrice => {
    const { strategy, floorMinor } = reading.element(listing, n, common);
    return { sku: listing.SellerSKU, strategy: strategy ?? { type: 'match' }, floorMinor };
  });
  reading.end();
  return changes;
}

const warningsOfBody = unknownKeyWarnings(WhatIfBody);
const warningsOfListing = unknownKeyWarnings(ListingShape);

/**
 * Unknown keys are ignored (decision 3): a misspelt `floor` would silently be none. Listings are searched as one, so that a key is
 * named once, and 500 listings of many keys cost no more than one.
 */
export function whatIfWarnings(body: Body): readonly Warning[] {
  const { listings = [] } = body;
  if (listings.length === 0) return warningsOfBody(body);
  const strategy = Object.assign({}, ...listings.map((one) => one.strategy));
  const all = Object.assign({}, ...listings, { strategy });
  return [...warningsOfBody(body), ...warningsOfListing(all)].slice(0, MAX_PROBLEMS);
}
