import type { Static } from 'typebox';
import { Fault, type Problem } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { Strategy } from '../../../domain/pricing/what-if.ts';
import { MarketplaceIdShape } from '../../marketplace-id.ts';
import { MoneyShape, readMoney, type WireMoney } from '../../money.ts';
import { Type } from '../../type.ts';
import { unknownKeyWarnings } from '../../unknown-key-warnings.ts';
import type { Warning } from '../../warning.ts';
import { CustomerTypeShape, SellerSkuShape } from '../query.ts';

/** In one request. */
export const MAX_WHAT_IF_LISTINGS = 500;

/** In one answer. */
const MAX_PROBLEMS = 20;

const StrategyShape = Type.Named(
  'WhatIfStrategy',
  'How the new price of a listing is found. beatBy needs amount, setTo needs price.',
  {
    type: Type.Enum(['match', 'beatBy', 'setTo', 'win'], {
      description:
        'match: the landed price becomes that of the best eligible other offer. beatBy: it becomes amount less than that. setTo: the listing price becomes price. win: it becomes the highest one that wins the buy box. Own shipping stays as it is.',
      examples: ['match'],
    }),
    amount: Type.Optional(MoneyShape),
    price: Type.Optional(MoneyShape),
  },
  { examples: [{ type: 'match' }] },
);

const ListingShape = Type.Named(
  'WhatIfListing',
  'One listing. Its own strategy and floor count in place of the common ones.',
  { SellerSKU: SellerSkuShape, strategy: Type.Optional(StrategyShape), floor: Type.Optional(MoneyShape) },
);

export const WhatIfBody = Type.Named(
  'WhatIfBody',
  'Listings, in SellerSKUs or in listings, and a strategy. floor is the lowest listing price: one below it is reported and not applied.',
  {
    MarketplaceId: MarketplaceIdShape,
    CustomerType: CustomerTypeShape,
    strategy: Type.Optional(StrategyShape),
    floor: Type.Optional(MoneyShape),
    SellerSKUs: Type.Optional.Array(SellerSkuShape, {
      minItems: 1,
      maxItems: MAX_WHAT_IF_LISTINGS,
      description: `Up to ${MAX_WHAT_IF_LISTINGS} of the caller's SKUs, all with the same strategy and floor. Each once.`,
    }),
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
export function readWhatIf(body: Body, marketplace: Pick<Marketplace, 'marketplaceId' | 'currency'>): TriedPrice[] {
  const problems: Problem[] = [];
  const amountOf = (money: WireMoney, field: string): number => {
    const minor = readMoney(money, field, marketplace);
    if (typeof minor === 'number') return minor;
    problems.push(minor);
    return 0;
  };
  const strategyOf = ({ type, amount, price }: Static<typeof StrategyShape>, field: string): Strategy => {
    const [name, money] = type === 'beatBy' ? ['amount', amount] : ['price', price];
    if (type === 'match' || type === 'win') return { type };
    if (money === undefined) problems.push(missing(`${field}.${name}`, ` ${type} needs it.`));
    const minor = money === undefined ? 0 : amountOf(money, `${field}.${name}`);
    return type === 'beatBy' ? { type, amountMinor: minor } : { type, listingMinor: minor };
  };
  const { field, listings } = listingsOf(body, problems);
  const common = body.strategy && strategyOf(body.strategy, 'strategy');
  const commonFloor = body.floor && amountOf(body.floor, 'floor');
  const lacking = body.strategy ? -1 : listings.findIndex(({ strategy }) => strategy === undefined);
  if (lacking >= 0) problems.push(missing('strategy', ` ${field}[${lacking}] has no strategy of its own.`));
  checkRepeats(field, listings, problems);
  const changes = listings.map(({ SellerSKU: sku, strategy, floor }, n): TriedPrice => {
    const own = strategy && strategyOf(strategy, `${field}[${n}].strategy`);
    const floorMinor = floor ? amountOf(floor, `${field}[${n}].floor`) : commonFloor;
    return { sku, strategy: own ?? common ?? { type: 'match' }, floorMinor };
  });
  if (problems.length > 0) throw new Fault('InvalidInput', problems.slice(0, MAX_PROBLEMS));
  return changes;
}

type Listing = Static<typeof ListingShape>;

/** The listings of a body, and the field that has them. */
function listingsOf({ SellerSKUs, listings }: Body, problems: Problem[]): { field: string; listings: Listing[] } {
  if (SellerSKUs !== undefined && listings !== undefined) {
    const details = 'SellerSKUs and listings both name the listings. Give one of them.';
    problems.push({ message: 'SellerSKUs is not valid.', details });
  }
  if (listings !== undefined) return { field: 'listings', listings };
  if (SellerSKUs === undefined)
    problems.push(missing('SellerSKUs', ' Give the listings in SellerSKUs or in listings.'));
  return { field: 'SellerSKUs', listings: (SellerSKUs ?? []).map((SellerSKU) => ({ SellerSKU })) };
}

/** A listing that occurs twice would count twice in the totals. */
function checkRepeats(field: string, listings: readonly Listing[], problems: Problem[]): void {
  const seen = new Set<string>();
  for (const [n, { SellerSKU }] of listings.entries()) {
    const details = `${field}[${n}] repeats a SKU. Give each SKU once.`;
    if (seen.has(SellerSKU)) problems.push({ message: `${field}[${n}] is not valid.`, details });
    seen.add(SellerSKU);
  }
}

const missing = (field: string, why: string): Problem => ({
  message: `${field} is required.`,
  details: `${field} is missing.${why}`,
});

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
