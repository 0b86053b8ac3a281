import type { Static } from 'typebox';
import { Fault, type Problem } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { WantedLimits } from '../../../domain/price-changes/limits.ts';
import { MarketplaceIdShape } from '../../marketplace-id.ts';
import { MoneyShape, readMoney, type WireMoney } from '../../money.ts';
import { Type } from '../../type.ts';
import { unknownKeyWarnings } from '../../unknown-key-warnings.ts';
import { noNul, SellerSkuShape } from '../query.ts';

/** In one request. */
export const MAX_LIMITED_LISTINGS = 500;

/** In one answer. */
const MAX_PROBLEMS = 20;

export const LimitsQuery = Type.Object({ MarketplaceId: MarketplaceIdShape });

export const LimitsPageQuery = Type.Object({
  MarketplaceId: MarketplaceIdShape,
  pageSize: Type.Optional.Integer({
    minimum: 1,
    maximum: MAX_LIMITED_LISTINGS,
    default: 100,
    description: 'The maximum number of listings.',
    examples: [50],
  }),
  nextToken: Type.Optional.String({
    maxLength: 2_048,
    ...noNul,
    description: 'Where the last page ended. MarketplaceId must be the same.',
  }),
});

/** `null` removes one. */
const wantedFields = {
  MinimumPrice: Type.Optional(Type.Union([MoneyShape, Type.Null()])),
  MaximumPrice: Type.Optional(Type.Union([MoneyShape, Type.Null()])),
  MinimumNet: Type.Optional(Type.Union([MoneyShape, Type.Null()])),
  Cost: Type.Optional(Type.Union([MoneyShape, Type.Null()])),
};

export const LimitsBody = Type.Named(
  'ListingLimitsBody',
  'All limits of a listing: one that is absent or null is removed. Cost stays as it is when it is absent; null removes it.',
  wantedFields,
  {
    examples: [
      { MinimumPrice: { CurrencyCode: 'USD', Amount: 18 }, MaximumPrice: { CurrencyCode: 'USD', Amount: 30 } },
    ],
  },
);

export const LimitsListBody = Type.Named(
  'ListingLimitsListBody',
  `The limits of up to ${MAX_LIMITED_LISTINGS} listings.`,
  {
    listings: Type.Array(
      Type.Named(
        'WantedListingLimits',
        'A listing with all its limits: one that is absent or null is removed. Cost stays as it is when it is absent; null removes it.',
        { SellerSKU: SellerSkuShape, ...wantedFields },
      ),
      { minItems: 1, maxItems: MAX_LIMITED_LISTINGS, description: 'Each SKU once.' },
    ),
  },
  {
    examples: [
      {
        listings: [
          { SellerSKU: 'DEMO-SKU-26', MinimumPrice: { CurrencyCode: 'USD', Amount: 20 } },
          { SellerSKU: 'NOPE', MinimumPrice: { CurrencyCode: 'USD', Amount: 5 } },
        ],
      },
    ],
  },
);

type WantedBody = Static<typeof LimitsBody>;

/** A listing and the limits that it is to have. */
export type WantedListing = { readonly sku: string; readonly wanted: WantedLimits };

type MarketplaceMoney = Pick<Marketplace, 'marketplaceId' | 'currency'>;

/** Throws a fault that names every field which is wrong. */
export function readLimitsBody(body: WantedBody, marketplace: MarketplaceMoney): WantedLimits {
  const problems = misspelt(body, warningsOfBody);
  const wanted = limitsIn(body, '', marketplace, problems);
  return mustBeValid(wanted, problems);
}

/** In the order of the request. Throws a fault that names every field which is wrong. */
export function readLimitsList(body: Static<typeof LimitsListBody>, marketplace: MarketplaceMoney): WantedListing[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const listings = body.listings.map((listing, n) => {
    const { SellerSKU: sku } = listing;
    if (seen.has(sku)) problems.push(repeated(`listings[${n}]`));
    seen.add(sku);
    problems.push(...misspelt(listing, warningsOfListing));
    return { sku, wanted: limitsIn(listing, `listings[${n}].`, marketplace, problems) };
  });
  return mustBeValid(listings, problems);
}

/** The problems that go with a fault: the first ones. */
export function mustBeValid<T>(read: T, problems: readonly Problem[]): T {
  if (problems.length > 0) throw new Fault('InvalidInput', problems.slice(0, MAX_PROBLEMS));
  return read;
}

const repeated = (place: string): Problem => ({
  message: `${place} is not valid.`,
  details: `${place} repeats a SKU. Give each SKU once.`,
});

/** What is wrong with limits that are each valid. `place` begins the names of their fields. */
export function contradiction({ minimumPriceMinor, maximumPriceMinor }: WantedLimits, place: string): Problem[] {
  if (minimumPriceMinor === undefined || maximumPriceMinor === undefined) return [];
  if (minimumPriceMinor <= maximumPriceMinor) return [];
  const details = `${place}MinimumPrice must not be above MaximumPrice.`;
  return [{ message: `${place}MinimumPrice is not valid.`, details }];
}

function limitsIn(body: WantedBody, place: string, marketplace: MarketplaceMoney, problems: Problem[]): WantedLimits {
  const amount = (money: WireMoney | null | undefined, name: string): number | undefined => {
    const minor = money ? readMoney(money, `${place}${name}`, marketplace) : undefined;
    if (typeof minor !== 'object') return minor;
    problems.push(minor);
    return undefined;
  };
  const wanted = {
    minimumPriceMinor: amount(body.MinimumPrice, 'MinimumPrice'),
    maximumPriceMinor: amount(body.MaximumPrice, 'MaximumPrice'),
    minimumNetMinor: amount(body.MinimumNet, 'MinimumNet'),
    costMinor: body.Cost === null ? null : amount(body.Cost, 'Cost'),
  };
  problems.push(...contradiction(wanted, place));
  return wanted;
}

const warningsOfBody = unknownKeyWarnings(LimitsBody);
const warningsOfListing = unknownKeyWarnings(LimitsListBody.properties.listings.items);

/** Unknown keys are ignored elsewhere (decision 3). Here a misspelt limit would silently be none. */
const misspelt = (body: object, warningsOf: ReturnType<typeof unknownKeyWarnings>): Problem[] =>
  warningsOf(body).map(({ message, details }) => ({ message, details }));
